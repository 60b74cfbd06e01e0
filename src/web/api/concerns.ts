/** One thing that has changed; `id` is null when it is many. */
export interface Change {
  readonly kind: 'post' | 'channel' | 'draft' | 'notification' | 'instance';
  readonly id: string | null;
}

/** The URLs of the API that show a kind of thing. */
const SHOWN_BY: Readonly<Record<Change['kind'], RegExp>> = {
  post: /^\/(posts|post-list|calendar|media|channels|integrations|billing|instance|status)\b/,
  channel: /^\/(integrations|channels|posts|post-list|calendar|status|customers|groups)\b/,
  draft: /^\/(compositions|media)\b/,
  notification: /^\/(notifications|status)\b/,
  instance: /^\/(status|instance|posts|post-list|calendar|temporal)\b/,
};

/** Whether what a query read may be out of date after a change. */
export function concerns({ kind, id }: Change, queryKey: readonly unknown[]): boolean {
  const [method, path, init] = queryKey as [string, string?, { params?: { path?: { id?: string } } }?];
  if (method !== 'get' || !path || !SHOWN_BY[kind].test(path)) return false;
  // A post among the targets of a request changes the story of the others.
  const read = kind === 'post' && path === '/posts/{id}' ? init?.params?.path?.id : undefined;
  return read === undefined || id === null || read === id;
}
