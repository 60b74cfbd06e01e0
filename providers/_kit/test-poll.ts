/** Shared parts of tests of `poll`: answers that prove nothing about a post, however often they come. */
import { expect } from '@jest/globals';
import { Response } from 'undici';
import type { Json, Provider, ProviderContext, PublishRequest } from './contract.ts';

const ODD: readonly (readonly [number, string])[] = [
  [404, '{}'],
  [410, '{"error": "gone"}'],
  [400, '{"message": "Bad request"}'],
  [200, '{}'],
  [200, '[]'],
  [200, 'null'],
  [200, '<html><body>Just a moment…</body></html>'],
  [503, ''],
];

/** A post that the network has accepted. */
export interface Accepted {
  readonly provider: Provider;
  readonly request: PublishRequest;
  readonly ref: Json;
}

/** Publishes what the network goes on working on. */
export async function accept(
  provider: Provider,
  request: PublishRequest,
  context: ProviderContext,
): Promise<Accepted> {
  const result = await provider.publish(request, await provider.prepare(request, context), context);
  if (result.status !== 'processing') throw new Error(`${provider.identifier} does not go on working`);
  return { provider, request, ref: JSON.parse(JSON.stringify(result.ref)) as Json };
}

/**
 * Expects that one odd read ends no post: neither a status without a message nor a list or an object without
 * the post. `more`: bodies with HTTP 200 in the network's own form.
 */
export async function expectPatience(
  { provider, request, ref }: Accepted,
  context: ProviderContext,
  more: readonly object[] = [],
): Promise<void> {
  const answers = [...ODD, ...more.map((body) => [200, JSON.stringify(body)] as const)];
  const ends: unknown[] = [];
  for (const [status, body] of answers) {
    const fetch = async () => new Response(body, { status });
    const odd = { ...context, egress: { ...context.egress, fetch } } as ProviderContext;
    const end = await provider.poll?.(request, ref, odd).catch((error: unknown) => error);
    if (!(end instanceof Error)) ends.push({ status, body, end: (end as { status: string }).status });
  }
  expect(ends).toEqual(ends.map((one) => ({ ...(one as object), end: 'processing' })));
}
