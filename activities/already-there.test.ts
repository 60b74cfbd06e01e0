/** A network that refuses a post because it has one like it: after an earlier send, that may be ours. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AlreadyThere } from '../providers/_kit/errors.ts';
import type { Provider, Published } from '../providers/_kit/contract.ts';
import { freeze } from '../src/platform/freeze.ts';
import { NOTE_RESTORED } from '../src/platform/restored.ts';
import { resolvePost } from '../src/posts/decide/resolve-post.ts';
import { resume } from '../src/posts/decide/resume.ts';
import { buildPost, createOne, sql } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import { armFault } from '../src/test/sandbox-fault.ts';
import type { PartOutcome } from '../temporal/contract/publish-post.ts';
import { publishPart } from './publish-part.ts';
import { verifyPart } from './verify-part.ts';

const WORDS = 'You have said that already';

describe('a post that its network has already, according to the network', () => {
  let crier: TestInstance;
  let sandbox: Provider;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox', { name: 'Ada #lookup' })).id;
    const found = crier.context.providers.get('sandbox');
    if (!found) throw new Error('no sandbox');
    sandbox = { ...found, settleMs: 0 };
  });
  afterAll(() => crier?.stop());

  const call = (provider: Partial<Provider>, postId: string): Parameters<typeof publishPart>[0] => ({
    deps: { ...crier.context, providerEnv: crier.context.config.providerEnv },
    provider: { ...sandbox, ...provider },
    part: { postId, position: 0 },
    signal: new AbortController().signal,
    untilShutdown: new AbortController().signal,
  });
  const refusing = (existing: Published | null = null): Partial<Provider> => ({
    publish: () => Promise.reject(new AlreadyThere(WORDS, { networkCode: 'duplicate', existing })),
  });
  const blind: Partial<Provider> = {
    verify: async () => ({ status: 'absent', evidence: 'not in the list' }),
  };
  const due = async (): Promise<string> => {
    const id = await createOne(crier, buildPost(channel));
    await sql(crier, 'update post set publish_at = now() where id = $1', [id]);
    return id;
  };
  const stateOf = async (id: string): Promise<unknown> =>
    (await sql(crier, 'select state, release_url as url from post where id = $1', [id]))[0];

  /** Sent, its answer lost, and not found by a look that was wrong. */
  async function sentAndNotFound(): Promise<string> {
    const id = await due();
    await armFault(crier, channel, { kind: 'reset_after' });
    expect(await publishPart(call({}, id))).toMatchObject({ status: 'unknown' });
    expect(await verifyPart(call(blind, id))).toEqual({ status: 'retry' });
    return id;
  }

  it('has failed when nothing of it was sent before: the text is another post’s', async () => {
    const id = await due();
    expect(await publishPart(call(refusing(), id))).toEqual({ status: 'failed', reason: WORDS });
  });

  it('is looked for again after an earlier send, and published when it is found', async () => {
    const id = await sentAndNotFound();
    expect(await publishPart(call(refusing(), id))).toMatchObject({ status: 'unknown' });
    expect(await verifyPart(call({}, id))).toMatchObject({ status: 'published' });
  });

  it('is left to a person after an earlier send when no look finds it, and never fails', async () => {
    const id = await sentAndNotFound();
    expect(await publishPart(call(refusing(), id))).toMatchObject({ status: 'unknown' });
    const asked: PartOutcome = await verifyPart(call(blind, id));
    expect(asked).toEqual({ status: 'unconfirmed', reason: expect.stringContaining(WORDS) });
    expect(await stateOf(id)).toMatchObject({ state: 'unconfirmed' });
  });

  it('is left to a person when the earlier send is one that a person has sent again, and never fails', async () => {
    const id = await due();
    await armFault(crier, channel, { kind: 'reset_after' });
    expect(await publishPart(call({}, id))).toMatchObject({ status: 'unknown' });
    expect(await verifyPart(call({ capabilityOf: () => 'none' }, id))).toMatchObject({
      status: 'unconfirmed',
    });
    const ref = { organizationId: crier.organizationId, postId: id };
    await resolvePost(crier.context, ref, { decision: 'resend' });
    expect(await publishPart(call(refusing(), id))).toMatchObject({ status: 'unknown' });
    expect(await verifyPart(call(blind, id))).toMatchObject({ status: 'unconfirmed' });
    expect(await stateOf(id)).toMatchObject({ state: 'unconfirmed' });
  });

  /**
   * Of a restored instance: the one that it was made of may have sent it, and a look at the list was wrong.
   */
  async function restoredAndNotFound(): Promise<string> {
    const id = await due();
    await freeze(crier.context.database, {}, { reason: 'restored', waitMs: 0 });
    await sql(crier, NOTE_RESTORED, [new Date(Date.now() - 3_600_000).toISOString()]);
    await resume(crier.context, {}, { action: 'now' });
    const listed = { recent: async () => [], recentAll: 20 };
    expect(await verifyPart(call(listed, id))).toEqual({ status: 'retry' });
    expect(await stateOf(id)).toMatchObject({ state: 'scheduled' });
    return id;
  }

  it('is left to a person when another instance may have sent it before a restore, and never fails', async () => {
    const id = await restoredAndNotFound();
    expect(await publishPart(call(refusing(), id))).toMatchObject({ status: 'unknown' });
    expect(await verifyPart(call(blind, id))).toEqual({
      status: 'unconfirmed',
      reason: expect.stringContaining(WORDS),
    });
    expect(await stateOf(id)).toMatchObject({ state: 'unconfirmed' });
  });

  it('is so also when it was moved to another date after the look', async () => {
    const id = await restoredAndNotFound();
    const date = new Date(Date.now() + 86_400_000).toISOString();
    expect((await crier.call('PATCH', `/posts/${id}`, { body: { date } })).status).toBe(200);
    await sql(crier, 'update post set publish_at = now() where id = $1', [id]);
    expect(await publishPart(call(refusing(), id))).toMatchObject({ status: 'unknown' });
    expect(await verifyPart(call(blind, id))).toMatchObject({ status: 'unconfirmed' });
  });

  it('is the post that the network names, after a restore as well', async () => {
    const id = await restoredAndNotFound();
    const url = `https://network.example/${id}`;
    const named = { id: `named ${id}`, url, ref: null };
    expect(await publishPart(call(refusing(named), id))).toMatchObject({ status: 'published', url });
  });

  it('is the post that the network names, unless that is recorded as another item', async () => {
    const id = await sentAndNotFound();
    const url = `https://network.example/${id}`;
    const named = { id: `named ${id}`, url, ref: null };
    expect(await publishPart(call(refusing(named), id))).toMatchObject({ status: 'published', url });
    expect(await stateOf(id)).toEqual({ state: 'published', url });
    const other = await sentAndNotFound();
    expect(await publishPart(call(refusing(named), other))).toMatchObject({ status: 'unknown' });
  });
});
