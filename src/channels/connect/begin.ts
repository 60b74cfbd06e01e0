/** The first half of connecting a channel in a browser: the network's URL to send it to. */
import { providerContext } from '../../../providers/_kit/context.ts';
import type { Channel, Provider, ProviderContext } from '../../../providers/_kit/contract.ts';
import type { OAuthClient, ProviderOAuth } from '../../../providers/_kit/oauth.ts';
import type { Caller } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import { Integration } from '../../platform/entities/integration.ts';
import { ApiError } from '../../platform/errors.ts';
import { challengeOf } from '../../oauth/pkce.ts';
import { assertOwnChannel } from '../own-channel.ts';
import { randomAlphanumeric } from '../../platform/secrets.ts';
import { toConnectError } from './network-error.ts';
import { dynamicClient, envClient, missingVariables } from './oauth-app.ts';
import { findOwnApp, findSharedApp } from './own-app.ts';
import { beginState, type KeptStep } from './state.ts';
import { sentence } from '../../platform/sentences.ts';

/**
 * What was asked for. `externalUrl` = the server, for a network that has many; `refresh` = the channel to
 * reconnect; `origin` = where the browser is.
 */
export interface ConnectRequest {
  readonly caller: Caller;
  readonly provider: string;
  readonly externalUrl?: string;
  readonly refresh?: string;
  readonly origin: string;
}

/** A person is waiting. */
const DEADLINE_MS = 20_000;
const VERIFIER_LENGTH = 64;

type ChannelDetails = Pick<Channel, 'details'>;

/** A network whose accounts are connected in a browser. */
export type OAuthProvider = Provider & { readonly oauth: ProviderOAuth };

/** What determines which networks may be connected. */
type Networks = Pick<Context, 'providers' | 'config'>;

/** Networks that may be connected here: those that the operator does not hide. */
export function offeredProviders({ providers, config }: Networks): Provider[] {
  return [...providers.values()].filter(
    ({ identifier }) => !config.CRIER_HIDDEN_NETWORKS.includes(identifier),
  );
}

/**
 * @throws ApiError `invalid_request` for an unknown network, `network_hidden` for one that the operator hides
 */
export function findProvider(context: Networks, identifier: string): Provider {
  const offered = offeredProviders(context);
  const provider = offered.find((one) => one.identifier === identifier);
  if (provider) return provider;
  const hidden = context.providers.get(identifier);
  if (hidden) throw new ApiError('network_hidden', sentence('hidden_network', { network: hidden.name }));
  const problem = sentence('not_one_of', { values: offered.map((one) => one.identifier) });
  throw new ApiError('invalid_request', {
    ...sentence('no_network_of_that_name', { name: identifier.slice(0, 60) }),
    issues: [{ path: 'provider', ...problem }],
  });
}

/** @throws ApiError as `findProvider`; `invalid_request` for a network without OAuth */
export function findOAuthProvider(context: Networks, identifier: string): OAuthProvider {
  const provider = findProvider(context, identifier);
  if (!hasOAuth(provider)) {
    const problem = sentence('no_sign_in_in_browser', { network: provider.name });
    throw new ApiError('invalid_request', { issues: [{ path: 'provider', ...problem }] });
  }
  return provider;
}

const hasOAuth = (provider: Provider): provider is OAuthProvider => provider.oauth !== undefined;

/** Where people come back to: a page of the web app. */
export const redirectUriOf = (
  { publicUrl }: Pick<Context, 'publicUrl'>,
  { identifier }: Pick<Provider, 'identifier'>,
): string => `${publicUrl}/integrations/social/${identifier}`;

/** The context of one provider call on behalf of a person who is waiting. */
export function connectContext(
  { egress, config }: Pick<Context, 'egress' | 'config'>,
  provider: Provider,
): ProviderContext {
  return providerContext(
    { egress, providerEnv: config.providerEnv },
    provider,
    AbortSignal.timeout(DEADLINE_MS),
  );
}

/**
 * Creates a state and returns the URL on the network. For a network that takes credentials, or sends no
 * browser back: the page of the web app that asks for them, or that waits for the approval.
 *
 * @throws ApiError as `findProvider`; `integration_not_found`, `foreign_resource` for `refresh`;
 * `provider_not_configured`; `network_failed` ("Failed to fetch"), `network_busy`, `blocked_address`,
 * `connect_denied` when the network's server must be asked first
 */
export async function beginConnect(context: Context, request: ConnectRequest): Promise<string> {
  const { caller, origin } = request;
  const provider = findProvider(context, request.provider);
  const channel = request.refresh
    ? await findReconnected(context, provider, { ...caller, id: request.refresh })
    : null;
  if (!hasOAuth(provider)) return `${context.publicUrl}/settings/channels`;
  const ctx = connectContext(context, provider);
  const own = await enteredApp(context, provider, { organizationId: caller.organizationId, env: ctx.env });
  const prepared = await prepareStep(context, {
    provider,
    ctx,
    externalUrl: request.externalUrl,
    channel,
    own,
  });
  const step = await askForApproval(provider, prepared, ctx);
  const state = await beginState(context, {
    organizationId: caller.organizationId,
    userId: caller.userId ?? null,
    sessionId: caller.session?.id ?? null,
    provider: provider.identifier,
    integrationId: channel?.id ?? null,
    origin,
    step,
  });
  const { verifier, approval, ...shared } = step;
  if (approval) return `${step.redirectUri}?${new URLSearchParams({ state })}`;
  const challenge = verifier ? { challenge: challengeOf(verifier) } : {};
  return provider.oauth.authorizeUrl(
    { ...shared, app: clientOf(provider, step, ctx), state, ...challenge },
    ctx,
  );
}

/**
 * The app that a person entered in the web app: the organisation's own, or the instance's where the
 * environment has none. null: that of the environment.
 */
async function enteredApp(
  context: Context,
  { identifier, oauth }: OAuthProvider,
  { organizationId, env }: { organizationId: string; env: ProviderContext['env'] },
): Promise<OAuthClient | null> {
  if (oauth.app.kind !== 'env') return null;
  const own = await findOwnApp(context, { organizationId, provider: identifier });
  if (own || missingVariables(oauth.app, env).length === 0) return own;
  return findSharedApp(context, identifier);
}

/** The step with what the person is to approve, for a network that sends no browser back. */
async function askForApproval(
  provider: OAuthProvider,
  step: KeptStep,
  ctx: ProviderContext,
): Promise<KeptStep> {
  const { approval } = provider.oauth;
  if (!approval) return step;
  const app = clientOf(provider, step, ctx);
  try {
    return { ...step, approval: await approval.begin({ ...step, app }, ctx) };
  } catch (error) {
    throw toConnectError(provider, provider.name, error);
  }
}

/** The client registration of this step: the one made for it, the organisation's own, or the operator's. */
export function clientOf(provider: OAuthProvider, step: KeptStep, ctx: ProviderContext): OAuthClient {
  const { app } = provider.oauth;
  if (step.app) return step.app;
  if (app.kind === 'env') return envClient(provider, app, ctx.env);
  throw new Error(`${provider.identifier} registers its app at each server, and none was registered`);
}

async function prepareStep(
  context: Context,
  {
    provider,
    ctx,
    externalUrl,
    channel,
    own,
  }: {
    provider: OAuthProvider;
    ctx: ProviderContext;
    externalUrl: string | undefined;
    channel: ChannelDetails | null;
    own: OAuthClient | null;
  },
): Promise<KeptStep> {
  const { app, ...oauth } = provider.oauth;
  const redirectUri = redirectUriOf(context, provider);
  let host = provider.name;
  try {
    if (app.kind === 'env') {
      if (!own) envClient(provider, app, ctx.env);
      const verifier = await pair(oauth, undefined, ctx);
      return { redirectUri, ...verifier, ...(own ? { app: own } : {}) };
    }
    const server = channel ? app.serverOf(channel) : app.server(externalUrl, ctx);
    host = new URL(server).host;
    const verifier = await pair(oauth, server, ctx);
    return {
      redirectUri,
      server,
      ...verifier,
      app: await dynamicClient(context, { provider: provider.identifier, app, server, redirectUri }, ctx),
    };
  } catch (error) {
    throw toConnectError(provider, host, error);
  }
}

/** A PKCE verifier where the network supports PKCE (RFC 7636, section 4.1). */
async function pair(
  oauth: Pick<ProviderOAuth, 'pkce'>,
  server: string | undefined,
  ctx: ProviderContext,
): Promise<{ verifier?: string }> {
  return (await oauth.pkce(server, ctx)) ? { verifier: randomAlphanumeric(VERIFIER_LENGTH) } : {};
}

/**
 * The channel that is to be reconnected.
 *
 * @throws ApiError `integration_not_found`, `foreign_resource`; `invalid_request` for one of another network
 */
export async function findReconnected(
  { database }: Pick<Context, 'database'>,
  provider: Pick<Provider, 'identifier' | 'name'>,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<ChannelDetails & { readonly id: string }> {
  const channel = await database.fork().findOne(Integration, { id });
  assertOwnChannel(organizationId, channel, id);
  if (channel.provider !== provider.identifier) {
    const problem = sentence('channel_of_other_network', {
      network: provider.name,
      name: channel.name,
      other: channel.provider,
    });
    throw new ApiError('invalid_request', { issues: [{ path: 'refresh', ...problem }] });
  }
  return channel;
}
