/**
 * Connecting by OAuth 2.0 (RFC 6749, authorization code), as a network declares it. The state, its single use
 * and the PKCE pair are the caller's work (src/connect); a network says where to send the browser, and what a
 * code is worth.
 */
import type { Channel, ConnectedAccount, ConnectField, ProviderContext } from './contract.ts';

/** Crier's own registration at a network, or at one server of it. */
export interface OAuthClient {
  readonly id: string;
  readonly secret: string;
}

/**
 * What each step is about. `server` = origin of the server, for a network that has many; `redirectUri` =
 * where the browser comes back.
 */
export interface OAuthStep {
  readonly app: OAuthClient;
  readonly redirectUri: string;
  readonly server?: string;
}

/**
 * One registration for all, made by the operator at the network and named by two variables of `Provider.env`.
 */
export interface EnvClient {
  readonly kind: 'env';
  readonly idVariable: string;
  readonly secretVariable: string;
}

/** A registration at each server, made when the first account there is connected. */
export interface DynamicClient {
  readonly kind: 'dynamic';
  /**
   * The origin that a person's words name; nothing given = the usual server. @throws Rejected when they name
   * none that may be called
   */
  server(given: string | undefined, ctx: ProviderContext): string;
  /** The server of a channel that is to be connected again. */
  serverOf(channel: Pick<Channel, 'details'>): string;
  register(server: string, redirectUri: string, ctx: ProviderContext): Promise<OAuthClient>;
  /** Whether the server still knows the registration: it may have forgotten it, or have been set up anew. */
  isKnown(step: OAuthStep, ctx: ProviderContext): Promise<boolean>;
}

/**
 * How accounts of a network are connected in a browser. Every method throws the typed errors of `errors.ts`.
 */
export interface ProviderOAuth {
  /** What is asked of the person at the network. */
  readonly scopes: readonly string[];
  /** What a person says before they are sent there. */
  readonly fields: readonly ConnectField[];
  readonly app: EnvClient | DynamicClient;
  /** Whether the server takes a PKCE challenge (RFC 7636) of the method S256. */
  pkce(server: string | undefined, ctx: ProviderContext): Promise<boolean>;
  /** Where to send the browser. `challenge`: base64url of the SHA-256 of the verifier. */
  authorizeUrl(
    step: OAuthStep & { readonly state: string; readonly challenge?: string },
    ctx: ProviderContext,
  ): string;
  /** Trades the code for the accounts that it opens: one, or several among which the person chooses. */
  exchange(
    step: OAuthStep & { readonly code: string; readonly verifier?: string },
    ctx: ProviderContext,
  ): Promise<readonly ConnectedAccount[]>;
}
