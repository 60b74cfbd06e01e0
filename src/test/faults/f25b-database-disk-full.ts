import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../instance.ts';
import type { Fault } from './fault.ts';
import { mustEndAs } from './expect.ts';
import type { World } from './world.ts';

export const databaseDiskFull: Fault = {
  id: 'F25b',
  title:
    'The disk of PostgreSQL and Temporal is full while posts are created and come due; then there is room again',
  promise:
    'a full disk below the databases: creates are answered 503 or stored, the instance says that it is not ready, and once there is space everything is published once',
  breaksServers: true,
  smallDisk: true,
  async run(world) {
    const { client, processes, random } = world;
    const { disk } = world.stack();
    if (!disk) throw new Error('this fault needs servers on a small disk');
    await processes.start('api');
    await processes.start('worker');
    const fullMs = world.size(15_000, 60_000);
    await client.createMany(world.size(20, 150), () => ({ dueInMs: 3000 + random.between(0, fullMs) }));
    disk.fill();
    const end = Date.now() + fullMs;
    // Some of it may be freed in the meantime: an old WAL file is removed.
    const keepFull = setInterval(() => disk.fill(), 500);
    try {
      // Long texts, so that the tables have to grow; the client repeats what is refused, once there is space.
      const drafts = [];
      const refusedWhile: string[] = [];
      while (Date.now() < end) {
        const draft = client.draft({ dueInMs: fullMs + random.between(0, 5000), parts: 5 });
        const status = await client.again(draft);
        drafts.push(draft);
        if (status === 503) refusedWhile.push(await readReady(world));
        await sleep(100);
      }
      clearInterval(keepFull);
      mustNotBeReady(world, refusedWhile);
      disk.clear();
      const roomMs = Date.now();
      await eventually(
        'the database answers again',
        () =>
          world.instance.context.database.query({ name: 'faults-one', text: 'select 1 as one' }).then(
            () => true,
            () => false,
          ),
        120_000,
      );
      for (const draft of drafts.filter((d) => d.postId === null)) {
        await eventually('a create is accepted', async () => (await client.again(draft)) === 201, 60_000);
      }
      world.note(
        `while it was full ${[...client.statuses].map(([status, times]) => `${times} × ${status}`).join(', ')}`,
      );
      world.bound({
        words: 'on time, or 90 s after there is room',
        by: (s) => Math.max(s.dueMs, roomMs) + 90_000,
      });
    } finally {
      clearInterval(keepFull);
      disk.clear();
    }
    mustHaveAnswered(world);
    await world.settle(180_000);
    await mustEndAs(world, client.submissions, 'published');
  },
};

/** The status of `/api/ready`, with its check of the database. */
async function readReady({ instance }: World): Promise<string> {
  const response = await fetch(`${instance.url}/api/ready`);
  const { checks } = (await response.json()) as { checks: { database: { detail: string } } };
  return `${response.status}: ${checks.database.detail}`;
}

/** Space may come and go between a create and the question, so that a few may differ. */
function mustNotBeReady({ must, note }: World, said: readonly string[]): void {
  const summary = [...Map.groupBy(said, (message) => message)].map(
    ([message, all]) => `${all.length} × ${message}`,
  );
  note(`after a create was refused, /api/ready said ${summary.join(', ') || 'nothing: none was refused'}`);
  must(
    said.filter((message) => message.startsWith('200')).length <= said.length / 10,
    `an instance that refuses creates said that it is ready: ${summary.join(', ')}`,
  );
}

function mustHaveAnswered({ client, must }: World): void {
  const others = [...client.statuses].filter(([status]) => ![201, 503, 'lost'].includes(status));
  must(
    others.length === 0,
    `while the disk was full the API answered ${others.map(([status, times]) => `${status} (${times} times)`).join(', ')}; 503 is the word for it`,
  );
  must(
    client.statuses.has(503) || client.statuses.has('lost'),
    'no create was refused: the disk was not full enough to try anything',
  );
}
