import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './fault.ts';

/** Far enough ahead that a run which missed the move is found. */
const FAR_MS = 3_600_000;

export const postgresKilled: Fault = {
  id: 'F9',
  title: 'SIGKILL of PostgreSQL while posts are created and due',
  promise:
    'PostgreSQL killed while posts are created and due: accepted posts are published once, and everything recovers by itself',
  breaksServers: true,
  async run(world) {
    const { client, processes, random } = world;
    await processes.start('api');
    await processes.start('worker');
    const rounds = world.size(1, 3);
    for (let round = 0; round < rounds; round++) {
      const due = 4000;
      const movable = await Promise.all(Array.from({ length: 8 }, () => client.create({ dueInMs: FAR_MS })));
      for (let i = world.size(8, 40); i > 0; i--) {
        await client.create({ dueInMs: due + random.between(-500, 1500) });
      }
      const creating = Promise.all(
        Array.from({ length: 10 }, () => client.create({ dueInMs: random.between(0, 8000) })),
      );
      await sleep(random.between(0, 4000));
      // Temporal's last second may be lost with the server; Crier's own must not be.
      await Promise.all(
        movable.map((submission) => client.move(submission, random.between(2000, 6000) - FAR_MS)),
      );
      await world.stack().killPostgres();
      await creating;
    }
    const unanswered = [...client.statuses].filter(([status]) => ![200, 201, 503, 'lost'].includes(status));
    world.must(
      unanswered.length === 0,
      `while PostgreSQL was away the API answered ${unanswered.map(([status, times]) => `${status} (${times} times)`).join(', ')}; 503 is the word for it`,
    );
  },
};
