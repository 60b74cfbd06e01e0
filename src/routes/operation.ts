/**
 * An endpoint as a declaration: what it takes and answers, which refusals it has. The router and the OpenAPI
 * document are made of it.
 */
import type { AppContext } from '../app-types.ts';
import type { Context } from '../context.ts';
import type { Role } from '../entities/account.ts';
import type { ErrorCode } from '../errors.ts';

/** A JSON Schema; `$ref` names components of the document (`#/components/schemas/Post`). */
export type Schema = Readonly<Record<string, unknown>>;

/** One operation: of the Public API below `/public/v1`, of the app below `/api`. */
export interface Operation {
  /** operationId: the name of the method in clients. */
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With parameters as `{id}`. */
  readonly path: string;
  readonly tag:
    | 'Posts'
    | 'Channels'
    | 'Media'
    | 'Organisation'
    | 'Reference'
    | 'Account'
    | 'Members'
    | 'API keys'
    | 'OAuth'
    | 'Apps'
    | 'Connecting'
    | 'Billing'
    | 'Instance';
  readonly summary: string;
  readonly description?: string;
  /**
   * Who may call: `open` everybody, `caller` whoever proves who they are (a key or token on the Public API,
   * where a change needs the scope `write`; a session in the app, where a change needs the CSRF header).
   */
  readonly access: 'open' | 'caller';
  /**
   * The least role of a session; default: every member. A session without an organisation reaches only
   * `none`.
   */
  readonly role?: Role | 'none';
  /** Takes an Idempotency-Key. */
  readonly idempotent?: true;
  /** Counts against API_LIMIT. */
  readonly limited?: true;
  /** Parameters of the path that are no ids. */
  readonly params?: Readonly<Record<string, Schema>>;
  /** An object schema: one property for each parameter. */
  readonly query?: Schema;
  /** A JSON body is read; without it, what is sent is ignored. */
  readonly body?: Schema;
  /** The body may also come as application/x-www-form-urlencoded. */
  readonly form?: true;
  /** A multipart body instead of JSON: its parts. */
  readonly multipart?: Schema;
  /** Headers that the request may carry, beside Authorization and Idempotency-Key. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly answer: {
    readonly status: number;
    readonly description: string;
    readonly schema: Schema;
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** Answers beside that one whose shape is another specification's (OAuth's errors), by status. */
  readonly others?: Readonly<Record<number, { readonly description: string; readonly schema: Schema }>>;
  /** Codes beyond those that the steps before the handler have. */
  readonly errors: readonly ErrorCode[];
  /** An example of a body. */
  readonly example?: unknown;
}

/** A handler, made from the context when the router is built. */
export type Handler = (context: Context) => (ctx: AppContext) => Promise<void> | void;

/** An operation with its handler. */
export type Route = readonly [Operation, Handler];
