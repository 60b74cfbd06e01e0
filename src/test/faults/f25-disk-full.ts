import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { png, upload, type ErrorBody } from '../factories.ts';
import type { Fault } from './fault.ts';
import { mustEndAs } from './expect.ts';
import { Processes } from './processes.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import type { World } from './world.ts';

const DISK_MB = 4;
/** Posts are published on time; a busy machine is allowed these seconds. */
const LATE_MS = 10_000;

/** An uploaded file, as a post names it. */
interface Uploaded {
  readonly id: string;
  readonly path: string;
}

export const diskFull: Fault = {
  id: 'F25',
  title: 'The disk of uploads and logs is full',
  promise:
    'a full disk below uploads and logs: uploads are refused with 507 and leave nothing behind, scheduled posts are published on time, and uploads work again once there is space',
  async run(world) {
    const disk = await mountSmallDisk(DISK_MB);
    const processes = await Processes.open(join(disk.folder, 'processes'), world.instance.env);
    try {
      const uploads = { UPLOAD_DIRECTORY: join(disk.folder, 'uploads') };
      await processes.start('api', { env: uploads });
      await processes.start('worker', { env: uploads });
      await fillAndPublish(world, disk, uploads.UPLOAD_DIRECTORY);
      for (const name of ['api', 'worker']) {
        world.must(
          processes.deaths(name).length === 0,
          `the ${name} ended when its log could not be written`,
        );
      }
    } finally {
      await processes.stop();
      await disk.unmount();
    }
  },
};

async function fillAndPublish(world: World, disk: SmallDisk, folder: string): Promise<void> {
  const { client, instance } = world;
  const wanted = [await uploaded(world), await uploaded(world)];
  // There is space for the start of this one.
  await mustBeRefused(
    world,
    new Uint8Array(Buffer.concat([png(), Buffer.alloc((DISK_MB + 1) * 1_048_576, 1)])),
  );
  disk.fill();
  const begin = Date.now();
  const posts = await client.createMany(world.size(15, 200), () => ({
    dueInMs: 2000 + world.random.between(0, world.size(4000, 20_000)),
  }));
  for (const media of wanted) posts.push(await client.create({ dueInMs: 3000, media: [media] }));
  for (let i = world.size(5, 40); i > 0; i--) await mustBeRefused(world, new Uint8Array(png()));
  await world.settle(120_000);
  await mustEndAs(world, posts, 'published');
  world.bound({
    words: `on time, or ${LATE_MS / 1000} s late`,
    by: (s) => Math.max(s.dueMs, begin) + LATE_MS,
  });
  const files = filesOf(folder);
  world.must(
    files.length === wanted.length,
    `${files.length} files lie in the uploads and ${wanted.length} were accepted: ${files.join(', ')}`,
  );
  const [rows] = await instance.context.database.query<{ n: number }>({
    name: 'faults-media',
    text: 'select count(*)::int as n from media',
  });
  world.must(
    rows?.n === wanted.length,
    `${rows?.n} files are in the database and ${wanted.length} were accepted`,
  );

  disk.clear();
  const again = await client.create({ dueInMs: 1500, media: [await uploaded(world)] });
  await world.settle(60_000);
  await mustEndAs(world, [again], 'published');
}

async function uploaded({ instance }: World): Promise<Uploaded> {
  const { status, text, body } = await upload<Uploaded>(instance, png(), {
    name: 'pixel.png',
    type: 'image/png',
  });
  if (status !== 201) throw new Error(`an upload was answered ${status}: ${text}`);
  return body;
}

async function mustBeRefused({ instance, must }: World, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const { status, body } = await upload<ErrorBody>(instance, bytes, { name: 'pixel.png', type: 'image/png' });
  must(
    status === 507 && body.code === 'storage_full',
    `an upload to a full disk was answered ${status} (${body.code}: ${body.message})`,
  );
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(join(folder, file)).isFile(),
  );
}
