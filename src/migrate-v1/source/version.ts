/** How old a database of v1 is. It has no history of its schema, so the columns show it. */

/** The columns of each table. */
export type Shape = ReadonlyMap<string, ReadonlySet<string>>;

/** What each release brought, newest first: a table, or a column of it. */
const MARKS: readonly (readonly [release: string, table: string, column?: string])[] = [
  ['v2.21.8', 'Post', 'creationMethod'],
  ['v2.21.3', 'Announcement'],
  ['v2.20.0', 'OAuthApp'],
  ['v2.15.1', 'Media', 'originalName'],
  ['v2.13.0', 'Organization', 'shortlink'],
  ['v2.12.0', 'Post', 'delay'],
  ['v2.10.0', 'User', 'sendSuccessEmails'],
  ['v2.1.0', 'Mentions'],
  ['v1.62.1', 'Errors'],
  ['v1.58.0', 'Media', 'alt'],
  ['v1.54.0', 'ThirdParty'],
  ['v1.49.0', 'Sets'],
  ['v1.36.1', 'AutoPost'],
  ['v1.35.1', 'Signatures'],
  ['v1.34.1', 'Tags'],
  ['v1.33.1', 'Webhooks'],
  ['v1.16.1', 'Integration', 'additionalSettings'],
  ['v1.15.2', 'Integration', 'rootInternalId'],
  ['v1.11.1', 'Organization', 'apiKey'],
  ['v1.8.1', 'Customer'],
];

export const has = (shape: Shape, table: string, column?: string): boolean =>
  column === undefined ? shape.has(table) : (shape.get(table)?.has(column) ?? false);

/** "v2.10.0 or later, before v2.12.0"; null for a database that is none of v1. */
export function versionOf(shape: Shape): string | null {
  if (!['Organization', 'Integration', 'Post'].every((table) => shape.has(table))) return null;
  const index = MARKS.findIndex(([, table, column]) => has(shape, table, column));
  const mark = MARKS[index];
  if (!mark) return 'before v1.8.1';
  const next = MARKS[index - 1];
  return next ? `${mark[0]} or later, before ${next[0]}` : `${mark[0]} or later`;
}

/** Whether Temporal schedules it already (from v2.12.0 on), and no longer a queue on Redis. */
export const schedulesWithTemporal = (shape: Shape): boolean => has(shape, 'Post', 'delay');

/** The same, from what `versionOf` said of it. */
export const isOfTemporal = (version: string): boolean =>
  MARKS.slice(0, MARKS.findIndex(([, , column]) => column === 'delay') + 1).some(([release]) =>
    version.startsWith(`${release} `),
  );
