import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { startInstance, type TestInstance } from '../instance.ts';
import { endProcess } from '../servers/server.ts';
import { clientOf, inSeconds, eventsOf, until, type Client, type PostPage } from './client.ts';
import { openSandbox, startInstanceOfMastodon, type Network } from './networks.ts';
import { live, unique } from './scenarios.ts';

describe('several processes on an external PostgreSQL and Temporal server', () => {
  let crier: TestInstance;
  let client: Client;
  let sandbox: ReturnType<typeof openSandbox>;
  let mastodon: Network;
  const channels: string[] = [];
  const workers: ChildProcess[] = [];

  beforeAll(async () => {
    crier = await startInstance();
    client = clientOf(crier);
    sandbox = openSandbox(crier);
    mastodon = await startInstanceOfMastodon();
    for (const { provider, fields } of [sandbox, mastodon]) {
      channels.push((await crier.connect(provider, fields)).id);
    }
  }, 60_000);

  afterEach(async () => void (await Promise.all(workers.splice(0).map((worker) => endProcess(worker)))));

  afterAll(async () => {
    await crier?.stop();
    await mastodon?.stop();
  }, 60_000);

  const startWorkers = async (count: number): Promise<void> =>
    void workers.push(
      ...(await Promise.all(Array.from({ length: count }, () => crier.startWorkerProcess()))),
    );

  it('publish 40 posts of one second each once, by two workers, created through two APIs', async () => {
    await startWorkers(2);
    const apis = (await Promise.all([crier.startApiProcess(), crier.startApiProcess()])).map(({ url }) =>
      clientOf(crier, url),
    );
    const date = inSeconds(6);
    const texts = Array.from({ length: 20 }, (_, i) => unique(`Number ${i}`));
    const ids = (
      await Promise.all(
        texts.map((content, i) => (apis[i % 2] as Client).create({ channels, parts: [{ content }], date })),
      )
    ).flat();
    // One after the other: requesting forty pages at once would be a load test of its own.
    const pages: PostPage[] = [];
    for (const [i, id] of ids.entries()) pages.push(await (apis[i % 2] as Client).reaches(id, 'published'));
    for (const network of [sandbox, mastodon]) {
      const seen = (await network.seen()).filter((post) => texts.includes(post.text));
      expect(seen.map((post) => post.text).toSorted()).toEqual(texts.toSorted());
      for (const post of seen) expect(post.atMs).toBeGreaterThanOrEqual(date.getTime());
    }
    for (const page of pages) {
      expect(eventsOf(page)).toEqual(['accepted', 'claimed', 'request_sent', 'published']);
    }
  }, 120_000);

  it('publish what came due while no worker was running, as soon as one is back', async () => {
    await startWorkers(1);
    const [text, laterText] = [unique('Without a worker'), unique('With the next one')];
    const ids = await client.create({ channels, parts: [{ content: text }], date: inSeconds(3600) });
    const laterIds = await client.create({
      channels,
      parts: [{ content: laterText }],
      date: inSeconds(3600),
    });
    await Promise.all([...ids, ...laterIds].map((id) => client.handedOver(id)));
    const [worker] = workers.splice(0) as [ChildProcess];
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.kill('SIGTERM');
    expect(await ended).toBe(0);
    const [due, later] = [inSeconds(1), inSeconds(8)];
    const move = async (id: string, date: Date): Promise<void> =>
      expect(await crier.call('PATCH', `/posts/${id}`, { body: { date: date.toISOString() } })).toMatchObject(
        { status: 200 },
      );
    await Promise.all([...ids.map((id) => move(id, due)), ...laterIds.map((id) => move(id, later))]);
    await until(due, 1000);
    expect(await live(sandbox, text)).toEqual([]);
    await startWorkers(1);
    await Promise.all([...ids, ...laterIds].map((id) => client.reaches(id, 'published')));
    for (const network of [sandbox, mastodon]) {
      expect(await live(network, text)).toHaveLength(1);
      const [post, ...more] = await live(network, laterText);
      expect(more).toEqual([]);
      expect(post?.atMs).toBeGreaterThanOrEqual(later.getTime());
    }
  }, 120_000);

  it('finish a publish in progress when the worker is stopped', async () => {
    await startWorkers(1);
    const text = unique('In the middle');
    await sandbox.arm('slow', { seconds: 3 });
    const [id = ''] = await client.create({ channels: channels.slice(0, 1), parts: [{ content: text }] });
    const sent = async (): Promise<boolean> =>
      (await client.page(id)).timeline.some((t) => t.event === 'request_sent');
    while (!(await sent()));
    const [worker] = workers.splice(0) as [ChildProcess];
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.kill('SIGTERM');
    expect(await client.page(id)).toMatchObject({ status: 'publishing' });
    expect(await ended).toBe(0);
    // No other worker is running, so the one that was stopping recorded it.
    expect(eventsOf(await client.page(id))).toEqual(['accepted', 'claimed', 'request_sent', 'published']);
    expect(await live(sandbox, text)).toHaveLength(1);
  }, 120_000);
});
