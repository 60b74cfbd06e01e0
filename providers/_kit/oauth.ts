/**
 * Connecting by OAuth 2.0 (RFC 6749, authorization code), as a provider declares it. The caller creates the
 * state, ensures its single use and makes the PKCE pair; a provider determines where to send the browser and
 * exchanges the code.
 */
import type { Channel, ConnectedAccount, ConnectField } from './channel.ts';
import type { ProviderContext } from './context.ts';

/** Crier's registration with a network, or with one of its servers. */
export interface OAuthClient {
  readonly id: string;
  readonly secret: string;
}

/** Common to all steps. `server`: origin of the server, for networks of many servers. */
export interface OAuthStep {
  readonly app: OAuthClient;
  readonly redirectUri: string;
  readonly server?: string;
}

/**
 * One registration for all, made by the operator and configured in variables of `Provider.env`. Without
 * `secretVariable` it is a public client (RFC 6749, section 2.1), which PKCE protects: its secret is empty.
 */
export interface EnvClient {
  readonly kind: 'env';
  readonly idVariable: string;
  readonly secretVariable?: string;
}

/** A registration at each server, made when its first account is connected. */
export interface DynamicClient {
  readonly kind: 'dynamic';
  /**
   * The origin of the server that a person typed; without input, the default server.
   *
   * @throws Rejected if that is not a URL that may be called
   */
  server(input: string | undefined, ctx: ProviderContext): string;
  /** The server of a channel that is being reconnected. */
  serverOf(channel: Pick<Channel, 'details'>): string;
  register(server: string, redirectUri: string, ctx: ProviderContext): Promise<OAuthClient>;
  /** Whether the server still knows the registration; it may have been reset or set up again. */
  isKnown(step: OAuthStep, ctx: ProviderContext): Promise<boolean>;
}

/**
 * Connecting to a network that sends no browser back: the person approves in the network's own app, and the
 * network is asked until they have.
 */
export interface ProviderApproval {
  /**
   * Asks the network for something to approve. `url`: where people approve it, in a browser or as a QR code;
   * `ticket`: identifies it in later calls, and is the code that `exchange` receives.
   */
  begin(step: OAuthStep, ctx: ProviderContext): Promise<{ readonly url: string; readonly ticket: string }>;
  /** Whether the person has approved. Repeatable. Throws `Rejected` if they cannot any more. */
  isApproved(step: OAuthStep & { readonly ticket: string }, ctx: ProviderContext): Promise<boolean>;
}

/** How accounts are connected in a browser. Every method throws the typed errors of `errors.ts`. */
export interface ProviderOAuth {
  /** The permissions that the person is asked to grant. */
  readonly scopes: readonly string[];
  /** What the person fills in before they are sent to the network. */
  readonly fields: readonly ConnectField[];
  readonly app: EnvClient | DynamicClient;
  /** What the network calls the code that the browser comes back with; default: `code`. */
  readonly codeParameter?: 'loginRequestToken';
  /** Whether the server supports PKCE (RFC 7636) with the method S256. */
  pkce(server: string | undefined, ctx: ProviderContext): Promise<boolean>;
  /** Present where nothing sends the browser back; `authorizeUrl` then only names the network's host. */
  readonly approval?: ProviderApproval;
  /** Where to send the browser. `challenge`: SHA-256 of the verifier in base64url. */
  authorizeUrl(
    step: OAuthStep & { readonly state: string; readonly challenge?: string },
    ctx: ProviderContext,
  ): string;
  /**
   * Exchanges the code for the accounts that it grants: one, or several for the person to choose from.
   * `state` as it was sent; `deviceId`: what VK ID sends back beside the code, and asks for with each token.
   */
  exchange(
    step: OAuthStep & {
      readonly code: string;
      readonly verifier?: string;
      readonly state?: string;
      readonly deviceId?: string;
    },
    ctx: ProviderContext,
  ): Promise<readonly ConnectedAccount[]>;
}
