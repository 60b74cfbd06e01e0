/* A browser is online a moment before its connection works: the page goes on once Crier answers. */
const goOn = () =>
  fetch('/sw.js', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok && location.reload(),
    () => undefined,
  );
addEventListener('online', goOn);
setInterval(goOn, 3000);
