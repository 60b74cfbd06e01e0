/**
 * Errors in the document: one response for each set of codes that a status can have. A response that several
 * operations share is a component.
 */
import { STATUS_CODES } from 'node:http';
import { errorKinds, type ErrorCode } from '../../platform/errors.ts';
import type { Operation, Schema } from '../operation.ts';
import { codesOf, type Surface } from './codes-of.ts';
import { component } from './components.ts';

/** A response object of OpenAPI, or a reference to one. */
type Response = Readonly<Record<string, unknown>>;

/** The codes that an operation can answer with at one status, in the catalogue's order. */
interface StatusCodes {
  readonly status: number;
  readonly codes: readonly ErrorCode[];
}

/** The error responses of all operations of a document. */
export interface ErrorResponses {
  /** Those that several operations share: `components.responses`. */
  readonly shared: Readonly<Record<string, Response>>;
  /** The responses of one operation, by status. */
  readonly of: (operation: Operation) => Record<string, Response>;
}

/** Collects the error responses of the operations. */
export function buildErrorResponses(operations: readonly Operation[], surface: Surface): ErrorResponses {
  const uses = Map.groupBy(
    operations.flatMap((operation) =>
      statusesOf(operation, surface).filter(({ status }) => !operation.others?.[status]),
    ),
    ({ codes }) => nameOf(codes),
  );
  const isShared = ({ codes }: StatusCodes): boolean => (uses.get(nameOf(codes))?.length ?? 0) > 1;
  const shared = [...uses]
    .flatMap(([name, [error]]) => (error && isShared(error) ? [[name, describe(error)] as const] : []))
    .sort(([a], [b]) => a.localeCompare(b));
  return {
    shared: Object.fromEntries(shared),
    of: (operation) => {
      const ours = statusesOf(operation, surface).map((error) => {
        const { status, codes } = error;
        const other = operation.others?.[status]?.schema;
        if (other) return [status, describe(error, other)];
        return [
          status,
          isShared(error) ? { $ref: `#/components/responses/${nameOf(codes)}` } : describe(error),
        ];
      });
      const others = Object.entries(operation.others ?? {}).map(([status, { description, schema }]) => [
        status,
        { description, content: { 'application/json': { schema } } },
      ]);
      return { ...Object.fromEntries(others), ...Object.fromEntries(ours) } as Record<string, Response>;
    },
  };
}

function statusesOf(operation: Operation, surface: Surface): StatusCodes[] {
  const possible = new Set<string>(codesOf(operation, surface));
  const codes = (Object.keys(errorKinds) as ErrorCode[]).filter((code) => possible.has(code));
  return [...Map.groupBy(codes, (code) => errorKinds[code].status)]
    .map(([status, ofStatus]) => ({ status, codes: ofStatus }))
    .sort((a, b) => a.status - b.status);
}

/** `['post_not_found', 'integration_not_found']` → `PostNotFoundOrIntegrationNotFound`. */
function nameOf(codes: readonly ErrorCode[]): string {
  return codes
    .map((code) => code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()))
    .join('Or');
}

/** `other`: a shape of another specification that the same status can have. */
function describe({ status, codes }: StatusCodes, other?: Schema): Response {
  const texts = codes.map((code) => `\`${code}\` ${errorKinds[code].message}`);
  const schema = withCodes('Error', codes);
  return {
    description: `${STATUS_CODES[status]}: ${texts.join('; ')}`,
    ...(status === 429 || status === 503 ? headersOf({ 'Retry-After': 'Seconds to wait' }) : {}),
    content: {
      'application/json': { schema: other ? { anyOf: [other, schema] } : schema },
      'application/problem+json': { schema: withCodes('Problem', codes) },
    },
  };
}

function withCodes(name: string, codes: readonly ErrorCode[]): Schema {
  return { allOf: [component(name), { type: 'object', properties: { code: { enum: codes } } }] };
}

/** Headers of a response, by their descriptions. */
export function headersOf(headers: Readonly<Record<string, string>> = {}): {
  headers?: Record<string, unknown>;
} {
  const entries = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  return entries.length ? { headers: Object.fromEntries(entries) } : {};
}
