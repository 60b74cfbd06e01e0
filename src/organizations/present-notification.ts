/** A notification as the Public API shows it. `link` is part of the shape and always null. */
export function presentNotification(notification: { id: string; content: string; createdAt: Date }) {
  return {
    id: notification.id,
    content: notification.content,
    link: null,
    createdAt: notification.createdAt.toISOString(),
  };
}
