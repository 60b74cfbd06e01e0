/**
 * A key that is not revoked, as stored; `createdBy` = the name of a person who still exists; times in
 * milliseconds since the epoch.
 */
export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdMs: number;
  readonly expiresMs: number | null;
  readonly lastUsedMs: number | null;
  readonly createdBy: string | null;
}

/** A key as admins see it: never the key itself, of which only the hash is stored. */
export function presentApiKey({ id, name, scopes, createdMs, expiresMs, lastUsedMs, createdBy }: ApiKeyRow) {
  return {
    id,
    name,
    scopes,
    createdAt: new Date(createdMs).toISOString(),
    expiresAt: instant(expiresMs),
    lastUsedAt: instant(lastUsedMs),
    createdBy,
  };
}

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
