// Copies a link or some HTML; without this the fields can be selected by hand.

for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  const words = button.textContent;
  button.hidden = false;
  field.addEventListener("focus", () => field.select());
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      // Without HTTPS there is no clipboard of that kind.
      field.select();
      document.execCommand("copy");
      button.focus();
    }
    button.textContent = button.dataset.done;
  });
  button.addEventListener("blur", () => {
    button.textContent = words;
  });
}
