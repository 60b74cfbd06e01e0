/** A network, "Pages", where one sign-in gives access to two accounts; no real one here does so yet. */
import type { ConnectedAccount, Provider } from '../../providers/_kit/contract.ts';
import type { ProviderOAuth } from '../../providers/_kit/oauth.ts';
import type { TestInstance } from './instance.ts';

/** Variables to start the instance with. */
export const PAGES_ENV: Record<string, string> = { PAGES_ID: 'id', PAGES_SECRET: 'secret-of-the-app' };

/** Adds the network to this instance. */
export function addPages({ context }: TestInstance): void {
  const account = (id: string, name: string): ConnectedAccount => ({
    internalId: id,
    name,
    picture: null,
    profile: name.toLowerCase(),
    credentials: { token: `secret-of-${id}` },
    details: {},
    expiresAt: null,
  });
  const oauth: ProviderOAuth = {
    scopes: [],
    fields: [],
    app: { kind: 'env', idVariable: 'PAGES_ID', secretVariable: 'PAGES_SECRET' },
    pkce: async () => true,
    authorizeUrl: ({ state, redirectUri }) =>
      `${redirectUri}?${new URLSearchParams({ state, code: 'good' })}`,
    exchange: async () => [account('1', 'Bakery'), account('2', 'Garage')],
  };
  const pages: Provider = {
    ...(context.providers.get('sandbox') as Provider),
    identifier: 'pages',
    name: 'Pages',
    connection: { kind: 'oauth' },
    oauth,
    env: Object.keys(PAGES_ENV).map((name) => ({ name, required: true, help: '' })),
  };
  (context.providers as Map<string, Provider>).set('pages', pages);
}
