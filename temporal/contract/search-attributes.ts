/** What a run shows in the list of the Temporal UI, and its memo. */

/**
 * Search attributes: few, and Keyword, which PostgreSQL visibility can do (up to 255 characters). They are
 * what the list of the Temporal UI can show as columns. `PostState` is set while a run is held or waits for a
 * person, and when it ends as anything but published; `PostText` only where the operator allows it.
 */
export const SEARCH_KEYS = {
  organization: { name: 'OrganizationId', type: 'KEYWORD' },
  organizationName: { name: 'Organization', type: 'KEYWORD' },
  channels: { name: 'Channel', type: 'KEYWORD_LIST' },
  postText: { name: 'PostText', type: 'KEYWORD' },
  providers: { name: 'Provider', type: 'KEYWORD_LIST' },
  postState: { name: 'PostState', type: 'KEYWORD' },
  publishAt: { name: 'PublishAt', type: 'DATETIME' },
} as const;

/**
 * The memo of a publishing run: whose posts these are, for people who look at Temporal. It describes the
 * start of the run; for a request with very many posts, only the first ones. `text` is the beginning of a
 * post's text, and is there only where the operator allows it; `web` is the URL of the web app. Older runs
 * have none.
 */
// A type, as only a type is a record of unknown values.
export type PublishMemo = {
  readonly organization: string;
  readonly posts: Readonly<Record<string, { readonly channel: string; readonly text?: string }>>;
  readonly web?: string;
};
