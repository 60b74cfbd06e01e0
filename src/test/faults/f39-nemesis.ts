import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import type { World } from './world.ts';

const NETWORK_FAULTS = [
  'lost_answer',
  'reset_after',
  'reset_before',
  'server_error',
  'garbage',
  'rate_limited',
  'lost_request',
  'late',
] as const;
/** Answers that do not reveal whether the post was accepted. */
const UNCLEAR_ANSWERS = ['bad_gateway', 'gateway_timeout', 'truncated', 'wrong_charset', 'drip'] as const;
const ROUND_MS = 6000;

export const nemesis: Fault = {
  id: 'F39',
  title:
    'Random kills of API, workers, Temporal and PostgreSQL around due seconds, with a network that misbehaves',
  promise: 'random kills of everything around the due seconds: nothing is lost, nothing is published twice',
  breaksServers: true,
  long: true,
  async run(world) {
    const { client, processes, random } = world;
    await processes.start('api');
    await processes.start('worker', {}, 'worker');
    await processes.start('worker', {}, 'worker-2');
    for (let round = 0; round < 10; round++) {
      const creating = Promise.all(
        Array.from({ length: 15 }, async () => {
          await sleep(random.between(0, ROUND_MS / 2));
          return client.create({ dueInMs: random.between(500, ROUND_MS), parts: random.pick([1, 1, 1, 3]) });
        }),
      );
      if (random.between(0, 1)) {
        await world.network.arm({
          kind: random.pick(NETWORK_FAULTS),
          times: random.between(1, 4),
          seconds: 2,
        });
      }
      if (random.between(0, 1)) {
        await world.network.arm({
          kind: random.pick(UNCLEAR_ANSWERS),
          times: random.between(1, 4),
          taken: random.pick([true, false]),
        });
      }
      await sleep(random.between(0, ROUND_MS));
      await strike(world);
      await creating;
    }
  },
};

async function strike({ processes, random, stack }: World): Promise<void> {
  const target = random.pick(['worker', 'worker-2', 'both workers', 'api', 'temporal', 'postgres'] as const);
  if (target === 'temporal') return stack().killTemporal();
  if (target === 'postgres') return stack().killPostgres();
  for (const name of target === 'both workers' ? ['worker', 'worker-2'] : [target]) processes.kill(name);
}
