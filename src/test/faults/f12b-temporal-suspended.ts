import { setTimeout as sleep } from 'node:timers/promises';
import { startTelegramNetwork, type TelegramNetwork } from '../e2e/network-telegram.ts';
import { eventually } from '../instance.ts';
import type { Fault } from './fault.ts';
import { mustEndAs } from './expect.ts';
import type { World } from './world.ts';

/** Longer than Temporal waits for a heartbeat (8 s), so that it gives the activities up when it goes on. */
const SUSPENDED_MS = 14_000;
/** Longer than that, and less than Telegram's 30 s: the answers come when nobody waits for them any more. */
const ANSWER_MS = 20_000;

export const temporalSuspended: Fault = {
  id: 'F12b',
  title: 'Temporal is suspended for 14 s while Telegram takes 20 s to answer; the worker is healthy',
  promise:
    'Temporal standing still during slow calls: the worker hears the answers out and records them; nothing is left to a person',
  breaksServers: true,
  async run(world) {
    const telegram = await startTelegramNetwork();
    try {
      await answerSlowly(world, telegram);
    } finally {
      for (const name of ['worker', 'api']) await world.processes.end(name);
      await telegram.stop();
    }
  },
};

async function answerSlowly(world: World, telegram: TelegramNetwork): Promise<void> {
  const { client, instance, network, processes } = world;
  Object.assign(instance.context.config.providerEnv, telegram.env);
  const { id, name } = await instance.connect('telegram', telegram.fields);
  const on = { id, name, account: 'telegram' };
  network.alsoAt(async () =>
    (await telegram.seen()).map(({ id: postId, text, atMs, parentId }) => ({
      id: postId,
      channelId: 'telegram',
      text,
      inReplyTo: parentId,
      // Telegram shows whole seconds: the end of the second is the latest possible time.
      receivedAt: new Date(atMs + 999).toISOString(),
    })),
  );
  await processes.start('api', { env: telegram.env });
  await processes.start('worker', { env: telegram.env, graceMs: 50_000 });
  telegram.front.arm(
    { kind: 'slow', delayMs: ANSWER_MS },
    ({ path }) => path.includes('sendMessage'),
    Infinity,
  );
  const posts = await client.createTogether(4, () => on);
  await eventually('all are being sent', async () => (await telegram.seen()).length === posts.length, 60_000);
  world.stack().suspendTemporal(true);
  await sleep(SUSPENDED_MS);
  world.stack().suspendTemporal(false);
  await eventually(
    'what Telegram answered is recorded',
    async () => {
      const [row] = await instance.context.database.query<{ published: number }>(
        {
          name: 'faults-published',
          text: "select count(*)::int as published from post where state = 'published'",
        },
        [],
      );
      return row?.published === posts.length;
    },
    90_000,
  );
  await world.settle();
  await mustEndAs(world, posts, 'published');
  world.must(
    telegram.server.messages().length === posts.length,
    `Telegram has ${telegram.server.messages().length} messages for ${posts.length} posts`,
  );
}
