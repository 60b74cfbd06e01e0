/**
 * Each network from connecting to what is live, with one worker process and Temporal: all at once, as on an
 * instance that has them all.
 */
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { startInstance, type TestInstance } from '../instance.ts';
import { addPerson } from '../person.ts';
import type { RunningCase } from './every-network/case.ts';
import { cases } from './every-network/list.ts';

const PUBLIC = 'https://crier.example';

let crier: TestInstance | undefined;
let running: readonly RunningCase[] = [];
let ends: readonly ReadonlyMap<string, Promise<unknown>>[] = [];

beforeAll(async () => {
  const redirectUri = (provider: string): string => `${PUBLIC}/integrations/social/${provider}`;
  running = await Promise.all(cases.map(({ start }) => start(redirectUri)));
  const env = Object.assign({ FRONTEND_URL: PUBLIC, API_LIMIT: '0' }, ...running.map((one) => one.env));
  crier = await startInstance({ env: env as Record<string, string> });
  const house = { crier, ada: await addPerson(crier) };
  await Promise.all(running.map(({ connect }) => connect(house)));
  await crier.startWorker();
  ends = running.map(({ run }) => run());
}, 120_000);
afterAll(async () => {
  await crier?.stop();
  await Promise.all(running.map(({ stop }) => stop()));
}, 60_000);

for (const [index, { title, names }] of cases.entries()) {
  describe(title, () => {
    it.each(names)(
      '%s',
      async (name) => {
        const error = await ends[index]?.get(name);
        if (error) throw error;
      },
      240_000,
    );
  });
}
