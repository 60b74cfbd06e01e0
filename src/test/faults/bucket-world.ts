/**
 * A world whose files are in a bucket, and whose posts carry pictures to a network that keeps their bytes.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { png, pngOfItsOwn, sql, upload } from '../factories.ts';
import { versitygw, type RunningS3 } from '../servers/versitygw.ts';
import type { Submission } from './client.ts';
import { joinX, type VendorNetwork } from './vendor-networks.ts';
import type { X } from '../networks/x/server.ts';
import type { World } from './world.ts';

export interface BucketWorld {
  readonly s3: RunningS3;
  readonly x: VendorNetwork<X>;
  /** What API and worker need. */
  readonly env: Readonly<Record<string, string>>;
  /** A picture that no other post has, uploaded, and due with a post of its own. */
  post(dueInMs: number): Promise<Submission>;
  /** X must have every picture of a post as it was uploaded. */
  mustHaveEveryPicture(): void;
}

/** `env` on top of that of the bucket. */
export async function openBucketWorld(
  world: World,
  env: Readonly<Record<string, string>> = {},
): Promise<BucketWorld> {
  await versitygw.ensure(() => undefined);
  const s3 = await versitygw.start();
  world.atEnd(() => s3.stop());
  const x = await joinX(world);
  const hashes: string[] = [];
  return {
    s3,
    x,
    env: { ...x.env, ...s3.env, ...env },
    async post(dueInMs) {
      const picture = pngOfItsOwn(png(600, 400));
      const { status, text, body } = await upload<{ id: string; path: string }>(world.instance, picture, {
        name: 'own.png',
        type: 'image/png',
      });
      if (status !== 201) throw new Error(`an upload was answered ${status}: ${text}`);
      hashes.push(createHash('sha256').update(picture).digest('hex'));
      return world.client.create({ dueInMs, on: x.on, settings: x.settings, media: [body] });
    },
    mustHaveEveryPicture() {
      const there = x.server.posts().flatMap(({ media }) => media.map(({ sha256 }) => sha256));
      const lost = hashes.filter((hash) => !there.includes(hash));
      world.must(
        lost.length === 0,
        `${lost.length} of ${hashes.length} pictures are not at X as they were uploaded`,
      );
    },
  };
}

/**
 * Files of the library without an upload: many, and small. Their rows have no hash yet, as from an older
 * release.
 */
export async function addFiles(world: World, count: number): Promise<readonly string[]> {
  const { instance } = world;
  const folder = join(instance.dataDir, 'uploads');
  const files = Array.from({ length: count }, () => {
    const name = `${randomBytes(16).toString('hex')}.png`;
    const [path, bytes] = [`2026/11/${10 + (count % 10)}/${name}`, pngOfItsOwn()];
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
    return { path, name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  });
  await sql(
    instance,
    `insert into media (id, organization_id, path, name, mime, size, created_at, cleaned_at)
      select gen_random_uuid(), $1, f.path, f.name, 'image/png', f.size, now(), now()
        from jsonb_to_recordset($2::jsonb) as f(path text, name text, size bigint)`,
    [instance.organizationId, JSON.stringify(files)],
  );
  return files.map(({ path, sha256 }) => `${path} ${sha256}`);
}
