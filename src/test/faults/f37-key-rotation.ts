import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { mustEndAs } from './expect.ts';
import type { World } from './world.ts';

/** Tokens that expire soon, so that they are renewed under the new key. */
const TOKEN_SECONDS = 6;

const SEALED_WITH = {
  name: 'faults-sealed',
  text: "select name, split_part(credentials, ':', 2) as key, credentials_version as version from integration where deleted_at is null",
};

export const keyRotation: Fault = {
  id: 'F37',
  title:
    'ENCRYPTION_KEY gets a new first key while posts wait; the processes are restarted one after the other',
  promise:
    'a new encryption key while posts wait: posts are still published, and credentials are encrypted with it as they are renewed',
  async run(world) {
    const { client, processes, instance, random } = world;
    const renewing = await world.connect(`Renews #token-${TOKEN_SECONDS}s`);
    const old = instance.env.ENCRYPTION_KEY ?? '';
    const rotated = { ENCRYPTION_KEY: `fresh:${randomBytes(32).toString('base64')},${old}` };
    await processes.start('api');
    await processes.start('worker');
    const spanMs = world.size(12_000, 40_000);
    const wish = (): { dueInMs: number } => ({ dueInMs: 2000 + random.between(0, spanMs) });
    await client.createMany(world.size(15, 150), wish);
    await client.createMany(world.size(6, 40), () => ({ ...wish(), on: renewing }));
    // For a while one worker knows the new key and the other does not: what one renews, the other cannot
    // decrypt.
    await processes.start('worker', { env: rotated }, 'worker-new');
    await sleep(world.size(3000, 8000));
    await processes.end('worker');
    await processes.end('api');
    await processes.start('api', { env: rotated });
    await client.createMany(world.size(5, 50), wish);
    await client.createMany(world.size(3, 20), () => ({ dueInMs: spanMs + 4000, on: renewing }));
    await world.settle(120_000);
    await mustEndAs(world, client.submissions, 'published');
    await mustBeSealed(world, renewing.name, old.split(':')[0] ?? '');
  },
};

/** The renewed one with the new key, the others with the old one, which is therefore still needed. */
async function mustBeSealed(world: World, renewed: string, oldKey: string): Promise<void> {
  const rows = await world.instance.context.database.query<{ name: string; key: string; version: number }>(
    SEALED_WITH,
  );
  for (const { name, key, version } of rows) {
    const wanted = name === renewed ? 'fresh' : oldKey;
    world.must(
      key === wanted,
      `the credentials of ${name} (version ${version}) are sealed with the key ${key} and not with ${wanted}`,
    );
  }
  world.note(
    'channels whose credentials were not renewed keep the old key, so it must stay in ENCRYPTION_KEY',
  );
}
