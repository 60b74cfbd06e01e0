/** A service that is away for a day: a real instance and a real worker's code, in skipped time. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import { giveUp } from '../../activities/give-up.ts';
import { publishPart } from '../../activities/publish-part.ts';
import { buildPost, buildTarget, createOne } from '../test/factories.ts';
import type { Plan } from '../test/fake-network.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { DAY, HOUR, MINUTE } from '../test/publish-run.ts';
import { KEY, startShortener, type Shorteners } from '../test/shorteners.ts';
import { describeRuns } from '../test/time-skipping.ts';

const LINK = 'https://shop.example.org/spring';

describeRuns(
  'a post whose service for short links is away',
  (world) => {
    let crier: TestInstance;
    let service: Shorteners;
    let channel: string;
    beforeAll(async () => {
      service = await startShortener('DUB_TOKEN');
      const env = { ...service.env, DUB_TOKEN: KEY, SSRF_ALLOW_CIDRS: '127.0.0.0/8' };
      crier = await startInstance({ temporal: false, env });
      channel = (await crier.connect('sandbox')).id;
    });
    afterAll(async () => {
      await crier?.stop();
      await service?.stop();
    });

    const texts = async (): Promise<string[]> =>
      ((await (await fetch(`${crier.url}/sandbox/posts.json`)).json()) as { text: string }[]).map(
        ({ text }) => text,
      );
    /** A post, and what its run calls: the real activities, one try an hour, or else there are thousands. */
    async function due(text: string): Promise<{ postId: string; plan: Plan }> {
      const value = [{ content: `${text} ${LINK}` }];
      const postId = await createOne(
        crier,
        buildPost([], { type: 'now', shortLink: true, posts: [buildTarget(channel, { value })] }),
      );
      const provider = crier.context.providers.get('sandbox');
      if (!provider) throw new Error('no sandbox');
      const { signal } = new AbortController();
      const deps = { ...crier.context, providerEnv: crier.context.config.providerEnv };
      const part = { postId, position: 0 };
      const publish = async () => {
        try {
          return await publishPart({ deps, provider, part, signal, untilShutdown: signal });
        } catch (error) {
          const { type, message, nonRetryable } = error as ApplicationFailure;
          throw ApplicationFailure.create({
            ...(type ? { type } : {}),
            message,
            nonRetryable: nonRetryable ?? false,
            nextRetryDelay: HOUR,
          });
        }
      };
      return { postId, plan: { 'mastodon.publish': [publish], giveUp: [() => giveUp(deps, part)] } };
    }
    const page = async (id: string) =>
      (await crier.call<{ status: string; error: { code: string; message: string } }>('GET', `/posts/${id}`))
        .body;

    it('is published when the service is back within a day', async () => {
      service.fail('away');
      const { postId, plan } = await due('Back');
      const run = await world.start([{}], plan);
      while (run.calls.length < 20) await world.pass(HOUR);
      expect(await texts()).toEqual([]);
      service.fail('none');
      expect((await run.result()).summary).toBe('1 published');
      expect(await run.lastedMs()).toBeGreaterThan(18 * HOUR);
      expect(await texts()).toEqual([`Back ${service.links[0]?.shortUrl}`]);
      expect((await page(postId)).status).toBe('published');
    });

    it('has failed after a day, with a message that names the service, and is not published afterwards', async () => {
      service.fail('away');
      const { postId, plan } = await due('Never');
      const run = await world.start([{}], plan);
      expect((await run.result()).summary).toBe('1 failed');
      expect(await run.lastedMs()).toBeGreaterThan(22 * HOUR);
      expect(await run.lastedMs()).toBeLessThan(DAY + MINUTE);
      expect(run.callNames().at(-1)).toBe('giveUp');
      expect(await page(postId)).toMatchObject({
        status: 'failed',
        error: { code: 'gave_up', message: expect.stringMatching(/in time: Dub answers 503/) },
      });
      service.fail('none');
      const [again] = plan['mastodon.publish'] ?? [];
      await (again as () => Promise<unknown>)();
      expect((await texts()).filter((text) => text.startsWith('Never'))).toEqual([]);
    });
  },
  { 'with a worker that remembers its runs': 50 },
);
