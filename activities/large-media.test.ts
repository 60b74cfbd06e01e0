import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { clientOf, type Client, type Uploaded } from '../src/test/e2e/client.ts';
import { png, storeVideo } from '../src/test/factories.ts';
import { eventually, startInstance, type TestInstance } from '../src/test/instance.ts';
import { startSlack, type Slack } from '../src/test/networks/slack/server.ts';
import { THOROUGH } from '../src/test/thorough.ts';

const MB = 1024 ** 2;
/** Allowed beyond what the worker has taken before, however large and however many the files are. */
const MAX_MORE = 150 * MB;
/** A video may have a gigabyte; one that is larger than what is allowed shows as well that it is not held. */
const LARGEST = (THOROUGH ? 1024 : 220) * MB;
const MANY = { count: 20, bytes: 10 * MB } as const;

/** Highest resident memory of a process since the last `forgetPeak`, in bytes (proc(5)). */
const peakOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

// Only Linux reports the peak memory of another process.
const describeHere = process.platform === 'linux' ? describe : describe.skip;

describeHere('a large video', () => {
  let crier: TestInstance;
  let slack: Slack;
  let worker: ChildProcess;
  let client: Client;
  let channel: string;
  beforeAll(async () => {
    slack = await startSlack({ limits: { postBurst: 1000, tierFactor: 50 } });
    crier = await startInstance({ env: { SLACK_API_URL: `${slack.url}/api` } });
    channel = (await crier.connect('slack', { token: slack.createToken() })).id;
    worker = await crier.startWorkerProcess();
    client = clientOf(crier, crier.url, { __type: 'slack', channel: slack.channels.general });
    // What is loaded on first use.
    const picture = await client.upload({ bytes: png(), name: 'dot.png', type: 'image/png' });
    await publish([picture]);
  }, 60_000);
  afterAll(async () => {
    await crier?.stop();
    await slack?.stop();
  });

  /** Publishes one post with each of these files, all at once. */
  const publish = async (files: readonly Uploaded[]): Promise<void> => {
    const posts = await Promise.all(
      files.map(({ id, path }) =>
        client.create({ channels: [channel], parts: [{ content: 'A film', image: [{ id, path }] }] }),
      ),
    );
    for (const id of posts.flat()) {
      await eventually('the post ends', async () => (await client.page(id)).status === 'published', 240_000);
    }
  };
  /** By how much the worker's memory rises above what it is now. */
  const riseDuring = async (work: () => Promise<unknown>): Promise<number> => {
    const pid = worker.pid ?? 0;
    forgetPeak(pid);
    const before = peakOf(pid);
    await work();
    return peakOf(pid) - before;
  };
  const sizes = (): (number | undefined)[] => slack.messages().map((message) => message.files[0]?.size);

  it('is sent as it is read, also when 20 are sent at once', async () => {
    const { count, bytes } = MANY;
    const videos = await Promise.all(Array.from({ length: count }, () => storeVideo(crier, bytes)));
    expect(await riseDuring(() => publish(videos))).toBeLessThan(MAX_MORE);
    expect(sizes().slice(-count)).toEqual(Array.from({ length: count }, () => bytes));
  }, 300_000);

  it('may have a gigabyte, and is never held in memory', async () => {
    const video = await storeVideo(crier, LARGEST);
    expect(await riseDuring(() => publish([video]))).toBeLessThan(MAX_MORE);
    expect(sizes().at(-1)).toBe(LARGEST);
  }, 300_000);
});
