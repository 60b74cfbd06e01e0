/**
 * Apps on a network that were entered in the web app: an organisation's own ("bring your own app"), and that
 * of the whole instance. Ids, and secrets sealed.
 */
import type { Provider } from '../../../providers/_kit/contract.ts';
import { ChannelGone } from '../../../providers/_kit/errors.ts';
import type { EnvClient, OAuthClient } from '../../../providers/_kit/oauth.ts';
import type { Context } from '../../platform/context.ts';
import { recordAudit } from '../../platform/audit.ts';
import { queryInside, type Reader, type Statement } from '../../platform/database.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { missingVariables } from './oauth-app.ts';
import { sentence } from '../../platform/sentences.ts';

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

// Beside the registrations at servers, without a server and a redirect URL.
const LIST_SHARED: Statement = {
  name: 'instance-apps',
  text: "select provider from provider_app where server = '' and redirect_uri = ''",
};
const FIND_SHARED: Statement = {
  name: 'instance-app',
  text: `select client_id as id, sealed_secret as sealed from provider_app
    where provider = $1 and server = '' and redirect_uri = ''`,
};
const STORE_SHARED: Statement = {
  name: 'instance-app-store',
  text: `insert into provider_app (provider, server, redirect_uri, client_id, sealed_secret)
    values ($1, '', '', $2, $3)
    on conflict (provider, server, redirect_uri)
    do update set client_id = excluded.client_id, sealed_secret = excluded.sealed_secret, created_at = now()`,
};
const DELETE_SHARED: Statement = {
  name: 'instance-app-delete',
  text: `delete from provider_app where provider = $1 and server = '' and redirect_uri = ''
    returning client_id as id`,
};
const sharedBinding = (provider: string): string => `instance-app:${provider}`;

export const bindingOf = (organizationId: string, provider: string): string =>
  `organization-app:${organizationId}:${provider}`;

export interface AppOf {
  readonly organizationId: string;
  readonly provider: string;
}

/** `instance`: for every organisation that has no app of its own, where the environment has none. */
export type AppScope = 'organization' | 'instance';

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

/** The networks whose app the operator entered in the web app. */
export async function sharedApps(database: Reader): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ provider: string }>(LIST_SHARED);
  return new Set(rows.map(({ provider }) => provider));
}

/** The app of the instance that the operator entered in the web app, with its secret; null without one. */
export async function findSharedApp(
  { database, secrets }: { database: Reader; secrets: Secrets },
  provider: string,
): Promise<OAuthClient | null> {
  const [row] = await database.query<{ id: string; sealed: string }>(FIND_SHARED, [provider]);
  return row ? { id: row.id, secret: secrets.open(row.sealed, sharedBinding(provider)) } : null;
}

interface Change {
  readonly scope: AppScope;
  readonly userId: string | null;
}

/** Stores it, with its line in the audit log. Channels that are connected keep the app that they have. */
export function storeOwnApp(
  { database, secrets }: Pick<Context, 'database' | 'secrets'>,
  { organizationId, provider }: AppOf,
  { app, scope, userId }: Change & { readonly app: OAuthClient },
): Promise<void> {
  return database.fork().transactional(async (tx) => {
    if (scope === 'instance') {
      await queryInside(tx, STORE_SHARED, [
        provider,
        app.id,
        secrets.seal(app.secret, sharedBinding(provider)),
      ]);
    } else {
      const sealed = secrets.seal(app.secret, bindingOf(organizationId, provider));
      await queryInside(tx, STORE, [organizationId, provider, app.id, sealed]);
    }
    const detail = { provider, clientId: app.id, scope };
    await recordAudit(tx, { organizationId, userId, kind: 'network_app_set', detail });
  });
}

/** Deletes it. Repeatable; only the first time is in the audit log. */
export function deleteOwnApp(
  { database }: Pick<Context, 'database'>,
  { organizationId, provider }: AppOf,
  { scope, userId }: Change,
): Promise<void> {
  return database.fork().transactional(async (tx) => {
    const [gone] =
      scope === 'instance'
        ? await queryInside<{ id: string }>(tx, DELETE_SHARED, [provider])
        : await queryInside<{ id: string }>(tx, DELETE, [organizationId, provider]);
    if (!gone) return;
    const detail = { provider, clientId: gone.id, scope };
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
 * What a renewal reads as its environment: the app that the channel was connected with, the instance's or the
 * organisation's own.
 *
 * @throws ChannelGone when that app was removed, or replaced by another one
 */
export async function renewalEnv(
  deps: { database: Reader; secrets: Secrets },
  { provider, organizationId }: { provider: Provider; organizationId: string },
  { credentials, env }: { credentials: Readonly<Record<string, string>>; env: Env },
): Promise<Env> {
  const id = credentials[APP_ID];
  const app = provider.oauth?.app;
  if (app?.kind !== 'env') return env;
  if (id === undefined) {
    // Connected with that of the environment. Where it stands there no longer, it was entered instead.
    if (missingVariables(app, env).length === 0) return env;
    const entered = await findSharedApp(deps, provider.identifier);
    return entered ? envOf(app, entered, env) : env;
  }
  const own = await findOwnApp(deps, { organizationId, provider: provider.identifier });
  if (own?.id === id) return envOf(app, own, env);
  // The instance's, wherever it is kept by now.
  if (env[app.idVariable]?.trim() === id) return env;
  const shared = await findSharedApp(deps, provider.identifier);
  if (shared?.id === id) return envOf(app, shared, env);
  throw new ChannelGone(sentence('connected_with_unknown_app', { id }));
}

const envOf = (app: EnvClient, own: OAuthClient, env: Env): Env => ({
  ...env,
  [app.idVariable]: own.id,
  ...(app.secretVariable ? { [app.secretVariable]: own.secret } : {}),
});
