/** Networks that channels can be connected to, and what a person has to provide. */
import type { AppSetup } from '../../../providers/_kit/app-setup.ts';
import type { ConnectField, Provider } from '../../../providers/_kit/contract.ts';
import type { Context } from '../../platform/context.ts';
import { offeredProviders, redirectUriOf } from './begin.ts';
import { missingVariables } from './oauth-app.ts';
import { ownAppIds, sharedApps } from './own-app.ts';

/**
 * How one network is connected. `missing` = variables it needs that are not set; `credentials` = what to
 * provide instead of signing in there, where both ways exist. `app` = the registration that sign-ins use, for
 * networks where a person has to make one.
 */
export interface ConnectableProvider {
  readonly identifier: string;
  readonly name: string;
  /** The risk of a network whose interface is not public. */
  readonly unofficial: string | null;
  readonly connect: 'oauth' | 'credentials' | 'none';
  readonly ready: boolean;
  readonly missing: readonly string[];
  readonly fields: readonly PresentedField[];
  readonly credentials: readonly PresentedField[] | null;
  readonly app: {
    readonly source: 'instance' | 'organization' | 'none';
    readonly clientId: string | null;
    readonly hasSecret: boolean;
    readonly redirectUri: string;
    /** Whether the instance's app was entered in the web app, and may be removed there. */
    readonly entered: boolean;
    /** Whether the environment has one, which goes before that. */
    readonly inEnvironment: boolean;
    readonly scopes: readonly string[];
    readonly setup: PresentedSetup;
  } | null;
}

/** `AppSetup` with null for what a network does not have. */
export type PresentedSetup = {
  readonly [K in keyof Required<Omit<AppSetup, 'notes'>>]: Exclude<AppSetup[K], undefined> | null;
} & Required<Pick<AppSetup, 'notes'>>;

/** A field of the form. A secret that is not required is made when it is left empty. */
export type PresentedField = Pick<ConnectField, 'name' | 'label' | 'secret' | 'required' | 'help'> & {
  readonly default: string | null;
};

/** All networks that are offered, by name, as an organisation may connect them. */
export async function listConnectable(
  context: Pick<Context, 'providers' | 'config' | 'database' | 'publicUrl'>,
  organizationId: string,
): Promise<ConnectableProvider[]> {
  const [own, entered] = await Promise.all([
    ownAppIds(context.database, organizationId),
    sharedApps(context.database),
  ]);
  const { providerEnv: env } = context.config;
  return offeredProviders(context)
    .map((provider) => {
      const ownId = own.get(provider.identifier);
      const known: Known = { env, ownId, entered: entered.has(provider.identifier) };
      const redirectUri = redirectUriOf(context, provider);
      return { ...present(provider, known), app: presentApp(provider, { ...known, redirectUri }) };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/**
 * What the API asks for where a channel is connected with credentials. An environment variable is offered as
 * a default only where the network itself reads it (the operator's server): what the command line reads may
 * be secret.
 */
export function credentialFields(
  provider: Pick<Provider, 'connection' | 'env'>,
  env: Env,
): readonly PresentedField[] {
  return provider.connection.kind === 'credentials'
    ? provider.connection.fields.map((field) => presentField(provider, field, env))
    : [];
}

type Env = Readonly<Record<string, string | undefined>>;

/** Whose apps are there: in the environment, of the organisation, entered by the operator. */
interface Known {
  readonly env: Env;
  readonly ownId: string | undefined;
  readonly entered: boolean;
}

/**
 * The organisation's own app goes before the instance's. The id of the latter is not everybody's business.
 */
function presentApp(
  { oauth, appSetup }: Pick<Provider, 'oauth' | 'appSetup'>,
  { env, ownId, entered, redirectUri }: Known & { redirectUri: string },
): ConnectableProvider['app'] {
  if (oauth?.app.kind !== 'env' || !appSetup) return null;
  const inEnvironment = missingVariables(oauth.app, env).length === 0;
  const instance = inEnvironment || entered ? 'instance' : 'none';
  return {
    source: ownId ? 'organization' : instance,
    clientId: ownId ?? null,
    hasSecret: oauth.app.secretVariable !== undefined,
    redirectUri,
    entered,
    inEnvironment,
    scopes: oauth.scopes,
    setup: presentSetup(appSetup),
  };
}

function presentSetup(setup: AppSetup): PresentedSetup {
  const { portal, create, id } = setup;
  const { request = null, products = null, scopesAt = null, redirectAt = null } = setup;
  const { secret = null, testersAt = null, publishAt = null, review = null, notes = [] } = setup;
  const places = { scopesAt, redirectAt, testersAt, publishAt };
  return { portal, create, id, request, products, secret, review, notes, ...places };
}

function present(provider: Provider, { env, ownId, entered }: Known): Omit<ConnectableProvider, 'app'> {
  const { identifier, name, unofficial = null, connection, oauth } = provider;
  const credentials = credentialFields(provider, env);
  const missing = [
    ...(oauth?.app.kind === 'env' && !ownId && !entered ? missingVariables(oauth.app, env) : []),
    ...provider.env
      .filter((variable) => variable.required && !env[variable.name])
      .map((variable) => variable.name),
  ];
  return {
    identifier,
    name,
    unofficial,
    connect: oauth ? 'oauth' : connection.kind === 'credentials' ? 'credentials' : 'none',
    ready: missing.length === 0,
    missing: [...new Set(missing)],
    fields: oauth ? oauth.fields.map((field) => presentField(provider, field, env)) : credentials,
    credentials: oauth && connection.kind === 'credentials' ? credentials : null,
  };
}

function presentField(
  provider: Pick<Provider, 'env'>,
  { name, label, secret, required, help, default: fallback, env: variable }: ConnectField,
  env: Readonly<Record<string, string | undefined>>,
): PresentedField {
  const declared = provider.env.some((known) => known.name === variable) ? env[variable] : undefined;
  return { name, label, secret, required, help, default: secret ? null : ((declared || fallback) ?? null) };
}
