/* The menus of columns, which Datasette opens by mouse alone, by keyboard too; Escape closes them. */
const menu = document.querySelector(".dropdown-menu");
let opener = null;
for (const icon of document.querySelectorAll(".dropdown-menu-icon")) {
  icon.setAttribute("role", "button");
  icon.setAttribute("tabindex", "0");
  icon.setAttribute("aria-label", `What can be done with ${icon.closest("th").dataset.column}`);
  icon.addEventListener("click", () => { opener = icon; });
  icon.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    icon.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
    [...menu.querySelectorAll("a")].find((link) => link.offsetParent).focus();
  });
}
menu?.addEventListener("focusout", (event) => {
  if (!menu.contains(event.relatedTarget)) document.body.click();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu?.offsetParent) return;
  document.body.click();
  opener?.focus();
});
