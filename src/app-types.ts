/** What a request carries on its way through the middleware. */
import type Koa from 'koa';
import type { Logger } from './logger.ts';

/** Who is asking. */
export interface Caller {
  readonly organizationId: string;
  readonly apiKeyId: string;
  readonly scopes: readonly ('read' | 'write')[];
}

export interface AppState {
  requestId: string;
  log: Logger;
  caller: Caller;
  /** The JSON body as text and parsed; '' and undefined when there was none. */
  rawBody: string;
  body: unknown;
  /** SHA-256 of method, path and body, set when the request carries an Idempotency-Key. */
  idempotency?: { key: string; requestHash: string };
}

export type AppContext = Koa.ParameterizedContext<AppState>;
export type Middleware = Koa.Middleware<AppState>;
