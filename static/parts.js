/* A link to a quote, name or sentence that stands in another part of the article leads there. */
const place = /^#[qms](\d+)$/.exec(location.hash);
if (place && !document.getElementById(location.hash.slice(1))) {
  const there = `?at=${place[1]}`;
  if (location.search !== there) location.replace(location.pathname + there + location.hash);
}
