/**
 * Refusals in the document: one response for each set of codes that a status can have. A response that
 * several operations share is a component.
 */
import { STATUS_CODES } from 'node:http';
import { errorKinds, type ErrorCode } from '../../platform/errors.ts';
import type { Operation, Schema } from '../operation.ts';
import { codesOf, type Surface } from './codes-of.ts';
import { component } from './components.ts';

/** A response object of OpenAPI, or a reference to one. */
type Response = Readonly<Record<string, unknown>>;

/** The codes that an operation can answer with at one status, in the catalogue's order. */
interface Refusal {
  readonly status: number;
  readonly codes: readonly ErrorCode[];
}

/** The refusals of all operations of a document. */
export interface Refusals {
  /** Those that several operations share: `components.responses`. */
  readonly shared: Readonly<Record<string, Response>>;
  /** The responses of one operation, by status. */
  readonly of: (operation: Operation) => Record<string, Response>;
}

/** Collects the refusals of the operations. */
export function buildRefusals(operations: readonly Operation[], surface: Surface): Refusals {
  const uses = Map.groupBy(
    operations.flatMap((operation) =>
      refusalsOf(operation, surface).filter(({ status }) => !operation.others?.[status]),
    ),
    ({ codes }) => nameOf(codes),
  );
  const isShared = ({ codes }: Refusal): boolean => (uses.get(nameOf(codes))?.length ?? 0) > 1;
  const shared = [...uses]
    .flatMap(([name, [refusal]]) =>
      refusal && isShared(refusal) ? [[name, describe(refusal)] as const] : [],
    )
    .sort(([a], [b]) => a.localeCompare(b));
  return {
    shared: Object.fromEntries(shared),
    of: (operation) => {
      const ours = refusalsOf(operation, surface).map((refusal) => {
        const { status, codes } = refusal;
        const other = operation.others?.[status]?.schema;
        if (other) return [status, describe(refusal, other)];
        return [
          status,
          isShared(refusal) ? { $ref: `#/components/responses/${nameOf(codes)}` } : describe(refusal),
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

function refusalsOf(operation: Operation, surface: Surface): Refusal[] {
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
function describe({ status, codes }: Refusal, other?: Schema): Response {
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
