/**
 * A part that was sent, and whose repeat the network allowed: until a look proves that the first request
 * never arrived, it may be published, and nothing claims otherwise.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { SandboxFaultKind } from '../providers/_networks/sandbox/faults.ts';
import type { Provider } from '../providers/_kit/contract.ts';
import { resume } from '../src/posts/decide/resume.ts';
import { freeze } from '../src/platform/freeze.ts';
import { UNKNOWN_ID, buildPost, createOne, refusal, sql, type ErrorBody } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import { armFault } from '../src/test/sandbox-fault.ts';
import { freePort } from '../src/run/embedded/ports.ts';
import type { PartOutcome } from '../temporal/contract/publish-post.ts';
import type { PartCall } from './deps.ts';
import { giveUp } from './give-up.ts';
import { allowResend } from './ledger/allow-resend.ts';
import { claimPart, readPart, type ClaimRow } from './ledger/claim-part.ts';
import { markSent } from './ledger/mark-sent.ts';
import { noteSent } from './ledger/note-sent.ts';
import { keyOf } from './ledger/part-key.ts';
import { rejectPart } from './ledger/reject-part.ts';
import { pollPart } from './poll-part.ts';
import { publishPart } from './publish-part.ts';
import { verifyPart } from './verify-part.ts';

describe('a part that may be published', () => {
  let crier: TestInstance;
  let sandbox: Provider;
  let closed: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    const found = crier.context.providers.get('sandbox');
    if (!found) throw new Error('no sandbox');
    // The network settles at once, so that no test waits.
    sandbox = { ...found, settleMs: 0 };
    closed = `http://127.0.0.1:${await freePort()}`;
  });
  afterAll(() => crier?.stop());

  const part = (postId: string): { postId: string; position: number } => ({ postId, position: 0 });
  const callOf = (postId: string, env: Record<string, string> = {}, provider = sandbox): PartCall => ({
    deps: { ...crier.context, providerEnv: { ...crier.context.config.providerEnv, ...env } },
    provider,
    part: part(postId),
    signal: new AbortController().signal,
    untilShutdown: new AbortController().signal,
  });
  /** The outcome, or what is thrown for Temporal to retry. */
  const outcome = (run: Promise<PartOutcome>): Promise<unknown> =>
    run.catch((error: { type?: string }) => error.type ?? String(error));
  const publish = (postId: string, env?: Record<string, string>): Promise<unknown> =>
    outcome(publishPart(callOf(postId, env)));
  const verify = (postId: string): Promise<unknown> => outcome(verifyPart(callOf(postId)));
  const names = new Map<string, string>();
  /** The next call of this channel's account fails. */
  const fail = (channel: string, kind: SandboxFaultKind, more: object = {}): Promise<void> =>
    armFault(crier, channel, { kind, account: names.get(channel), ...more });
  const stateOf = async (postId: string): Promise<string | undefined> =>
    (await sql<{ state: string }>(crier, 'select state from post where id = $1', [postId]))[0]?.state;
  const rowOf = async (postId: string): Promise<ClaimRow> => {
    const row = await readPart(crier.context.database, part(postId));
    if (!row) throw new Error('no row');
    return row;
  };
  const events = async (postId: string): Promise<string[]> =>
    (
      await sql<{ kind: string }>(crier, 'select kind from post_event where post_id = $1 order by id', [
        postId,
      ])
    ).map((event) => event.kind);
  const notified = async (postId: string): Promise<string[]> =>
    (await sql<{ kind: string }>(crier, 'select kind from notification where post_id = $1', [postId])).map(
      (row) => row.kind,
    );

  async function due(account = 'Key #native_key'): Promise<{ id: string; channel: string }> {
    const name = `${account} ${randomUUID()}`;
    const channel = (await crier.connect('sandbox', { name })).id;
    names.set(channel, name);
    const id = await createOne(crier, buildPost(channel));
    await sql(crier, 'update post set publish_at = now() where id = $1', [id]);
    return { id, channel };
  }

  /** Sent, lost, looked for, and allowed to be repeated. */
  async function repeatable(): Promise<{ id: string; channel: string }> {
    const post = await due();
    await fail(post.channel, 'reset_before');
    expect(await publish(post.id)).toMatchObject({ status: 'unknown' });
    expect(await verify(post.id)).toEqual({ status: 'retry' });
    expect(await rowOf(post.id)).toMatchObject({ phase: 'repeat', earlierSentAtMs: expect.any(Number) });
    return post;
  }

  async function mustBeLocked(id: string): Promise<void> {
    for (const [method, body] of [['DELETE'], ['PATCH', { content: 'Other words' }]] as const) {
      const answer = await crier.call<ErrorBody>(method, `/posts/${id}`, { body });
      expect(refusal(answer)).toEqual({ status: 409, code: 'post_locked' });
      expect(answer.body.message).toContain('It may be on the network');
    }
  }

  async function mustAskAPerson(id: string): Promise<void> {
    expect(await stateOf(id)).toBe('unconfirmed');
    expect(await notified(id)).toEqual(['unconfirmed']);
    const answer = await crier.call('POST', `/posts/${id}/resolve`, { body: { decision: 'drop' } });
    expect(answer.status).toBeLessThan(300);
  }

  it.each([
    ['rate limited', 'rate_limited', 'RateLimited'],
    ['refused by an expired token', 'token_expired', { status: 'held' }],
    ['refused by a suspended account', 'suspended', { status: 'held' }],
  ] as const)('stays in publishing when its repeat is %s', async (_, kind, expected) => {
    const { id, channel } = await repeatable();
    // An expired token is renewed once, and then refused again.
    await fail(channel, kind, { times: kind === 'token_expired' ? 2 : 1 });
    const ended = await publish(id);
    if (typeof expected === 'string') expect(ended).toBe(expected);
    else expect(ended).toMatchObject(expected);
    expect(await stateOf(id)).toBe('publishing');
    await mustBeLocked(id);
  });

  it('stays in publishing when its repeat cannot reach the network', async () => {
    const { id } = await repeatable();
    expect(await publish(id, { CRIER_SANDBOX_URL: closed })).toBe('Unsent');
    expect(await stateOf(id)).toBe('publishing');
    await mustBeLocked(id);
    const { body } = await crier.call<{ timeline: { text: string }[] }>('GET', `/posts/${id}`);
    const lines = body.timeline.map(({ text }) => text).join('\n');
    expect(lines).toContain('The repeat was not sent; the first request may have arrived');
    expect(lines).toContain('Sent to the network once more');
  });

  it('stays in publishing when its repeat is frozen, and asks a person when that is dropped', async () => {
    const { id } = await repeatable();
    const scope = { organizationId: crier.organizationId };
    await freeze(crier.context.database, scope, { reason: 'a test' });
    expect(await publish(id)).toMatchObject({ status: 'held', reason: 'frozen' });
    expect(await stateOf(id)).toBe('publishing');
    await mustBeLocked(id);
    await resume(crier.context, scope, { action: 'drop' });
    await mustAskAPerson(id);
  });

  it('is not missed, but asked about, when it is too late for the repeat', async () => {
    const { id } = await repeatable();
    await sql(crier, "update post set publish_at = now() - interval '2 days' where id = $1", [id]);
    expect(await publish(id)).toMatchObject({ status: 'unconfirmed' });
    await mustAskAPerson(id);
  });

  it('is asked about when the repeat is given up', async () => {
    const { id } = await repeatable();
    expect(await giveUp(callOf(id).deps, part(id))).toMatchObject({ status: 'unconfirmed' });
    await mustAskAPerson(id);
  });

  it('is asked about when its channel is disabled', async () => {
    const { id, channel } = await repeatable();
    await sql(crier, 'update integration set disabled = true where id = $1', [channel]);
    expect(await publish(id)).toMatchObject({ status: 'unconfirmed' });
    await mustAskAPerson(id);
  });

  it('is asked about when its repeat is rejected and the first is not to be seen', async () => {
    const { id, channel } = await repeatable();
    await fail(channel, 'rejected');
    expect(await publish(id)).toMatchObject({ status: 'unknown' });
    expect(await stateOf(id)).toBe('publishing');
    expect(await verify(id)).toMatchObject({ status: 'unconfirmed' });
    await mustAskAPerson(id);
  });

  it('is published when its repeat is rejected and the first appears', async () => {
    const { id, channel } = await due();
    await fail(channel, 'reset_after', { hiddenSeconds: 2 });
    expect(await publish(id)).toMatchObject({ status: 'unknown' });
    expect(await verify(id)).toEqual({ status: 'retry' });
    await fail(channel, 'rejected');
    expect(await publish(id)).toMatchObject({ status: 'unknown' });
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(await verify(id)).toMatchObject({ status: 'published' });
    expect(await stateOf(id)).toBe('published');
  });

  it('fails when its repeat is rejected and a look proves that the first never arrived', async () => {
    const { id, channel } = await repeatable();
    await fail(channel, 'rejected');
    expect(await publish(id)).toMatchObject({ status: 'unknown' });
    const proves: Provider = { ...sandbox, verify: async () => ({ status: 'absent', evidence: 'a test' }) };
    expect(await outcome(verifyPart(callOf(id, {}, proves)))).toMatchObject({ status: 'failed' });
    expect(await stateOf(id)).toBe('failed');
  });

  it('keeps its channel: that cannot be deleted while the repeat is held', async () => {
    const { id, channel } = await repeatable();
    await fail(channel, 'suspended');
    expect(await publish(id)).toMatchObject({ status: 'held' });
    const answer = await crier.call<ErrorBody>('DELETE', `/integrations/${channel}`);
    expect(refusal(answer)).toEqual({ status: 409, code: 'post_locked' });
    expect(await stateOf(id)).toBe('publishing');
    expect(await giveUp(callOf(id).deps, part(id))).toMatchObject({ status: 'unconfirmed' });
    expect((await crier.call('DELETE', `/integrations/${channel}`)).status).toBe(200);
  });

  it('is looked up again, not sent, once the promise that a repeat is harmless has run out', async () => {
    const { id } = await repeatable();
    await sql(
      crier,
      `update publish_attempt set resend_until = now()
      from post_item i where i.id = post_item_id and i.post_id = $1`,
      [id],
    );
    expect(await publish(id)).toEqual({ status: 'unknown', verifyAfterMs: 0 });
    expect((await events(id)).filter((kind) => kind === 'request_sent')).toHaveLength(1);
    expect(await verify(id)).toEqual({ status: 'retry' });
    expect(await publish(id)).toMatchObject({ status: 'published' });
  });

  it('is not sent by a worker that was suspended until a repeat is no longer safe', async () => {
    const { id } = await repeatable();
    const db = crier.context.database;
    const fence = randomUUID();
    const row = await claimPart(db, part(id), { id: fence, attemptId: randomUUID(), direct: false });
    expect(row).toMatchObject({ verdict: 'claimed', phase: 'repeat' });
    await sql(
      crier,
      `update publish_attempt set resend_until = now()
      from post_item i where i.id = post_item_id and i.post_id = $1`,
      [id],
    );
    expect(await markSent(db, keyOf(part(id), await rowOf(id)), fence, { request: null })).toBe(false);
  });

  it('can be cancelled again once a look has proven that it never arrived', async () => {
    const { id, channel } = await due('Look #lookup');
    await fail(channel, 'reset_before');
    expect(await publish(id)).toMatchObject({ status: 'unknown' });
    expect(await verify(id)).toEqual({ status: 'retry' });
    await fail(channel, 'rate_limited');
    expect(await publish(id)).toBe('RateLimited');
    expect(await stateOf(id)).toBe('scheduled');
    expect((await crier.call('DELETE', `/posts/${id}`)).status).toBe(200);
  });

  it('is found, not repeated, where the network would honour the key and may have forgotten it', async () => {
    const { id, channel } = await due();
    await fail(channel, 'reset_after');
    expect(await publish(id)).toMatchObject({ status: 'unknown' });
    expect(await verify(id)).toMatchObject({ status: 'published' });
    expect((await events(id)).filter((kind) => kind === 'request_sent')).toHaveLength(1);
  });

  it('waits for the time that an overloaded network names', async () => {
    const { id, channel } = await repeatable();
    await fail(channel, 'rate_limited', { seconds: 600 });
    const outcome = await publishPart(callOf(id));
    expect(outcome).toMatchObject({ status: 'wait', waitMs: expect.any(Number) });
    expect((outcome as { waitMs: number }).waitMs).toBeGreaterThan(590_000);
  });

  describe('and a worker that comes late', () => {
    /** What an earlier claim read, and the row after a later one has sent. */
    async function overtaken(): Promise<{ id: string; stale: ClaimRow }> {
      const { id, channel } = await repeatable();
      const stale = await rowOf(id);
      await fail(channel, 'reset_before');
      expect(await publish(id)).toMatchObject({ status: 'unknown' });
      return { id, stale };
    }
    const unchanged = async (id: string, run: () => Promise<unknown>): Promise<unknown> => {
      const read = async (): Promise<unknown> => {
        const { readAtMs: _, missedInMs: __, ...row } = await rowOf(id);
        return { row, events: await events(id), notified: await notified(id) };
      };
      const before = await read();
      const answered = await run();
      expect(await read()).toEqual(before);
      return answered;
    };

    it('cannot reject, note or allow a send that is not the one it knows', async () => {
      const { id, stale } = await overtaken();
      const db = crier.context.database;
      const key = keyOf(part(id), stale);
      const rejection = { code: 'rejected', message: 'No', provenAbsent: true };
      expect(await unchanged(id, () => rejectPart(db, key, stale.fence, rejection))).toBeUndefined();
      expect(await unchanged(id, () => rejectPart(db, key, null, rejection))).toBeUndefined();
      const note = { kind: 'looked_up', detail: {} } as const;
      expect(await unchanged(id, () => noteSent(db, key, stale.fence, note))).toBe(false);
      const allowed = { detail: {}, identical: true };
      expect(await unchanged(id, () => allowResend(db, key, stale.fence ?? '', allowed))).toBe(false);
    });

    it('cannot end another revision', async () => {
      const { id } = await due();
      const row = await rowOf(id);
      await sql(crier, 'update post set revision = revision + 1 where id = $1', [id]);
      const key = keyOf(part(id), row);
      const rejection = { code: 'rejected', message: 'No' };
      expect(
        await unchanged(id, () => rejectPart(crier.context.database, key, null, rejection)),
      ).toBeUndefined();
      expect(await stateOf(id)).toBe('scheduled');
    });

    it('cannot reject what may be published, even with the right fence', async () => {
      const { id } = await repeatable();
      const row = await rowOf(id);
      const rejection = { code: 'rejected', message: 'No' };
      const reject = (): Promise<unknown> =>
        rejectPart(crier.context.database, keyOf(part(id), row), row.fence, rejection);
      expect(await unchanged(id, reject)).toBeUndefined();
    });
  });

  it('is not rejected because a file is gone by the time the network has processed it', async () => {
    const { id } = await due();
    const processing: Provider = {
      ...sandbox,
      publish: async () => ({ status: 'processing', ref: { job: 1 }, pollAfterMs: 1000 }),
      poll: async () => ({ status: 'published', published: { id: randomUUID(), url: null, ref: null } }),
    };
    expect(await outcome(publishPart(callOf(id, {}, processing)))).toMatchObject({ status: 'processing' });
    await sql(crier, 'update post_item set media = $2::jsonb where post_id = $1', [
      id,
      JSON.stringify([{ id: UNKNOWN_ID, path: '/gone.png' }]),
    ]);
    expect(await outcome(pollPart(callOf(id, {}, processing)))).toMatchObject({ status: 'published' });
  });

  it('is looked up only after its call is over where nothing can be looked up', async () => {
    const { id } = await due('Neither #none');
    const cutOff: Provider = {
      ...sandbox,
      publish: () => Promise.reject(new Error('the worker was cut off')),
    };
    expect(await outcome(publishPart(callOf(id, {}, cutOff)))).toMatchObject({ status: 'unknown' });
    await sql(
      crier,
      `update publish_attempt set call_ended_at = null
      from post_item i where i.id = post_item_id and i.post_id = $1`,
      [id],
    );
    expect(await verify(id)).toMatchObject({ status: 'look' });
    expect(await stateOf(id)).toBe('publishing');
  });
});
