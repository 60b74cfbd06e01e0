/** What docs/operations.md says about restoring a backup, done as it stands there. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { SandboxPost } from '../../providers/_networks/sandbox/journal.ts';
import { eventually, startInstance, type TestInstance } from './instance.ts';

const STATEMENT = /psql -U crier -d crier -c "([^"]+)"/.exec(readFileSync('docs/operations.md', 'utf8'))?.[1] ?? '';

describe('a backup that is restored after its posts came due', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance();
    channel = (await crier.connect('sandbox')).id;
  });
  afterAll(() => crier?.stop());

  const create = async (content: string, inMs: number): Promise<string> => {
    const date = new Date(Date.now() + inMs).toISOString();
    const { body } = await crier.call<{ postId: string }[]>('POST', '/posts', { body: { type: 'schedule', date, posts: [{ integration: { id: channel }, value: [{ content }] }] } });
    return body[0]?.postId ?? '';
  };
  const status = async (id: string): Promise<string> => (await crier.call<{ status: string }>('GET', `/posts/${id}`)).body.status;
  const sent = async (): Promise<string[]> => ((await (await fetch(`${crier.url}/sandbox/posts.json`)).json()) as SandboxPost[]).map((p) => p.text);

  it('keeps back what was due, sends what is due later, and sends the rest when a person says so', async () => {
    const overdue = await create('due before the restore', 200);
    await eventually('it is overdue', async () => (await crier.context.database.query({ name: 'overdue', text: 'select 1 from post where publish_at < now()' })).length > 0);
    expect(await crier.context.database.query({ name: 'keep-back', text: `${STATEMENT} returning id` })).toEqual([{ id: overdue }]);
    const later = await create('due after the restore', 2000);
    await crier.startWorker();
    await eventually('what is due later goes out', async () => (await status(later)) === 'published');
    expect([await status(overdue), await sent()]).toEqual(['missed', ['due after the restore']]);

    expect((await crier.call('POST', `/posts/${overdue}/retry`)).status).toBe(201);
    await eventually('what a person sends again goes out', async () => (await status(overdue)) === 'published');
    expect(await sent()).toEqual(['due after the restore', 'due before the restore']);
  });
});
