/** An organisation's own app on a network ("bring your own app"): its id, and its secret sealed. */
import type { Provider } from '../../../providers/_kit/contract.ts';
import { ChannelGone } from '../../../providers/_kit/errors.ts';
import type { EnvClient, OAuthClient } from '../../../providers/_kit/oauth.ts';
import type { Context } from '../../platform/context.ts';
import { recordAudit } from '../../platform/audit.ts';
import { queryInside, type Reader, type Statement } from '../../platform/database.ts';
import type { Secrets } from '../../platform/secrets.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Where in a channel's credentials the id of the app stands that it was connected with. */
const APP_ID = 'oauthAppId';

const LIST: Statement = {
  name: 'organization-apps',
  text: 'select provider, client_id as id from organization_app where organization_id = $1',
};
const FIND: Statement = {
  name: 'organization-app',
  text: `select client_id as id, sealed_secret as sealed
    from organization_app
    where organization_id = $1 and provider = $2`,
};
const STORE: Statement = {
  name: 'organization-app-store',
  text: `insert into organization_app (organization_id, provider, client_id, sealed_secret)
    values ($1, $2, $3, $4)
    on conflict (organization_id, provider)
    do update set client_id = excluded.client_id, sealed_secret = excluded.sealed_secret, updated_at = now()`,
};
const DELETE: Statement = {
  name: 'organization-app-delete',
  text: 'delete from organization_app where organization_id = $1 and provider = $2 returning client_id as id',
};

export const bindingOf = (organizationId: string, provider: string): string =>
  `organization-app:${organizationId}:${provider}`;

export interface AppOf {
  readonly organizationId: string;
  readonly provider: string;
}

/** The ids of an organisation's own apps, by network. */
export async function ownAppIds(
  database: Reader,
  organizationId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await database.query<{ provider: string; id: string }>(LIST, [organizationId]);
  return new Map(rows.map(({ provider, id }) => [provider, id]));
}

/** The organisation's own app on a network, with its secret; null when it has none. */
export async function findOwnApp(
  { database, secrets }: { database: Reader; secrets: Secrets },
  { organizationId, provider }: AppOf,
): Promise<OAuthClient | null> {
  const [row] = await database.query<{ id: string; sealed: string }>(FIND, [organizationId, provider]);
  return row ? { id: row.id, secret: secrets.open(row.sealed, bindingOf(organizationId, provider)) } : null;
}

/** Stores it, with its line in the audit log. Channels that are connected keep the app that they have. */
export function storeOwnApp(
  { database, secrets }: Pick<Context, 'database' | 'secrets'>,
  { organizationId, provider }: AppOf,
  { app, userId }: { app: OAuthClient; userId: string | null },
): Promise<void> {
  return database.fork().transactional(async (tx) => {
    const sealed = secrets.seal(app.secret, bindingOf(organizationId, provider));
    await queryInside(tx, STORE, [organizationId, provider, app.id, sealed]);
    const detail = { provider, clientId: app.id };
    await recordAudit(tx, { organizationId, userId, kind: 'network_app_set', detail });
  });
}

/** Deletes it. Repeatable; only the first time is in the audit log. */
export function deleteOwnApp(
  { database }: Pick<Context, 'database'>,
  { organizationId, provider }: AppOf,
  userId: string | null,
): Promise<void> {
  return database.fork().transactional(async (tx) => {
    const [gone] = await queryInside<{ id: string }>(tx, DELETE, [organizationId, provider]);
    if (!gone) return;
    const detail = { provider, clientId: gone.id };
    await recordAudit(tx, { organizationId, userId, kind: 'network_app_removed', detail });
  });
}

/** An account's credentials with the app that they were granted to: only it can renew them. */
export const grantedTo = (
  credentials: Readonly<Record<string, string>>,
  app: Pick<OAuthClient, 'id'>,
): Record<string, string> => ({ ...credentials, [APP_ID]: app.id });

/** Renewed credentials belong to the same app. */
export const stillGranted = (
  renewed: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string>>,
): Record<string, string> => ({
  ...renewed,
  ...(before[APP_ID] === undefined ? {} : { [APP_ID]: before[APP_ID] }),
});

/**
 * What a renewal reads as its environment: the instance's app, or the organisation's own for a channel that
 * was connected with it.
 *
 * @throws ChannelGone when the organisation has removed that app, or uses another one now
 */
export async function renewalEnv(
  deps: { database: Reader; secrets: Secrets },
  { provider, organizationId }: { provider: Provider; organizationId: string },
  { credentials, env }: { credentials: Readonly<Record<string, string>>; env: Env },
): Promise<Env> {
  const id = credentials[APP_ID];
  const app = provider.oauth?.app;
  if (id === undefined || app?.kind !== 'env') return env;
  const own = await findOwnApp(deps, { organizationId, provider: provider.identifier });
  if (own?.id !== id) {
    throw new ChannelGone(
      `It was connected with the app ${id} of this organisation, which Crier no longer has. Reconnect it`,
    );
  }
  return envOf(app, own, env);
}

const envOf = (app: EnvClient, own: OAuthClient, env: Env): Env => ({
  ...env,
  [app.idVariable]: own.id,
  ...(app.secretVariable ? { [app.secretVariable]: own.secret } : {}),
});
