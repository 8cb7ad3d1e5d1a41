// Copies a link or some HTML; without this the fields can be selected by hand.

for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  const words = button.textContent;
  button.hidden = false;
  field.addEventListener("focus", () => field.select());
  button.addEventListener("click", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      // Without HTTPS there is no clipboard of that kind.
      document.execCommand("copy");
    }
    button.textContent = button.dataset.done;
    setTimeout(() => {
      button.textContent = words;
    }, 2000);
  });
}
