/* The menus of columns, which Datasette opens by mouse alone, by keyboard too: Tab and the arrows go through the entries, Escape closes. */
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
    entries()[0].focus({preventScroll: true});
    menu.scrollIntoView({block: "nearest", inline: "nearest"});
  });
}

function entries() {
  return [...menu.querySelectorAll("a")].filter((link) => link.offsetParent);
}

function close() {
  document.body.click();
  opener?.focus();
}

menu?.addEventListener("keydown", (event) => {
  const links = entries();
  const at = links.indexOf(document.activeElement);
  const steps = {ArrowDown: 1, ArrowUp: -1, Tab: event.shiftKey ? -1 : 1}[event.key];
  if (!steps || at < 0) return;
  event.preventDefault();
  const next = at + steps;
  if (event.key === "Tab" && !links[next]) close();  /* from there Tab goes on through the page */
  else links[(next + links.length) % links.length].focus();
});
/* A table that scrolls closes the menu, also where it scrolls because its icon has been focused. */
document.addEventListener("scroll", (event) => {
  if (menu?.contains(document.activeElement)) event.stopPropagation();
}, true);
menu?.addEventListener("focusout", (event) => {
  if (!menu.contains(event.relatedTarget)) document.body.click();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && menu?.offsetParent) close();
});
