import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SandboxPost } from '../../../providers/_networks/sandbox/journal.ts';
import { eventually, startInstance, type TestInstance } from '../instance.ts';

describe('a post to the sandbox', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance();
    channel = (await crier.connect('sandbox')).id;
    await crier.startWorker();
  });
  afterAll(() => crier?.stop());

  const ledger = async (): Promise<SandboxPost[]> => (await fetch(`${crier.url}/sandbox/posts.json`)).json() as Promise<SandboxPost[]>;

  it('goes out at its date, once, and its page says how late it was', async () => {
    const date = new Date(Date.now() + 3000);
    const created = await crier.call<{ postId: string }[]>('POST', '/posts', { body: { type: 'schedule', date: date.toISOString(), posts: [{ integration: { id: channel }, value: [{ content: 'Hello at its date' }] }] } });
    expect(created.status).toBe(201);
    const id = created.body[0]?.postId;
    const post = await eventually('the post is published', async () => {
      const { body } = await crier.call<{ status: string; latenessMs: number; timeline: { event: string }[] }>('GET', `/posts/${id}`);
      return body.status === 'published' && body;
    });
    const sent = (await ledger()).filter((p) => p.text === 'Hello at its date');
    expect(sent).toHaveLength(1);
    expect(Date.parse(sent[0]?.receivedAt ?? '')).toBeGreaterThanOrEqual(date.getTime());
    expect(post.latenessMs).toBeGreaterThanOrEqual(0);
    expect(post.timeline.map((t) => t.event)).toEqual(['accepted', 'workflow_started', 'claimed', 'request_sent', 'published']);
  });
});
