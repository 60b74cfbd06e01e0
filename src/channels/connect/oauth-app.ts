/**
 * Crier's client registration with a network: the operator's, from the environment, or one made with each
 * server.
 */
import type { Provider, ProviderContext } from '../../../providers/_kit/contract.ts';
import type { DynamicClient, EnvClient, OAuthClient } from '../../../providers/_kit/oauth.ts';
import type { Context } from '../../platform/context.ts';
import type { Statement } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { sentence } from '../../platform/sentences.ts';

const FIND: Statement = {
  name: 'provider-app-find',
  text: 'select client_id as id, sealed_secret as sealed from provider_app where provider = $1 and server = $2 and redirect_uri = $3',
};
const STORE: Statement = {
  name: 'provider-app-store',
  text: `insert into provider_app (provider, server, redirect_uri, client_id, sealed_secret) values ($1, $2, $3, $4, $5)
    on conflict (provider, server, redirect_uri) do update set client_id = excluded.client_id, sealed_secret = excluded.sealed_secret, created_at = now()`,
};

/** @throws ApiError `provider_not_configured` naming the missing variables */
export function envClient(
  provider: Pick<Provider, 'name'>,
  app: EnvClient,
  env: Readonly<Record<string, string | undefined>>,
): OAuthClient {
  const missing = missingVariables(app, env);
  if (missing.length) {
    throw new ApiError(
      'provider_not_configured',
      sentence('network_not_set_up', { network: provider.name, variables: missing }),
    );
  }
  const { idVariable, secretVariable } = app;
  return { id: env[idVariable] ?? '', secret: (secretVariable && env[secretVariable]) || '' };
}

/** Variables of the operator's client registration that are not set. */
export function missingVariables(
  { idVariable, secretVariable }: EnvClient,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  return [idVariable, secretVariable].flatMap((name) => (name && !env[name]?.trim() ? [name] : []));
}

/** The client registration at one server: the existing one as long as the server knows it, else a new one. */
export async function dynamicClient(
  context: Pick<Context, 'database' | 'secrets'>,
  at: { provider: string; app: DynamicClient; server: string; redirectUri: string },
  ctx: ProviderContext,
): Promise<OAuthClient> {
  const { provider, app, server, redirectUri } = at;
  const binding = `provider-app:${provider}:${server}:${redirectUri}`;
  const [row] = await context.database.query<{ id: string; sealed: string }>(FIND, [
    provider,
    server,
    redirectUri,
  ]);
  const stored = row && { id: row.id, secret: context.secrets.open(row.sealed, binding) };
  if (stored && (await app.isKnown({ app: stored, server, redirectUri }, ctx))) return stored;
  const made = await app.register(server, redirectUri, ctx);
  await context.database.query(STORE, [
    provider,
    server,
    redirectUri,
    made.id,
    context.secrets.seal(made.secret, binding),
  ]);
  return made;
}
