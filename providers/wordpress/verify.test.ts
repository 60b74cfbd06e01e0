/**
 * Unknown outcomes: the post that the call named shows whether it took effect, and a repeat is the same post.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Published, PublishRequest, SentAttempt, VerifyResult } from '../_kit/contract.ts';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { prepareStored } from '../_kit/test-harness.ts';
import { describeWith } from '../../src/test/servers/server.ts';
import { wordpress as server } from '../../src/test/servers/wordpress.ts';
import type { Prepared } from './prepare.ts';
import { isPublish, refusal, startWorld, textOf, type World } from './fixtures/world.ts';
import { wordpress as provider } from './index.ts';

/** Counts the mails that a plug-in would send when a post becomes public. */
const PLUGIN = `
add_action('transition_post_status', function ($new, $old, $post) {
  if ($new !== 'publish' || $old === 'publish') return;
  update_option('announced_' . $post->ID, 1 + (int) get_option('announced_' . $post->ID));
}, 10, 3);
add_action('rest_api_init', function () {
  register_rest_route('test/v1', '/announced/(?P<id>\\\\d+)', [
    'permission_callback' => '__return_true',
    'callback' => function ($r) { return (int) get_option('announced_' . $r['id']); },
  ]);
});`;

describeWith([server], 'A publish call with an unknown outcome', () => {
  let world: World;
  beforeAll(async () => void (world = await startWorld({ plugin: PLUGIN })), 180_000);
  afterAll(() => world?.stop());
  beforeEach(() => void world.front.disarm());

  const verify = (request: PublishRequest, attempt: SentAttempt): Promise<VerifyResult> =>
    provider.verify(request, attempt, world.context);
  const idOf = ({ prepared }: SentAttempt): number => (prepared as Prepared).id;

  it('creates one post, announced once, however often it is repeated', async () => {
    const request = world.request();
    const attempt = await world.lose(request);
    for (let i = 0; i < 2; i++) await provider.publish(request, attempt.prepared, world.context);
    expect((await world.posts()).filter((post) => textOf(post) === request.item.text)).toHaveLength(1);
    expect(await world.site.rest(`/test/v1/announced/${idOf(attempt)}`)).toBe(1);
  });

  it.each(['publish', 'draft', 'pending', 'private'] as const)(
    'is decided by the post itself, also for the status %s',
    async (status) => {
      const request = world.request({}, { status });
      const unsent = await world.lose(request, 'reset_before');
      expect(await verify(request, unsent)).toMatchObject({ status: 'repeatable' });
      const { published } = (await provider.publish(request, unsent.prepared, world.context)) as {
        published: Published;
      };
      expect(await verify(request, unsent)).toEqual({ status: 'found', published });
    },
  );

  it.each([
    [
      'an error page of a gateway',
      {
        kind: 'status',
        status: 502,
        headers: { 'content-type': 'text/html' },
        body: '<html>Bad Gateway</html>',
      },
      'repeatable',
    ],
    [
      'maintenance of the site',
      {
        kind: 'status',
        status: 503,
        headers: { 'retry-after': '600', 'content-type': 'text/html' },
        body: 'Briefly unavailable for scheduled maintenance. Check back in a minute.',
      },
      'repeatable',
    ],
    [
      'a database error',
      refusal(500, 'db_update_error', 'Could not update post in the database.'),
      'repeatable',
    ],
    ['half an answer', { kind: 'truncated_after' }, 'found'],
    ['a page instead of the answer', { kind: 'garbage_after' }, 'found'],
  ] as const)('after %s is looked up', async (_, fault, expected) => {
    const request = world.request();
    const prepared = await prepareStored(provider, request, world.context);
    world.front.arm(fault, isPublish);
    await expect(provider.publish(request, prepared, world.context)).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(
      await verify(request, { prepared, sentAt: new Date(), readAt: new Date(), ref: null }),
    ).toMatchObject({ status: expected });
  });

  it('may result from a missing or slow answer, and is looked up', async () => {
    for (const [kind, expected] of [
      ['hang_before', 'repeatable'],
      ['hang_after', 'found'],
      ['drip_after', 'found'],
    ] as const) {
      const request = world.request();
      const prepared = await prepareStored(provider, request, world.context);
      world.front.arm({ kind }, isPublish);
      const hurried = {
        ...world.context,
        egress: {
          ...world.context.egress,
          fetch: (url: string | URL, init = {}) =>
            world.context.egress.fetch(url, { ...init, timeoutMs: 1500 }),
        },
      };
      await expect(provider.publish(request, prepared, hurried)).rejects.toBeInstanceOf(OutcomeUnknown);
      expect(
        await verify(request, { prepared, sentAt: new Date(), readAt: new Date(), ref: null }),
      ).toMatchObject({ status: expected });
    }
  }, 30_000);

  it('is found even if an editor has renamed the post', async () => {
    const request = world.request();
    const attempt = await world.lose(request);
    await world.site.rest(`/wp/v2/posts/${idOf(attempt)}`, {
      method: 'POST',
      as: world.site.users.administrator,
      body: { slug: 'renamed', title: 'Renamed' },
    });
    expect(await verify(request, attempt)).toMatchObject({
      status: 'found',
      published: { url: `${world.site.url}/renamed/` },
    });
  });

  it('needs a person if a person has deleted the post, before or after', async () => {
    const as = world.site.users.administrator;
    for (const fault of ['reset_before', 'reset_after'] as const) {
      const request = world.request();
      const attempt = await world.lose(request, fault);
      await world.site.rest(`/wp/v2/posts/${idOf(attempt)}`, { method: 'DELETE', as });
      expect(await verify(request, attempt)).toMatchObject({
        status: 'unknown',
        reason: expect.stringContaining('is in the trash'),
      });
      await world.site.rest(`/wp/v2/posts/${idOf(attempt)}?force=true`, { method: 'DELETE', as });
      expect(await verify(request, attempt)).toMatchObject({
        status: 'unknown',
        reason: expect.stringContaining('no longer has post'),
      });
    }
  });

  it('needs a person if an editor has unpublished the post', async () => {
    const request = world.request();
    const attempt = await world.lose(request);
    await world.site.rest(`/wp/v2/posts/${idOf(attempt)}`, {
      method: 'POST',
      as: world.site.users.administrator,
      body: { status: 'pending' },
    });
    expect(await verify(request, attempt)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('has the post as "pending" instead of "publish"'),
    });
  });
});
