/** Neynar's own OpenAPI document (version 3.174.0), as an oracle. */
import { parse } from 'yaml';
import { openApiCheck } from './openapi.ts';
import type { Oracle } from './oracle.ts';

/** OpenAPI 3.0 allows null beside a reference; JSON Schema has no such keyword. */
function withNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNull);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withNull(part)]),
  );
  return nullable === true ? { anyOf: [rest, { type: 'null' }] } : rest;
}

/** Statuses of every call, which the document names for none or for some. */
const OF_ALL_CALLS = new Set([401, 402, 429]);

export const neynarOracle: Oracle = {
  name: 'Neynar',
  file: 'neynar.yaml',
  check: (text) => openApiCheck(JSON.stringify(withNull(parse(text)))),
  mistakes: [
    {
      reason:
        'An embed has `additionalProperties: false` beside the `anyOf` that names its fields, so that it may ' +
        'have none; docs.neynar.com/reference/publish-cast shows one with its url',
      covers: ({ side, message }) =>
        side === 'request' &&
        /^the body\/embeds\/\d+ must NOT have additional properties \(url\)$/.test(message),
    },
    {
      reason:
        'Keys, credits and limits are of all calls: docs.neynar.com/reference/quickstart and ' +
        'docs.neynar.com/reference/what-are-the-rate-limits-on-neynar-apis',
      covers: ({ side }, { status }) => side === 'answer' && OF_ALL_CALLS.has(status),
    },
  ],
};
