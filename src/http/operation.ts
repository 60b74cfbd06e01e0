/**
 * An endpoint as a declaration with its handler: input, answer, errors. The router and the OpenAPI document
 * are made from it.
 */
import type { AppContext } from './types.ts';
import type { Context } from '../platform/context.ts';
import type { Role } from '../platform/entities/account.ts';
import type { ErrorCode } from '../platform/errors.ts';

/** A JSON Schema; `$ref` names components of the document (`#/components/schemas/Post`). */
export type Schema = Readonly<Record<string, unknown>>;

/** One operation: of the Public API below `/public/v1`, of the web app below `/api`. */
export interface Operation {
  /** operationId: the method's name in clients. */
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
    | 'Instance'
    | 'Webhooks';
  readonly summary: string;
  readonly description?: string;
  /**
   * The permitted callers: `open` = anybody; `caller` = an authenticated caller (a key or token on the Public
   * API, where a change needs the scope `write`; a session in the web app, where a change needs the CSRF
   * header).
   */
  readonly access: 'open' | 'caller';
  /**
   * The least role of a session, and of the person for whom an app acts; default: every member. A session
   * without an organisation reaches only `none`. API keys are the organisation's and have no role.
   */
  readonly role?: Role | 'none';
  /** Allowed while another instance publishes: what it changes is not copied from there, or nothing is. */
  readonly whileElsewhere?: 'allowed';
  /** Takes an Idempotency-Key. */
  readonly idempotent?: true;
  /** Counts against API_LIMIT. */
  readonly limited?: true;
  /**
   * Its answer may be long, and is compressed. It has no secret in it, whose letters the length would give
   * away one by one (the BREACH attack).
   */
  readonly compressed?: true;
  /** Path parameters that are not ids. */
  readonly params?: Readonly<Record<string, Schema>>;
  /** An object schema: one property for each parameter. */
  readonly query?: Schema;
  /** A JSON body is read; without it, a body is ignored. */
  readonly body?: Schema;
  /** The body may also come as application/x-www-form-urlencoded. */
  readonly form?: true;
  /** The parts of a multipart body, which replaces JSON. */
  readonly multipart?: Schema;
  /** Headers the request may carry, besides Authorization and Idempotency-Key. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly answer: {
    readonly status: number;
    readonly description: string;
    readonly schema: Schema;
    /** Default: application/json. */
    readonly type?: string;
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** Answers whose shape another specification defines (OAuth's errors), by status. */
  readonly others?: Readonly<Record<number, { readonly description: string; readonly schema: Schema }>>;
  /** Codes beyond those of the steps before the handler. */
  readonly errors: readonly ErrorCode[];
  /** An example of a body. */
  readonly example?: unknown;
  readonly handler: Handler;
}

/** A handler, made from the context when the router is built. */
export type Handler = (context: Context) => (ctx: AppContext) => Promise<void> | void;

/**
 * What a checked body holds, read-only and without the fields that no schema names. An object of which the
 * schema names no field, such as the settings, stays as it is.
 */
export type Body<T> = T extends readonly (infer E)[]
  ? readonly Body<E>[]
  : T extends object
    ? [keyof NamedFields<T>] extends [never]
      ? T
      : { readonly [K in keyof NamedFields<T>]: Body<T[K]> }
    : T;
type NamedFields<T> = { [K in keyof T as string extends K ? never : K]: T[K] };
