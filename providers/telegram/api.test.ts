import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import type { ProviderContext } from '../_kit/contract.ts';
import { Unsent } from '../_kit/errors.ts';
import { buildRequest, pngFile, publishUntilLive } from '../_kit/test-harness.ts';
import type { Fault } from '../../src/test/networks/fault-front.ts';
import { isPublish, prepared, refusal, startWorld, type World } from './fixtures/world.ts';
import { telegram as provider } from './index.ts';

let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

/** An error in full: message, stack, causes, properties. */
const dump = (error: unknown): string => inspect(error, { depth: 20, showHidden: true });

async function failure(context: ProviderContext = world.context): Promise<string> {
  const error: unknown = await provider.publish(world.request(), prepared(), context).then(
    () => null,
    (e: unknown) => e,
  );
  expect(error).toBeInstanceOf(Error);
  return dump(error);
}

describe('the token', () => {
  const secret = (): string => world.bot.token.split(':')[1] as string;

  it('is in no error, with any answer of the network or a proxy', async () => {
    const path = `/bot${world.bot.token}/sendMessage`;
    const answers: Fault[] = [
      refusal(401, 'Unauthorized'),
      refusal(404, 'Not Found'),
      refusal(403, `Forbidden: ${path}`),
      refusal(400, `Bad Request: ${path}`),
      refusal(500, `Internal Server Error: ${path}`),
      refusal(429, `Too Many Requests: ${path}`, { parameters: { retry_after: 1 } }),
      refusal(400, 'Bad Request: upgraded', { parameters: { migrate_to_chat_id: -1 } }),
      { kind: 'status', status: 404, body: JSON.stringify({ message: `Cannot POST ${path}` }) },
      {
        kind: 'status',
        status: 404,
        body: JSON.stringify({ detail: `Cannot POST ${encodeURIComponent(path)}` }),
      },
      { kind: 'status', status: 502, headers: { 'content-type': 'text/html' }, body: `<p>${path}</p>` },
      { kind: 'status', status: 302, headers: { location: path }, body: '' },
      { kind: 'status', status: 200, body: path },
      { kind: 'status', status: 200, body: JSON.stringify({ path }) },
      { kind: 'reset_before' },
      { kind: 'reset_after' },
      { kind: 'garbage_after' },
      { kind: 'truncated_after' },
    ];
    for (const answer of answers) {
      world.front.arm(answer, isPublish);
      expect(await failure()).not.toContain(secret());
    }
  });

  it('is in no error of a call that cannot be made', async () => {
    world.refuseConnections(true);
    expect(await failure()).not.toContain(secret());
    for (const url of [
      'nonsense',
      'ftp://example.com',
      'https://example.com/?x=',
      'http://10.0.0.1',
      'http://user@example.com',
      'https://nowhere.invalid',
    ]) {
      const context = { ...world.context, env: { TELEGRAM_URL: url } };
      expect(await failure(context)).not.toContain(secret());
      await expect(provider.publish(world.request(), prepared(), context)).rejects.toBeInstanceOf(Unsent);
    }
  });

  it('is in no error that contains the URL', async () => {
    const egress = {
      ...world.context.egress,
      fetch: async (url: string | URL): Promise<never> => {
        throw new Error(`fetch failed: ${url}`, { cause: { input: String(url) } });
      },
    };
    expect(await failure({ ...world.context, egress })).not.toContain(secret());
    const unsent = {
      ...egress,
      fetch: async (url: string | URL): Promise<never> => {
        throw new Unsent(`no way to ${url}`, { cause: new Error(String(url)) });
      },
    };
    expect(await failure({ ...world.context, egress: unsent })).not.toContain(secret());
  });

  it('is in nothing that is prepared, published or shown', async () => {
    const request = buildRequest({ channel: world.channel }, provider, { media: [pngFile(), pngFile()] });
    const live = await publishUntilLive(provider, request, world.context);
    expect(
      dump([
        await provider.prepare(request, world.context),
        live,
        world.channel.details,
        await provider.analytics?.(world.channel, world.context),
      ]),
    ).not.toContain(secret());
  });
});
