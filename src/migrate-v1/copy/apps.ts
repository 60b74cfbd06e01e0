/** Notifications, and from v2.20 on apps and the access that people gave them. */
import { UNUSABLE_REDIRECT_URL, redirectUrlProblem } from '../../oauth/redirect-url.ts';
import type { EntityManager } from '../../platform/database.ts';
import { cleanDescription } from '../../platform/clean-input.ts';
import { idHere } from '../id-here.ts';
import { hashToken } from '../../platform/secrets.ts';
import { createdOf, nameOf, shortOf, textOf, timeOf } from '../map/values.ts';
import { UnreadableSecret, type OpenSecret } from '../source/legacy-cipher.ts';
import type { SourceRow } from '../source/open-source.ts';
import { findTaken } from './clashes.ts';
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

/** The tokens of such an app go on working; new ones need a URL that it could have registered here. */
function redirectProblem(row: SourceRow): string | null {
  const problem = redirectUrlProblem(textOf(row.redirectUrl));
  return problem ? `its redirect URL ${problem.message}; nobody can approve it until it is changed` : null;
}

const clientTaken = (row: SourceRow): string =>
  `another app here has its client ID ${textOf(row.clientId)}: delete that one and copy again, or make a new app`;

/** Clients go on working: the id of an app stays, and its secret is hashed as ours are. */
export const apps: CopyKind = {
  kind: 'oauth_app',
  table: 'OAuthApp',
  organizationOf: common.organizationOf,
  isLive: ({ row }) => row.deletedAt === null && row.organizationId !== null && row.clientSecret !== null,
  remove: common.deleteFrom('oauth_app'),
  async write(tx, { sourceId, open }, records) {
    const read = records.map((record) => ({ ...record, secret: opened(open, record.row.clientSecret) }));
    const rows = read
      .filter(({ secret }) => secret !== null)
      .map(({ id, row, secret }) => ({
        id: idHere(sourceId, 'oauth_app', id),
        organization_id: idHere(sourceId, 'organization', textOf(row.organizationId)),
        name: nameOf(row.name, 100, 'Unnamed'),
        description: cleanDescription(shortOf(row.description, 500)),
        redirect_url: redirectProblem(row) ? UNUSABLE_REDIRECT_URL : textOf(row.redirectUrl),
        client_id: textOf(row.clientId),
        secret_hash: hashToken(secret ?? ''),
        created_at: createdOf(row),
        updated_at: timeOf(row.updatedAt) ?? createdOf(row),
      }));
    const taken = await findTaken(tx, { table: 'oauth_app', columns: ['client_id'] }, rows);
    await upsert(
      tx,
      { table: 'oauth_app', keep: ['created_at'] },
      rows.filter(({ id }) => !taken.has(id)),
    );
    return read.map(({ id, row, secret }) => {
      const here = idHere(sourceId, 'oauth_app', id);
      return {
        legacyId: id,
        id: here,
        organizationId: idHere(sourceId, 'organization', textOf(row.organizationId)),
        problem: secret === null ? UNREADABLE : taken.has(here) ? clientTaken(row) : redirectProblem(row),
        retry: secret === null || taken.has(here),
      };
    });
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
    const idsOf = (kind: 'user' | 'oauth_app', column: string) =>
      readIds(
        context.database,
        { sourceId, kind },
        records.map(({ row }) => textOf(row[column])),
      );
    const [users, clients] = [await idsOf('user', 'userId'), await idsOf('oauth_app', 'oauthAppId')];
    const read = records.map((record) => ({
      ...record,
      token: opened(open, record.row.accessToken),
      user: users.get(textOf(record.row.userId)),
      app: clients.get(textOf(record.row.oauthAppId)),
    }));
    const rows = read
      .filter(({ token, user, app }) => token !== null && user && app)
      .map(({ id, row, token, user, app }) => ({
        id: idHere(sourceId, 'oauth_authorization', id),
        app_id: app,
        user_id: user,
        organization_id: idHere(sourceId, 'organization', textOf(row.organizationId)),
        token_hash: hashToken(token ?? ''),
        scopes: ['read', 'write'],
        created_at: createdOf(row),
      }));
    // An app that was not copied has no row that a token could refer to.
    const appsHere = await readApps(
      tx,
      rows.map((row) => row.app_id ?? ''),
    );
    const known = rows.filter((row) => appsHere.has(row.app_id ?? ''));
    const taken = await findTaken(tx, { table: 'oauth_token', columns: ['token_hash'] }, known);
    const written = known.filter(({ id }) => !taken.has(id));
    await upsert(tx, { table: 'oauth_token', keep: ['created_at'] }, written);
    const there = new Set(written.map(({ id }) => id));
    return read.map(({ id, row, token }): Written => {
      const here = idHere(sourceId, 'oauth_authorization', id);
      return {
        legacyId: id,
        id: here,
        organizationId: idHere(sourceId, 'organization', textOf(row.organizationId)),
        problem:
          token === null
            ? UNREADABLE
            : there.has(here)
              ? null
              : taken.has(here)
                ? 'its access token is that of another one here: approve the app again'
                : 'its app was not copied: approve the app again once it has',
        retry: !there.has(here),
      };
    });
  },
};

async function readApps(tx: EntityManager, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.execute<{ id: string }[]>(
    'select id from oauth_app where id in (select value::uuid from jsonb_array_elements_text(?::jsonb))',
    [JSON.stringify(ids)],
  );
  return new Set(rows.map(({ id }) => id));
}

function opened(open: OpenSecret, value: unknown): string | null {
  try {
    return open(textOf(value));
  } catch (error) {
    if (error instanceof UnreadableSecret) return null;
    throw error;
  }
}
