import { renameSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { firstOf, isMethod, S3_ERRORS, type S3Fault } from '../servers/s3-front.ts';
import { openBucketWorld, type BucketWorld } from './bucket-world.ts';
import { mustEndAs } from './expect.ts';
import type { Fault } from './fault.ts';
import type { Submission } from './client.ts';
import type { World } from './world.ts';

/** How long the bucket is broken, and until when a post that was due meanwhile is tried again. */
const BROKEN_MS = 6000;
const AGAIN_MS = 60_000;

const any = (): boolean => true;
const HARM: Readonly<Record<string, S3Fault>> = {
  'answers 503 SlowDown': firstOf(any, { answer: S3_ERRORS.slowDown }),
  'is cut off in the middle of what it sends': firstOf(isMethod('GET'), { cut: 'down', after: 20 }),
  'sends other bytes': firstOf(isMethod('GET'), { change: 'down' }),
  'finds the clock of this machine wrong': firstOf(any, { answer: S3_ERRORS.skewed }),
  'is silent': firstOf(any, { silent: true }),
};

export const bucketBreaks: Fault = {
  id: 'F47',
  title:
    'The bucket with the files of posts refuses, breaks off, damages or keeps silent while posts are due',
  promise:
    'a bucket that breaks: posts with its files wait and are published once it is back, each picture as it was uploaded; uploads are refused and leave nothing behind',
  async run(world) {
    const bucket = await openBucketWorld(world);
    const { processes } = world;
    await processes.start('api', { env: bucket.env });
    await processes.start('worker', { env: bucket.env });
    const posts: Submission[] = [];
    for (const fault of Object.values(HARM)) {
      posts.push(
        ...(await dueWhile(world, bucket, () => (bucket.s3.fault(fault), () => bucket.s3.fault(null)))),
      );
    }
    posts.push(...(await dueWhile(world, bucket, () => takeAway(bucket))));
    world.bound({ words: `the end of it + ${AGAIN_MS / 1000} s`, by: (s) => s.dueMs + BROKEN_MS + AGAIN_MS });
    await world.settle(240_000);
    await mustEndAs(world, posts, 'published');
    bucket.mustHaveEveryPicture();
  },
};

/** Posts that come due while it is broken. `harm` returns what ends it. */
async function dueWhile(world: World, bucket: BucketWorld, harm: () => () => void): Promise<Submission[]> {
  const posts: Submission[] = [];
  for (let left = world.size(2, 8); left > 0; left--) posts.push(await bucket.post(3000));
  const mend = harm();
  await sleep(BROKEN_MS);
  mend();
  return posts;
}

/** The bucket with everything in it, as if it had been deleted. */
function takeAway({ s3 }: BucketWorld): () => void {
  renameSync(s3.folder, `${s3.folder}-away`);
  return () => renameSync(`${s3.folder}-away`, s3.folder);
}
