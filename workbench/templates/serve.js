// Keys go to the app from the start: the terminal's field has the focus once the app has drawn something.
new MutationObserver((_, observer) => {
  const field = document.querySelector(".xterm-helper-textarea");
  if (field && document.body.classList.contains("-first-byte")) {
    field.focus();
    observer.disconnect();
  }
}).observe(document.documentElement, { attributes: true, childList: true, subtree: true });
