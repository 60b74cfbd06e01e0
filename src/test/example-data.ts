/** An organisation as it looks after a month of use: channels of several networks, posts in every state. */
import { buildPost, buildTarget, createOne, setState, sql } from './factories.ts';
import type { TestInstance } from './instance.ts';

const HOUR_MS = 3_600_000;

/** Ids that pages need in their URLs. */
export interface ExampleData {
  readonly published: string;
  readonly failed: string;
  readonly scheduled: string;
}

/** Name of the account, and its network. */
const CHANNELS = [
  ['Cafe Nord', 'mastodon'],
  ['cafe-nord.example', 'bluesky'],
  ['Cafe Nord GmbH', 'linkedin'],
  ['#announcements', 'slack'],
  ['Cafe Nord test', 'sandbox'],
] as const;
/** Text, channel, hours from now, and the state if it is not the one that it is created in. */
const POSTS: readonly [string, number, number, string?][] = [
  ['Spring menu from Monday: asparagus from the Marchfeld and rhubarb cake.', 0, -26, 'published'],
  ['We are hiring: a barista for the mornings, from May. Coffee is included.', 2, -50, 'published'],
  ['Closed on Thursday: we are building a terrace.', 1, -3, 'failed'],
  ['The first evening on the terrace was yours. Thank you all for coming!', 1, -5, 'unconfirmed'],
  ['Team lunch is moved to one o’clock.', 3, -2, 'missed'],
  ['Tonight: jazz at eight. No tickets, first come, first seated.', 0, 3],
  ['Tonight: jazz at eight. No tickets, first come, first seated.', 1, 3],
  ['Brunch on Sunday: book a table by Friday evening.', 0, 26],
  ['How we roast: a small thread about beans, water and patience.', 1, 50],
  ['A note to our suppliers about the summer break.', 2, 74],
  ['Opening hours in June', 4, 98],
];

/** Fills the instance's organisation. Nothing is published: the states are written as they would be. */
export async function addExampleData(crier: TestInstance): Promise<ExampleData> {
  // Posts are created at the sandbox, whose channels then become those of other networks.
  const channels: string[] = [];
  for (const [name] of CHANNELS) channels.push((await crier.connect('sandbox', { name })).id);
  const create = (content: string, channel: number, inHours: number, type = 'schedule'): Promise<string> =>
    createOne(
      crier,
      buildPost([], {
        type,
        date: new Date(Date.now() + Math.max(inHours, 1) * HOUR_MS).toISOString(),
        posts: [buildTarget(channels[channel] ?? '', { value: [{ content, image: [] }] })],
      }),
    );
  const ids: string[] = [];
  for (const [content, channel, inHours, state] of POSTS) {
    const id = await create(content, channel, inHours);
    ids.push(id);
    if (!state) continue;
    await sql(crier, 'update post set publish_at = now() + make_interval(hours => $2) where id = $1', [
      id,
      inHours,
    ]);
    await setState(crier, id, state);
  }
  await create('Ideas for the autumn card: pumpkin, quince, chestnut', 0, 200, 'draft');
  for (const [at, [, provider]] of CHANNELS.entries()) {
    await sql(crier, 'update integration set provider = $2 where id = $1', [channels[at], provider]);
  }
  await sql(
    crier,
    "insert into instance_state (key, value) values ('worker:example', 'true'), ('set_up', 'true') on conflict (key) do update set updated_at = now() + interval '1 hour'",
  );
  await sql(
    crier,
    "update instance_state set updated_at = now() + interval '1 hour' where key = 'worker:example'",
  );
  return { published: ids[0] ?? '', failed: ids[2] ?? '', scheduled: ids[5] ?? '' };
}
