import { randomUUID } from 'node:crypto';
import type { Statement } from '../../platform/database.ts';
import { startInstanceOfMastodon } from '../e2e/networks.ts';
import { eventually } from '../instance.ts';
import { startFaultFront, type FaultTarget } from '../networks/fault-front.ts';
import type { Fault } from './fault.ts';
import type { World } from './world.ts';

const isPublish: FaultTarget = ({ method, path }) => method === 'POST' && path === '/api/v1/statuses';

const ROWS: Statement = {
  name: 'faults-equal-words',
  text: 'select state, release_url as url from post where id = any($1)',
};
const REMOVE: Statement = { name: 'faults-remove', text: 'delete from post where id = any($1)' };

export const equalWords: Fault = {
  id: 'F20b',
  title:
    'Of two posts of the same words, one request or one answer is lost (--long: a server without keys too)',
  promise: 'two posts of the same words, one of them lost on the way: both are published, each once',
  async run(world) {
    await world.processes.start('api');
    await world.processes.start('worker');
    await losePairs(world, 'mastodon');
    if (world.long) await losePairs(world, 'gotosocial');
  },
};

async function losePairs(world: World, software: string): Promise<void> {
  const { instance } = world;
  const { database } = instance.context;
  const network = await startInstanceOfMastodon({ software });
  const front = await startFaultFront(network.server.url);
  try {
    const { id: channel } = await instance.connect('mastodon', { ...network.fields, instance: front.url });
    const live = (text: string): number => network.server.statuses().filter((s) => s.text === text).length;
    const pairs: { text: string; ids: string[] }[] = [];
    for (let n = 0; n < world.size(2, 5) * 2; n++) {
      const text = `The same words ${randomUUID()}`;
      front.arm({ kind: n % 2 ? 'reset_after' : 'reset_before' }, isPublish);
      pairs.push({ text, ids: [await create(world, channel, text), await create(world, channel, text)] });
      await eventually(`the pair ${n} was sent`, async () => live(text) > n % 2, 60_000);
    }
    await world.settle();
    for (const { text, ids } of pairs) {
      const rows = await database.query<{ state: string; url: string }>(ROWS, [ids]);
      const said = rows.map((row) => `${row.state} ${row.url}`).join(', ');
      const finding = `${live(text)} on ${software} for rows that say ${said}`;
      world.must(live(text) === 2, `not two statuses, but ${finding}`);
      world.must(
        rows.every((r) => r.state === 'published') && new Set(rows.map((r) => r.url)).size === 2,
        `not two URLs: ${finding}`,
      );
    }
    // The checker distinguishes posts by their text.
    await database.query(REMOVE, [pairs.flatMap(({ ids }) => ids)]);
  } finally {
    await front.stop();
    await network.stop();
  }
}

async function create({ instance }: World, channel: string, content: string): Promise<string> {
  const response = await fetch(`${instance.url}/public/v1/posts`, {
    method: 'POST',
    headers: {
      authorization: instance.apiKey,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({
      type: 'now',
      date: new Date().toISOString(),
      posts: [{ integration: { id: channel }, value: [{ content }] }],
    }),
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`create answered ${response.status}: ${text}`);
  return (JSON.parse(text) as { postId: string }[])[0]?.postId ?? '';
}
