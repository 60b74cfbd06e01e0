import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { png } from '../../../test/factories.ts';
import { breaking } from './scene.ts';
import type { Fault } from '../../../test/faults/fault.ts';
import { mountSmallDisk } from '../../../test/faults/small-disk.ts';
import type { OldInstance } from './old-instance.ts';

const UPLOADS_MB = 200;
/** Sparse: they cost v1's disk nothing, and ours all of it. */
const FILE_BYTES = 8_000_000;
const FILES = 12;

export const diskFull: Fault = {
  id: 'M10',
  title: "Crier's disk is full while the files and the records of v1 are copied; then there is room again",
  promise: 'a full disk: the copy says so and leaves no half file; with room it goes on, and is complete',
  breaksServers: true,
  smallDisk: true,
  async run(world) {
    const files = await mountSmallDisk(UPLOADS_MB);
    world.atEnd(() => files.unmount());
    const uploads = mkdtempSync(join(tmpdir(), 'crier-old-uploads-'));
    world.atEnd(async () => rmSync(uploads, { recursive: true }));
    const env = { UPLOAD_DIRECTORY: join(files.folder, 'uploads') };
    const { disk } = world.stack();
    if (!disk) throw new Error('this fault needs servers on a small disk');
    const here = (): string[] =>
      readdirSync(files.folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name));
    const { run } = breaking({
      ...diskFull,
      by: 'command line',
      uploads,
      env,
      async copying({ old, operator }) {
        await addFiles(old, uploads);
        files.fill();
        const said = await operator.begin('copy').ended;
        files.clear();
        world.must(
          !said.ok && /full|space/i.test(said.message),
          `a full disk of files: ${said.message.slice(-500)}`,
        );
        world.must(
          !here().some((name) => name.endsWith('.part')),
          `half files are left: ${here().join(' ')}`,
        );
        const copy = operator.begin('copy');
        const keepFull = setInterval(() => disk.fill(), 200);
        const without = await copy.ended;
        clearInterval(keepFull);
        disk.clear();
        world.note(`while the disk of the database was full: ${without.message.slice(-200)}`);
        world.must(!without.ok, 'the disk of the database was full, and the copy did not mind');
      },
    });
    await run(world);
    world.must(here().length >= FILES, `${here().length} files came over`);
  },
};

async function addFiles({ v1 }: OldInstance, folder: string): Promise<void> {
  await v1.query(
    `insert into "Media" (id, name, path, "organizationId", "createdAt", "updatedAt")
      select gen_random_uuid()::text, n || '.png', 'https://old.example/uploads/2025/03/01/' || n || '.png', $2, now(), now()
      from generate_series(1, $1::int) n`,
    [FILES, v1.organizations[0]?.id],
  );
  for (let n = 1; n <= FILES; n++) {
    const file = join(folder, `2025/03/01/${n}.png`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, png());
    truncateSync(file, FILE_BYTES);
  }
}
