/* What the server sends to this browser (activities/push-to-browsers.ts): it is shown, and leads to its page. */
addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data.json();
  const shown = { body, tag, renotify: true, data: url, icon: '/assets/icon-192.png' };
  event.waitUntil(registration.showNotification(title, shown));
});
addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { pathname, search } = new URL(event.notification.data, location.origin);
  event.waitUntil(clients.openWindow(pathname + search));
});
/*
 * The browser has replaced its subscription, or ended it: the server gets the one that there is now, unless
 * the person has turned notifications off (MDN, "pushsubscriptionchange event": before Firefox 137 it does
 * not have the new one).
 */
addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event.newSubscription)));
async function renew(given) {
  const page = await (await fetch('/')).text();
  const [, origin = ''] = /<meta name="crier-api" content="([^"]*)"/.exec(page) ?? [];
  const call = (path, options) => fetch(`${origin}/api${path}`, { credentials: 'include', ...options });
  const [me, choices] = await Promise.all(['/auth/me', '/notifications/choices'].map((path) => call(path)));
  if (!me.ok || !choices.ok) return;
  const { csrfToken } = await me.json();
  const { here, publicKey } = (await choices.json()).push;
  if (!here) return;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const { endpoint, keys } = (given ?? (await registration.pushManager.subscribe(options))).toJSON();
  await call('/notifications/browsers', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': csrfToken },
    body: JSON.stringify({ endpoint, keys }),
  });
}
