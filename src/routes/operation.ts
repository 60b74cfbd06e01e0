/** An endpoint as a declaration: what it takes and answers, which refusals it has. The router and the OpenAPI document are made of it. */
import type { AppContext } from '../app-types.ts';
import type { Context } from '../context.ts';
import type { ErrorCode } from '../errors.ts';

/** A JSON Schema; `$ref` names components of the document (`#/components/schemas/Post`). */
export type Schema = Readonly<Record<string, unknown>>;

/** One operation of the Public API, below `/public/v1`. */
export interface Operation {
  /** operationId: the name of the method in clients. */
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With parameters as `{id}`. */
  readonly path: string;
  readonly tag: 'Posts' | 'Channels' | 'Media' | 'Organisation' | 'Reference';
  readonly summary: string;
  readonly description?: string;
  /**
   * What comes before the handler: `open` nothing, `key` authentication (a change needs the scope `write`), `body` also a JSON body.
   */
  readonly access: 'open' | 'key' | 'body';
  /** Takes an Idempotency-Key. */
  readonly idempotent?: true;
  /** Counts against API_LIMIT. */
  readonly limited?: true;
  /** Parameters of the path that are no ids. */
  readonly params?: Readonly<Record<string, Schema>>;
  /** An object schema: one property for each parameter. */
  readonly query?: Schema;
  readonly body?: Schema;
  /** A multipart body instead of JSON: its parts. */
  readonly multipart?: Schema;
  /** Headers that the request may carry, beside Authorization and Idempotency-Key. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly answer: { readonly status: number; readonly description: string; readonly schema: Schema; readonly headers?: Readonly<Record<string, string>> };
  /** Codes beyond those that the steps before the handler have. */
  readonly errors: readonly ErrorCode[];
  /** An example of a body. */
  readonly example?: unknown;
}

/** A handler, made from the context when the router is built. */
export type Handler = (context: Context) => (ctx: AppContext) => Promise<void> | void;

/** An operation with its handler. */
export type Route = readonly [Operation, Handler];
