// The key / leads to the search of hands, from any page and outside its fields.

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target.closest("input, textarea, select, [contenteditable]")) return;
  const link = document.querySelector("[data-slash]");
  if (!link) return;
  event.preventDefault();
  const field = document.getElementById("q");
  if (location.pathname === new URL(link.href).pathname && field) field.focus();
  else location.assign(link.href);
});
