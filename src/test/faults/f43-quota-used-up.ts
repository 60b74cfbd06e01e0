import { createRecorder } from '../oracles/exchange.ts';
import type { Fault } from './fault.ts';
import type { Submission } from './client.ts';
import { eventsOf, mustEndAs } from './expect.ts';
import { joinX } from './vendor-networks.ts';
import type { World } from './world.ts';

/** What an account may post in one of its days, and how long such a day is. */
const QUOTA = { postsPerDay: 3, daySeconds: 15 };
const DAY_MS = QUOTA.daySeconds * 1000;
/** Between the end of a wait and the send: a task of the queue, a claim, a call. */
const SLACK_MS = 5000;

export const quotaUsedUp: Fault = {
  id: 'F43',
  title: 'An account has used up what X lets it post in a day (the day of the stand-in has 15 seconds)',
  promise:
    'a quota that is used up: the posts wait until X counts again, their timelines say so, X is not asked again and again, and other channels are not delayed',
  async run(world) {
    const { client, processes, random } = world;
    const recorder = createRecorder();
    const { on, settings, env } = await joinX(world, { limits: QUOTA, recorder });
    await processes.start('api', { env });
    await processes.start('worker', { env });
    const count = world.size(8, 14);
    const limited = await client.createTogether(count, () => on, { settings });
    const others = await client.createMany(count, () => ({ dueInMs: random.between(500, 6000) }));
    const days = Math.ceil(count / QUOTA.postsPerDay) + 1;
    world.bound({
      words: `other channels within 3 s, those of X within ${days} days of its account`,
      by: (s) => s.dueMs + (s.account === on.account ? days * DAY_MS + SLACK_MS : 3000),
    });
    await world.settle();
    await mustEndAs(world, [...limited, ...others], 'published');
    await mustTellOfTheQuota(world, limited);
    const sent = recorder.exchanges.filter(
      ({ method, target }) => method === 'POST' && target.startsWith('/2/tweets'),
    );
    const refused = sent.filter(({ status }) => status === 429).length;
    // Those that left together on the first day, and one that finds the quota used up on each later day.
    const most = count - QUOTA.postsPerDay + days - 1;
    world.note(`X refused ${refused} of ${sent.length} requests for ${count} posts`);
    world.must(
      refused > 0 && refused <= most,
      `X refused ${refused} requests for ${count} posts (${most} may be), of which it takes ${QUOTA.postsPerDay} in a day`,
    );
  },
};

/** The timelines of the posts that waited have the reason, and until when. */
async function mustTellOfTheQuota(world: World, posts: readonly Submission[]): Promise<void> {
  const ids = new Set(posts.map(({ postId }) => postId));
  const said = (await eventsOf(world, 'rate_limited')).filter(({ postId }) => ids.has(postId));
  const message = `all ${QUOTA.postsPerDay} posts of 24 hours are used`;
  const waited = new Set(said.map(({ postId }) => postId)).size;
  world.must(
    waited >= posts.length - QUOTA.postsPerDay * 2,
    `${waited} of ${posts.length} timelines show a wait`,
  );
  world.must(
    said.some(({ detail }) => String(detail.reason).includes(message)) &&
      said.every(({ detail }) => typeof detail.until === 'string'),
    `no timeline says "${message}": ${said.map(({ detail }) => String(detail.reason)).join('; ')}`,
  );
}
