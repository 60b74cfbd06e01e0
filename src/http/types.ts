/** What a request carries on its way through the middleware. */
import type Koa from 'koa';
import type { Role } from '../platform/entities/account.ts';
import type { Publisher } from '../platform/published-elsewhere.ts';
import type { Logger } from '../platform/logger.ts';

/** Who is asking, and for which organisation. */
export interface Caller {
  readonly via: 'key' | 'oauth' | 'session';
  readonly organizationId: string;
  readonly scopes: readonly ('read' | 'write')[];
  /** Who publishes for the organisation, if it came over from another system; null = it was made here. */
  readonly publisher?: Publisher | null;
  /** Whether it was moved to another instance, which publishes for it since. */
  readonly moved?: boolean | null;
  /** The person: of a session, or for whom an app acts. An API key has none. */
  readonly userId?: string;
  readonly apiKeyId?: string;
  readonly oauthTokenId?: string;
  readonly session?: SessionFacts;
}

/**
 * The session of a browser, as the database has it at this moment. `role` in the organisation that is worked
 * in.
 */
export interface SessionFacts {
  readonly id: string;
  readonly role: Role;
  readonly email: string;
  readonly operator: boolean;
}

/** A caller who is a person in a browser. */
export type Person = Caller & { readonly userId: string; readonly session: SessionFacts };

export interface AppState {
  requestId: string;
  log: Logger;
  caller: Caller;
  /** The JSON body as text and parsed; '' and undefined when there was none. */
  rawBody: string;
  body: unknown;
  /** SHA-256 of method, path and body, set when the request carries an Idempotency-Key. */
  idempotency?: { key: string; requestHash: string };
  /**
   * Set once every step before the handler has passed: from here on the request may change something.
   * `takesKey`: the operation knows Idempotency-Keys.
   */
  begun?: { readonly takesKey: boolean };
}

export type AppContext = Koa.ParameterizedContext<AppState>;
export type Middleware = Koa.Middleware<AppState>;
