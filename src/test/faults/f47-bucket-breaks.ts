import { randomBytes } from 'node:crypto';
import { readdirSync, renameSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { countRows, SMALL_FILES, upload } from '../factories.ts';
import { firstOf, isMethod, S3_ERRORS, type S3Call, type S3Fault } from '../servers/s3-front.ts';
import { openBucketWorld, type BucketWorld } from './bucket-world.ts';
import { mustEndAs } from './expect.ts';
import type { Fault } from './fault.ts';
import type { Submission } from './client.ts';
import type { World } from './world.ts';

/** How long the bucket is broken, and until when a post that was due meanwhile is tried again. */
const BROKEN_MS = 6000;
const AGAIN_MS = 60_000;
const MB = 1024 * 1024;
/** The pictures have some hundred bytes. */
const SLOW = 100;

const any = (): boolean => true;
const isPart = ({ query }: S3Call): boolean => query.includes('partNumber');
const HARM: Readonly<Record<string, S3Fault>> = {
  'answers 503 SlowDown': firstOf(any, { answer: S3_ERRORS.slowDown }),
  'is cut off in the middle of what it sends': firstOf(isMethod('GET'), { cut: 'down', after: 20 }),
  'sends a hundred bytes a second': firstOf(isMethod('GET'), { slow: SLOW }),
  'sends other bytes': firstOf(isMethod('GET'), { change: 'down' }),
  'finds the clock of this machine wrong': firstOf(any, { answer: S3_ERRORS.skewed }),
  'is silent': firstOf(any, { silent: true }),
};

export const bucketBreaks: Fault = {
  id: 'F47',
  title:
    'The bucket with the files of posts refuses, is slow, breaks off, damages or keeps silent while posts are due',
  promise:
    'a bucket that breaks: posts with its files wait and are published once it is back, each picture as it was uploaded; uploads are refused and leave nothing behind',
  async run(world) {
    const bucket = await openBucketWorld(world);
    const { processes } = world;
    await processes.start('api', { env: bucket.env });
    await processes.start('worker', { env: bucket.env });
    const posts: Submission[] = [];
    for (const [message, fault] of Object.entries(HARM)) {
      posts.push(...(await dueWhile(world, bucket, () => breakBy(world, bucket, { words: message, fault }))));
    }
    posts.push(...(await dueWhile(world, bucket, () => takeAway(bucket))));
    posts.push(...(await dueWhile(world, bucket, () => cutInPart(world, bucket))));
    world.bound({ words: `the end of it + ${AGAIN_MS / 1000} s`, by: (s) => s.dueMs + BROKEN_MS + AGAIN_MS });
    await world.settle(240_000);
    await mustEndAs(world, posts, 'published');
    bucket.mustHaveEveryPicture();
  },
};

type End = () => void | Promise<void>;

/** Posts that come due while it is broken. `harm` returns what ends it. */
async function dueWhile(world: World, bucket: BucketWorld, harm: () => End): Promise<Submission[]> {
  const posts: Submission[] = [];
  for (let left = world.size(2, 8); left > 0; left--) posts.push(await bucket.post(3000));
  const mend = harm();
  await sleep(BROKEN_MS);
  await mend();
  return posts;
}

function breakBy(
  world: World,
  { s3 }: BucketWorld,
  { words: message, fault }: { words: string; fault: S3Fault },
): End {
  let met = 0;
  s3.fault((call) => {
    const broken = fault(call);
    if (broken) met++;
    return broken;
  });
  return () => {
    s3.fault(null);
    world.must(met > 0, `nothing was asked of the bucket while it ${message}`);
  };
}

/** The bucket with everything in it, as if it had been deleted. */
function takeAway({ s3 }: BucketWorld): End {
  renameSync(s3.folder, `${s3.folder}-away`);
  return () => renameSync(`${s3.folder}-away`, s3.folder);
}

/** A large file is uploaded, and the connection is cut in the middle of each part of it. */
function cutInPart(world: World, bucket: BucketWorld): End {
  const { s3 } = bucket;
  const film = filmOf(17 * MB);
  const send = (): Promise<{ status: number }> =>
    upload(world.instance, film, { name: 'film.mp4', type: 'video/mp4' });
  const kept = async (): Promise<string> =>
    `${await countRows(world.instance, 'media')} rows, ${objectsIn(s3.folder)} objects`;
  const message = 'cut off the parts of a file';
  const mend = breakBy(world, bucket, {
    words: message,
    fault: firstOf(isPart, { cut: 'up', after: 4 * MB }),
  });
  const refused = (async () => {
    const before = await kept();
    const { status } = await send();
    return { status, before, after: await kept() };
  })();
  return async () => {
    const { status, before, after } = await refused;
    world.must(status === 503, `an upload whose parts were cut off was answered ${status}, and not 503`);
    world.must(before === after, `an upload that was refused left something: ${before}, then ${after}`);
    await mend();
    const again = await send();
    world.must(again.status === 201, `the same upload was answered ${again.status} once the bucket was back`);
  };
}

/** A film with as many bytes more as nobody shows: a `free` box (ISO/IEC 14496-12, 8.1.2). */
function filmOf(bytes: number): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(bytes + head.length);
  head.write('free', 4);
  return new Uint8Array(Buffer.concat([SMALL_FILES.mp4?.bytes ?? head, head, randomBytes(bytes)]));
}

const objectsIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
