import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../factories.ts';
import { beginCommand } from './command.ts';
import { addFiles, openBucketWorld, type BucketWorld } from './bucket-world.ts';
import { mustEndAs } from './expect.ts';
import type { Fault } from './fault.ts';
import type { World } from './world.ts';

/** A picture is uploaded to X in a few calls before its post is. */
const LATE_MS = 20_000;

export const filesMove: Fault = {
  id: 'F48',
  title: '10,000 files are moved from the folder to a bucket and back, and the move is killed each time',
  promise:
    'files that are moved to a bucket and back while posts with pictures are published: no post fails or is late, every file ends with the hash that it began with, and a move that was killed goes on',
  async run(world) {
    const bucket = await openBucketWorld(world, { STORAGE_PROVIDER: 'local' });
    const { processes } = world;
    await processes.start('api', { env: bucket.env });
    await processes.start('worker', { env: bucket.env });
    const before = await addFiles(world, world.size(400, 10_000));
    world.bound({ words: `on time, or ${LATE_MS / 1000} s late`, by: (s) => s.dueMs + LATE_MS });
    let moving = true;
    const posted = postAllTheTime(world, bucket, () => moving);
    const began = Date.now();
    await moveAll(world, bucket, ['local', 's3']);
    await mustBeIn(world, 's3', before);
    await moveAll(world, bucket, ['s3', 'local']);
    world.note(`${before.length} files went there and back in ${Math.round((Date.now() - began) / 1000)} s`);
    moving = false;
    const posts = await posted;
    await world.settle(240_000);
    await mustBeIn(world, 'local', before);
    await mustEndAs(world, posts, 'published');
    bucket.mustHaveEveryPicture();
  },
};

async function postAllTheTime(world: World, bucket: BucketWorld, goesOn: () => boolean) {
  const posts = [];
  while (goesOn() && posts.length < world.size(40, 5000)) {
    posts.push(await bucket.post(1500 + world.random.between(0, 3000)));
    await sleep(200);
  }
  return posts;
}

/** Killed once while some files have moved and some have not, and typed again until nothing is left. */
async function moveAll(world: World, { env }: BucketWorld, [from, to]: [string, string]): Promise<void> {
  const all = await countIn(world, from);
  const first = beginCommand(world, ['storage', 'move', from, to], env);
  const ended = first.ended.then(() => true);
  // A quarter of them: what has moved by then must stay, and what has not must go on.
  while ((await countIn(world, to)) < all / 4) {
    if (await Promise.race([ended, sleep(20)])) break;
  }
  first.kill();
  await ended;
  const [left, moved] = [await countIn(world, from), await countIn(world, to)];
  world.note(`the move from ${from} to ${to} was killed when ${moved} files had moved and ${left} had not`);
  world.must(moved > 0 && left > 0, 'the move was killed before it had begun, or after it had ended');
  const { ok, message } = await beginCommand(world, ['storage', 'move', from, to], env).ended;
  world.must(ok, `the move from ${from} to ${to} said: ${message}`);
}

/** The number of files that were there before: pictures of posts have the names of their uploads. */
async function countIn(world: World, storage: string): Promise<number> {
  const [row] = await sql<{ n: number }>(
    world.instance,
    'select count(*)::int as n from media where storage = $1 and original_name is null',
    [storage],
  );
  return row?.n ?? 0;
}

async function mustBeIn(world: World, storage: string, before: readonly string[]): Promise<void> {
  const rows = await sql<{ file: string; storage: string }>(
    world.instance,
    `select path || ' ' || coalesce(sha256, '') as file, storage from media where mime = 'image/png'`,
  );
  const known = new Map(rows.map((row) => [row.file, row.storage]));
  const wrong = before.filter((file) => known.get(file) !== storage);
  world.must(
    wrong.length === 0,
    `${wrong.length} of ${before.length} files are not in ${storage} as they were`,
  );
}
