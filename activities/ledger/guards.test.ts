import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { freeze, untilQuiet } from '../../src/platform/freeze.ts';
import { resolvePost } from '../../src/posts/decide/resolve-post.ts';
import { buildPost, buildTarget, createOne, finding, setState, sql } from '../../src/test/factories.ts';
import { startInstance, type TestInstance } from '../../src/test/instance.ts';
import { PUBLISH_CALL_MS, SEND_WITHIN_MS } from '../../temporal/contract/bounds.ts';
import { giveUp } from '../give-up.ts';
import { allowResend } from './allow-resend.ts';
import { claimPart, type ClaimRow } from './claim-part.ts';
import { confirmPart, type Finding } from './confirm-part.ts';
import { giveWay } from './give-way.ts';
import { markSent } from './mark-sent.ts';
import { noteSent } from './note-sent.ts';
import { keyOf, type PartKey } from './part-key.ts';
import { holdPart, releasePart } from './release-part.ts';

const FENCE = randomUUID();
const OTHER_FENCE = randomUUID();
/** Another post of the network each time: one belongs to one item. */
const published = (): { id: string; url: string; ref: { id: string } } => {
  const number = randomUUID();
  return { id: number, url: `https://network.example/${number}`, ref: { id: number } };
};

let crier: TestInstance;
let channel: string;
let id: string;
beforeAll(async () => {
  crier = await startInstance({ temporal: false });
  channel = (await crier.connect('sandbox')).id;
});
beforeEach(async () => {
  id = await createOne(
    crier,
    buildPost([], { posts: [buildTarget(channel, { value: [{ content: 'One' }, { content: 'Two' }] })] }),
  );
  await change("publish_at = now() - interval '1 second'");
});
afterAll(() => crier?.stop());

const change = (set: string): Promise<unknown> => sql(crier, `update post set ${set} where id = $1`, [id]);
const changeChannel = (set: string): Promise<unknown> =>
  sql(crier, `update integration set ${set} where id = $1`, [channel]);
const claim = async (fence = FENCE, direct = false): Promise<ClaimRow> => {
  const row = await claimPart(
    crier.context.database,
    { postId: id, position: 0 },
    { id: fence, attemptId: randomUUID(), direct },
  );
  if (!row) throw new Error('there is no such part');
  return row;
};
const claimedKey = async (): Promise<PartKey> => {
  const row = await claim();
  expect(row.verdict === 'claimed').toBe(true);
  return keyOf({ postId: id, position: 0 }, row);
};
/** The state of the post, and the phase of its newest attempt. */
const facts = async (): Promise<[string | undefined, string | null | undefined]> => {
  const [row] = await sql<{ state: string; phase: string | null }>(
    crier,
    `select p.state, (
      select a.phase
      from publish_attempt a
      join post_item i on i.id = a.post_item_id
      where i.post_id = p.id and i.position = 0
      order by a.revision desc
      limit 1
    ) as phase
    from post p where p.id = $1`,
    [id],
  );
  return [row?.state, row?.phase];
};
const send = async (): Promise<PartKey> => {
  const key = await claimedKey();
  expect(await markSent(crier.context.database, key, FENCE, { request: null })).toBe(true);
  return key;
};

/** Publishes the first part: found by its text, as the returned finding. */
const sendByWords = async (places: readonly string[] = []): Promise<Finding> => {
  const key = await send();
  const networkKey = places[0] ?? randomUUID();
  const found = { ...finding(published()), networkKey, placeKeys: places, byWords: true };
  await confirmPart(crier.context.database, key, found);
  return found;
};
const claimSecond = async (direct = false): Promise<[ClaimRow, PartKey]> => {
  const part = { postId: id, position: 1 };
  const fence = { id: OTHER_FENCE, attemptId: randomUUID(), direct };
  const row = await claimPart(crier.context.database, part, fence);
  if (!row) throw new Error('there is no such part');
  return [row, keyOf(part, row)];
};

describe('a freeze', () => {
  it('waits for a call for as long as one may last, and not for one that is over', async () => {
    const { database } = crier.context;
    await send();
    const open = async (set: string): Promise<number> => {
      await sql(
        crier,
        `update publish_attempt a set ${set}
        from post_item i where i.id = a.post_item_id and i.post_id = $1`,
        [id],
      );
      return untilQuiet(database, { organizationId: crier.organizationId }, 0);
    };
    const longestMs = SEND_WITHIN_MS + PUBLISH_CALL_MS;
    const ago = (ms: number): string => `sent_at = clock_timestamp() - interval '${ms} milliseconds'`;
    expect(await open(ago(longestMs - 5000))).toBe(1);
    expect(await open(ago(longestMs))).toBe(0);
    expect(await open(`${ago(1000)}, call_ended_at = clock_timestamp()`)).toBe(0);
  });
});

describe('a part is not taken', () => {
  it('before its date', async () => {
    await change("publish_at = now() + interval '1 hour'");
    const row = await claim();
    expect([row.verdict === 'claimed', row.waitMs > 0, await facts()]).toEqual([
      false,
      true,
      ['scheduled', null],
    ]);
  });

  it.each(['draft', 'cancelled', 'failed', 'missed', 'unconfirmed', 'processing'])(
    'when its post is %s',
    async (state) => {
      await setState(crier, id, state);
      const before = await facts();
      expect([(await claim()).verdict === 'claimed', await facts()]).toEqual([false, before]);
      expect(before[0]).toBe(state);
    },
  );

  it('when its post was deleted', async () => {
    await change('deleted_at = now()');
    expect([(await claim()).verdict === 'claimed', await facts()]).toEqual([false, ['scheduled', null]]);
  });

  it('when it is published', async () => {
    await sql(crier, 'update post_item set published_at = now() where post_id = $1 and position = 0', [id]);
    expect([(await claim()).verdict === 'claimed', await facts()]).toEqual([false, ['scheduled', null]]);
  });

  it('while it is sent and its outcome is unknown', async () => {
    await send();
    expect([(await claim(OTHER_FENCE)).verdict === 'claimed', await facts()]).toEqual([
      false,
      ['publishing', 'sent'],
    ]);
  });

  it('after it was sent in the same statement that took it', async () => {
    expect(await claim(FENCE, true)).toMatchObject({ verdict: 'claimed', phase: 'sent' });
    expect([(await claim(OTHER_FENCE)).verdict === 'claimed', await facts()]).toEqual([
      false,
      ['publishing', 'sent'],
    ]);
  });

  it.each([['disabled'], ['deleted_at']])('when its channel cannot be used: %s', async (column) => {
    await changeChannel(column === 'disabled' ? 'disabled = true' : 'deleted_at = now()');
    const row = await claim();
    await changeChannel('disabled = false, deleted_at = null');
    expect([row.verdict === 'claimed', await facts()]).toEqual([false, ['scheduled', null]]);
  });

  it('while its channel is disconnected: it is held', async () => {
    await changeChannel('refresh_needed = true');
    const row = await claim();
    await changeChannel('refresh_needed = false');
    expect([row.verdict === 'claimed', row.hold, await facts()]).toEqual([
      false,
      'channel',
      ['scheduled', null],
    ]);
  });

  it('while everything is frozen, or its organisation: it is held', async () => {
    await freeze(crier.context.database, {}, { reason: 'test', waitMs: 0 });
    const first = await claim();
    await sql(crier, "delete from instance_state where key = 'frozen'");
    const scope = { organizationId: crier.organizationId };
    await freeze(crier.context.database, scope, { reason: 'test', waitMs: 0 });
    const second = await claim();
    await sql(crier, 'update organization set frozen_at = null, frozen_reason = null');
    expect([first.verdict, first.hold, second.verdict, second.hold, await facts()]).toEqual([
      'held',
      'frozen',
      'held',
      'frozen',
      ['scheduled', null],
    ]);
  });

  it('later than its organisation allows: it is missed', async () => {
    await change("publish_at = now() - interval '25 hours'");
    const row = await claim();
    expect([row.verdict === 'claimed', row.verdict === 'missed', await facts()]).toEqual([
      false,
      true,
      ['missed', null],
    ]);
  });
});

describe('a part that a worker has taken', () => {
  it('is not sent by one whose place another has taken', async () => {
    const key = await claimedKey();
    expect((await claim(OTHER_FENCE)).verdict === 'claimed').toBe(true);
    expect([await markSent(crier.context.database, key, FENCE, { request: null }), await facts()]).toEqual([
      false,
      ['publishing', 'intent'],
    ]);
    expect(await markSent(crier.context.database, key, OTHER_FENCE, { request: null })).toBe(true);
    expect(await markSent(crier.context.database, key, OTHER_FENCE, { request: null })).toBe(false);
  });

  it.each([
    ['was edited', 'revision = revision + 1'],
    ['was cancelled', "state = 'cancelled'"],
  ])('is not sent when its post %s meanwhile', async (_, set) => {
    const key = await claimedKey();
    await change(set);
    expect(await markSent(crier.context.database, key, FENCE, { request: null })).toBe(false);
  });

  it("is not sent a second time at a person's request, when the answer to the first send comes meanwhile", async () => {
    const { database } = crier.context;
    const first = await send();
    await giveUp({ ...crier.context, providerEnv: {} }, { postId: id, position: 0 });
    const ref = { organizationId: crier.organizationId, postId: id };
    await resolvePost(crier.context, ref, { decision: 'resend' });
    const row = await claim(OTHER_FENCE);
    const again = keyOf({ postId: id, position: 0 }, row);
    expect([row.verdict, again.revision]).toEqual(['claimed', first.revision + 1]);
    // The thread goes on, so its post stays in publishing.
    await confirmPart(database, first, finding(published()));
    expect(await markSent(database, again, OTHER_FENCE, { request: null })).toBe(false);
    expect((await claim(OTHER_FENCE)).verdict).toBe('published');
  });

  it('is not sent when the part before it gives way meanwhile, nor taken until that is published', async () => {
    const { database } = crier.context;
    const found = await sendByWords();
    const [row, second] = await claimSecond();
    expect([row.verdict, await giveWay(database, found)]).toEqual(['claimed', true]);
    expect(await markSent(database, second, OTHER_FENCE, { request: null })).toBe(false);
    for (const direct of [false, true]) expect((await claimSecond(direct))[0].verdict).toBe('not_next');
  });

  it('follows the part before it also where an archive has left out a position', async () => {
    await sendByWords();
    await sql(crier, 'update post_item set position = 5 where post_id = $1 and position = 1', [id]);
    const part = { postId: id, position: 5 };
    const row = await claimPart(crier.context.database, part, {
      id: OTHER_FENCE,
      attemptId: randomUUID(),
      direct: false,
    });
    if (row?.verdict !== 'claimed') throw new Error(`the part was not taken: ${row?.verdict}`);
    expect(await markSent(crier.context.database, keyOf(part, row), OTHER_FENCE, { request: null })).toBe(
      true,
    );
  });

  it('keeps the post that the part before it claimed by its text, once it may be published itself', async () => {
    const { database } = crier.context;
    const found = await sendByWords();
    const [, second] = await claimSecond();
    expect(await markSent(database, second, OTHER_FENCE, { request: null })).toBe(true);
    expect(await giveWay(database, found)).toBe(false);
    await releasePart(database, second, OTHER_FENCE, { kind: 'will_retry', detail: {} });
    expect(await giveWay(database, found)).toBe(true);
  });

  it('that is several posts gives all of them up when one is named as that of another part', async () => {
    const { database } = crier.context;
    const places = [randomUUID(), randomUUID()];
    const found = await sendByWords(places);
    const other: Finding = {
      ...finding(published()),
      networkKey: randomUUID(),
      placeKeys: [places[1] ?? ''],
    };
    expect(await giveWay(database, other)).toBe(true);
    const left = await sql(crier, 'select 1 from post_place where network_key = any($1)', [places]);
    expect(left).toEqual([]);
    expect(await giveWay(database, found)).toBe(false);
  });

  it('is not sent when everything was frozen meanwhile', async () => {
    const key = await claimedKey();
    await freeze(crier.context.database, {}, { reason: 'test', waitMs: 0 });
    const sent = await markSent(crier.context.database, key, FENCE, { request: null });
    await sql(crier, "delete from instance_state where key = 'frozen'");
    expect([sent, await facts()]).toEqual([false, ['publishing', 'intent']]);
  });

  it('is given back only by the worker that has it', async () => {
    const key = await claimedKey();
    const event = { kind: 'will_retry', detail: { part: 1, reason: 'test' } } as const;
    await releasePart(crier.context.database, key, OTHER_FENCE, event);
    await changeChannel('refresh_needed = true');
    const held = await holdPart(crier.context.database, key, OTHER_FENCE, { part: 1 });
    await changeChannel('refresh_needed = false');
    expect([held, await facts()]).toEqual([false, ['publishing', 'intent']]);
    await releasePart(crier.context.database, key, FENCE, event);
    expect(await facts()).toEqual(['scheduled', 'intent']);
  });

  it('leaves a thread that is partly published in publishing when it is released', async () => {
    await send().then((key) => confirmPart(crier.context.database, key, finding(published())));
    const second = await claimPart(
      crier.context.database,
      { postId: id, position: 1 },
      { id: FENCE, attemptId: randomUUID(), direct: false },
    );
    if (second?.verdict !== 'claimed') throw new Error('the second part was not taken');
    const key = keyOf({ postId: id, position: 1 }, second);
    await releasePart(crier.context.database, key, FENCE, {
      kind: 'will_retry',
      detail: { part: 2, reason: 'test' },
    });
    expect((await facts())[0]).toBe('publishing');
  });
});

describe('a part that was sent', () => {
  it('is recorded as published once', async () => {
    const key = await send();
    const record = (): ReturnType<typeof confirmPart> =>
      confirmPart(crier.context.database, key, finding(published()));
    expect([await record(), await record()]).toEqual([
      { latenessMs: expect.any(Number), nextDelayMs: 0 },
      undefined,
    ]);
  });

  it('is sent again only while its outcome is unknown', async () => {
    const key = await claimedKey();
    const again = (): Promise<unknown> =>
      allowResend(crier.context.database, key, FENCE, {
        detail: { part: 1, verdict: 'absent' },
        identical: false,
      });
    const timeline = async (): Promise<number> =>
      (await sql(crier, "select 1 from post_event where post_id = $1 and kind = 'will_send_again'", [id]))
        .length;
    await again();
    expect(await timeline()).toBe(0);
    expect(await markSent(crier.context.database, key, FENCE, { request: null })).toBe(true);
    await confirmPart(crier.context.database, key, finding(published()));
    await again();
    expect([await timeline(), (await facts())[1]]).toEqual([0, 'confirmed']);
  });

  it('keeps its end, with any later facts', async () => {
    const key = await send();
    await setState(crier, id, 'partly_published');
    await noteSent(crier.context.database, key, FENCE, {
      kind: 'looked_up',
      detail: {},
      state: 'processing',
    });
    expect((await facts())[0]).toBe('partly_published');
  });

  it('is left to a person, not called failed, when its retries are used up', async () => {
    await send();
    const deps = { ...crier.context, providerEnv: {} };
    await giveUp(deps, { postId: id, position: 0 });
    expect(await facts()).toEqual(['unconfirmed', 'sent']);
  });

  it('does not change a post that has ended otherwise when retries are used up', async () => {
    await setState(crier, id, 'missed');
    await giveUp({ ...crier.context, providerEnv: {} }, { postId: id, position: 0 });
    expect((await facts())[0]).toBe('missed');
  });
});
