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
