import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { storeVideo } from '../factories.ts';
import { eventually, startInstance, type TestInstance } from '../instance.ts';
import { clientOf } from './client.ts';
import { startTelegramNetwork, type TelegramNetwork } from './network-telegram.ts';

/**
 * Longer than a worker had to stop in earlier versions, and several heartbeats after another may take over.
 */
const ANSWER_MS = 50_000;

describe('a worker that is stopped while a network takes its time', () => {
  let crier: TestInstance;
  let telegram: TelegramNetwork;
  beforeAll(async () => {
    telegram = await startTelegramNetwork();
    crier = await startInstance({ env: telegram.env });
  }, 60_000);
  afterAll(async () => {
    await crier?.stop();
    await telegram?.stop();
  });

  it('waits for the answer and records it, and no other worker touches the post', async () => {
    const { id: channel } = await crier.connect('telegram', telegram.fields);
    const client = clientOf(crier);
    const worker = await crier.startWorkerProcess();
    telegram.front.arm({ kind: 'slow', delayMs: ANSWER_MS }, ({ path }) => path.endsWith('/sendVideo'));
    const film = await storeVideo(crier, 10 * 1024 ** 2);
    const [id = ''] = await client.create({
      channels: [channel],
      parts: [{ content: 'A film', image: [film] }],
    });
    await eventually('Telegram has the film', () => telegram.server.messages().length > 0);
    await crier.startWorkerProcess();
    const ended = once(worker, 'exit');
    worker.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
    const page = await client.reaches(id, 'published');
    expect(page.timeline.map((line) => line.event)).not.toContain('outcome_unknown');
    expect(telegram.server.messages()).toHaveLength(1);
  }, 150_000);
});
