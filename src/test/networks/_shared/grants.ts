/**
 * What an authorization server of a stand-in keeps (RFC 6749, RFC 7636): codes, access tokens and refresh
 * tokens. What a network asks for, what it answers and with which words it refuses stands in its own folder.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Call } from './stand-in.ts';

/** The registration of an app, as its owner made it on the network. */
export interface App {
  readonly id: string;
  readonly secret: string;
  readonly redirectUris: readonly string[];
}

/** What a person granted to the app. */
export interface Grant<Account> {
  readonly account: Account;
  readonly scopes: readonly string[];
}

/** An access token. `expiresAt`: in milliseconds of the stand-in's clock. */
export type Token<G> = G & { readonly value: string; readonly expiresAt: number };

/** An access token with the refresh token beside it. */
export type Pair = Readonly<Record<'token' | 'refreshToken', string>>;

/** What a code can be wrong by, in the order in which it is looked at. */
export type WrongCode = 'code' | 'redirect_uri' | 'code_verifier';

export interface GrantsOptions {
  /** For how long an access token is good. */
  readonly seconds: number;
  readonly now?: () => Date;
  /** Makes an access token, and a refresh token. */
  readonly makeToken?: () => string;
  readonly makeRefresh?: () => string;
}

export const random = (): string => randomBytes(24).toString('base64url');

export class Grants<G extends Grant<unknown>> {
  readonly #codes = new Map<string, { grant: G; redirectUri: string; challenge: string }>();
  readonly #tokens = new Map<string, Token<G>>();
  readonly #refreshTokens = new Map<string, G>();
  readonly #options: GrantsOptions;

  constructor(options: GrantsOptions) {
    this.#options = options;
  }

  /** For how long an access token is good. */
  get seconds(): number {
    return this.#options.seconds;
  }

  #now(): number {
    return (this.#options.now?.() ?? new Date()).getTime();
  }

  /** A code for what a person allowed. `asked`: the parameters with which the app asked. */
  keepCode(grant: G, asked: URLSearchParams, code = random()): string {
    const redirectUri = asked.get('redirect_uri') ?? '';
    this.#codes.set(code, { grant, redirectUri, challenge: asked.get('code_challenge') ?? '' });
    return code;
  }

  /** What is wrong with a request to exchange a code: the code itself, or what it was made for. */
  wrongCode(form: URLSearchParams): WrongCode | null {
    const known = this.#codes.get(form.get('code') ?? '');
    if (!known) return 'code';
    if (known.redirectUri !== form.get('redirect_uri')) return 'redirect_uri';
    return isMadeOf(known.challenge, form.get('code_verifier')) ? null : 'code_verifier';
  }

  /** Ends a code: what it was good for. */
  takeCode(code: string | null): G | null {
    const known = this.#codes.get(code ?? '');
    this.#codes.delete(code ?? '');
    return known?.grant ?? null;
  }

  /** Another access token; those before it live on. */
  issueToken(grant: G): Token<G> {
    const value = (this.#options.makeToken ?? random)();
    const token: Token<G> = { ...grant, value, expiresAt: this.#now() + this.seconds * 1000 };
    this.#tokens.set(value, token);
    return token;
  }

  issueRefresh(grant: G): string {
    const value = (this.#options.makeRefresh ?? random)();
    this.#refreshTokens.set(value, grant);
    return value;
  }

  issue(grant: G): Pair {
    return { token: this.issueToken(grant).value, refreshToken: this.issueRefresh(grant) };
  }

  /** What a refresh token is good for. */
  ofRefresh(value: string | null): G | null {
    return this.#refreshTokens.get(value ?? '') ?? null;
  }

  /** As `ofRefresh`, of a refresh token that is good once. */
  takeRefresh(value: string | null): G | null {
    const grant = this.ofRefresh(value);
    this.#refreshTokens.delete(value ?? '');
    return grant;
  }

  /** An access token that has not ended; `ended` is called for one that has. */
  find(value: string | null, ended?: () => never): Token<G> | null {
    const token = this.#tokens.get(value ?? '');
    if (!token || token.expiresAt > this.#now()) return token ?? null;
    return ended?.() ?? null;
  }

  /** Ends the access tokens of an account; its refresh tokens stay. */
  endTokens(account: G['account']): void {
    forget(this.#tokens, account);
  }

  /** The person withdraws the app's access. */
  revoke(account: G['account']): void {
    this.endTokens(account);
    forget(this.#refreshTokens, account);
  }
}

function forget<G extends Grant<unknown>>(held: Map<string, G>, account: G['account']): void {
  for (const [value, grant] of held) if (grant.account === account) held.delete(value);
}

/** Whether a challenge (S256) is that of this verifier; a code without one needs none. */
const isMadeOf = (challenge: string, verifier: string | null): boolean =>
  !challenge ||
  createHash('sha256')
    .update(verifier ?? '')
    .digest('base64url') === challenge;

/** The token in a call's header. */
export const bearerOf = ({ headers }: Pick<Call, 'headers'>, scheme = /^Bearer (.+)$/): string | null =>
  scheme.exec(headers.authorization ?? '')?.[1] ?? null;

/** Whether a call shows the app's id and secret by HTTP Basic, neither of them encoded. */
export function showsApp({ headers }: Pick<Call, 'headers'>, { id, secret }: App): boolean {
  const [scheme, value = ''] = (headers.authorization ?? '').split(' ');
  return scheme === 'Basic' && Buffer.from(value, 'base64').toString() === `${id}:${secret}`;
}
