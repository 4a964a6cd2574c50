/* datasette-vega reads the chart from the address when a page loads, and only then. */
for (const link of document.querySelectorAll("a.redraw")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    location.hash = link.hash;
    location.reload();
  });
}
