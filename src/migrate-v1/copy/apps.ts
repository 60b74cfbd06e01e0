/** Notifications, and from v2.20 on apps and the access that people gave them. */
import { UNUSABLE_REDIRECT_URL, redirectUrlProblem } from '../../oauth/redirect-url.ts';
import { cleanDescription } from '../../platform/clean-input.ts';
import { idHere } from '../../platform/legacy-ids.ts';
import { hashToken } from '../../platform/secrets.ts';
import { createdOf, nameOf, textOf, timeOf } from '../map/values.ts';
import { UnreadableSecret, type OpenSecret } from '../source/legacy-cipher.ts';
import type { SourceRow } from '../source/open-source.ts';
import type { CopyKind, Written } from './kind.ts';
import { readIds } from './known.ts';
import { common } from './people.ts';
import { upsert } from './upsert.ts';

/** The next copy may have the right one. */
const UNREADABLE = 'this JWT_SECRET does not open its secret';

export const notifications: CopyKind = {
  kind: 'notification',
  table: 'Notifications',
  organizationOf: common.organizationOf,
  isLive: common.isLive,
  remove: common.deleteFrom('notification'),
  async write(tx, { sourceId }, records) {
    const rows = records.map(({ id, row }) => ({
      id: idHere(sourceId, 'notification', id),
      organization_id: idHere(sourceId, 'organization', textOf(row.organizationId)),
      kind: 'from_v1',
      content: textOf(row.content),
      created_at: createdOf(row),
    }));
    await upsert(tx, { table: 'notification', keep: ['created_at'] }, rows);
    return rows.map((row, i) => ({
      legacyId: records[i]?.id ?? '',
      id: row.id,
      organizationId: row.organization_id,
    }));
  },
};

/** The tokens of such an app go on working; new ones need an address that it could have registered here. */
function redirectProblem(row: SourceRow): string | null {
  const problem = redirectUrlProblem(textOf(row.redirectUrl));
  return problem ? `its redirect URL ${problem}; nobody can approve it until it is changed` : null;
}

/** Clients go on working: the id of an app stays, and its secret is hashed as ours are. */
export const apps: CopyKind = {
  kind: 'oauth_app',
  table: 'OAuthApp',
  organizationOf: common.organizationOf,
  isLive: ({ row }) => row.deletedAt === null && row.organizationId !== null && row.clientSecret !== null,
  remove: common.deleteFrom('oauth_app'),
  async write(tx, { sourceId, open }, records) {
    const read = records.map((record) => ({ ...record, secret: opened(open, record.row.clientSecret) }));
    const readable = read.filter(({ secret }) => secret !== null);
    await upsert(
      tx,
      { table: 'oauth_app', keep: ['created_at'] },
      readable.map(({ id, row, secret }) => ({
        id: idHere(sourceId, 'oauth_app', id),
        organization_id: idHere(sourceId, 'organization', textOf(row.organizationId)),
        name: nameOf(row.name, 100, 'Unnamed'),
        description: cleanDescription(textOf(row.description).slice(0, 500)),
        redirect_url: redirectProblem(row) ? UNUSABLE_REDIRECT_URL : textOf(row.redirectUrl),
        client_id: textOf(row.clientId),
        secret_hash: hashToken(secret ?? ''),
        created_at: createdOf(row),
        updated_at: timeOf(row.updatedAt) ?? createdOf(row),
      })),
    );
    return read.map(({ id, row, secret }) => ({
      legacyId: id,
      id: idHere(sourceId, 'oauth_app', id),
      organizationId: idHere(sourceId, 'organization', textOf(row.organizationId)),
      problem: secret === null ? UNREADABLE : redirectProblem(row),
      retry: secret === null,
    }));
  },
};

export const authorizations: CopyKind = {
  kind: 'oauth_authorization',
  table: 'OAuthAuthorization',
  organizationOf: common.organizationOf,
  isLive: ({ row }) => row.revokedAt === null && row.accessToken !== null,
  remove: common.deleteFrom('oauth_token'),
  async write(tx, deps, records) {
    const { sourceId, open, context } = deps;
    const of = (kind: 'user' | 'oauth_app', column: string) =>
      readIds(
        context.database,
        { sourceId, kind },
        records.map(({ row }) => textOf(row[column])),
      );
    const [users, clients] = [await of('user', 'userId'), await of('oauth_app', 'oauthAppId')];
    const read = records.map((record) => ({
      ...record,
      token: opened(open, record.row.accessToken),
      user: users.get(textOf(record.row.userId)),
      app: clients.get(textOf(record.row.oauthAppId)),
    }));
    const complete = read.filter(({ token, user, app }) => token !== null && user && app);
    await upsert(
      tx,
      { table: 'oauth_token', keep: ['created_at'] },
      complete.map(({ id, row, token, user, app }) => ({
        id: idHere(sourceId, 'oauth_authorization', id),
        app_id: app,
        user_id: user,
        organization_id: idHere(sourceId, 'organization', textOf(row.organizationId)),
        token_hash: hashToken(token ?? ''),
        scopes: ['read', 'write'],
        created_at: createdOf(row),
      })),
    );
    return read.map(({ id, row, token }): Written => ({
      legacyId: id,
      id: idHere(sourceId, 'oauth_authorization', id),
      organizationId: idHere(sourceId, 'organization', textOf(row.organizationId)),
      problem: token === null ? UNREADABLE : null,
      retry: token === null,
    }));
  },
};

function opened(open: OpenSecret, value: unknown): string | null {
  try {
    return open(textOf(value));
  } catch (error) {
    if (error instanceof UnreadableSecret) return null;
    throw error;
  }
}
