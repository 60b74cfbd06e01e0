import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { PostEventKind } from '../../../platform/entities/events.ts';
import { freeze } from '../../../platform/freeze.ts';
import { buildPost, createOne, setState, sql } from '../../../test/factories.ts';
import { eventually, startInstance, type TestInstance } from '../../../test/instance.ts';
import { armFault } from '../../../test/sandbox-fault.ts';
import { crierJson, runCrier } from '../fixtures/run-cli.ts';
import { duration } from './duration.ts';
import { latenessReasons } from './explain-words.ts';

// Each look is a process of its own.
jest.setTimeout(120_000);

interface Explained {
  status: string;
  happened: string;
  next: string;
  youCan: string[];
  lateness: { ms: number; reasons: string[] } | null;
  timeline: { event: string; afterMs: number }[];
  attempts: { part: number; phase: string; tries: number; evidence: string[] }[];
  run: {
    status: string | null;
    problem: string | null;
    summary: string | null;
    pending: { activity: string; attempt: number; lastFailure: string | null; nextTryAt: string | null }[];
    url: string | null;
  };
}
interface Refused {
  error: { code: string };
}

describe('posts explain', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ env: { TEMPORAL_UI_URL: 'http://localhost:8123' } });
    channel = (await crier.connect('sandbox', { name: 'Town square' })).id;
    await crier.startWorker();
  });
  afterAll(() => crier?.stop());

  const explain = (id: string, env: NodeJS.ProcessEnv = {}): Promise<Explained> =>
    crierJson<Explained>({ ...crier.env, ...env }, 'posts', 'explain', id);
  const now = (): Promise<string> =>
    createOne(crier, buildPost(channel, { type: 'now', date: new Date().toISOString() }));
  const until = (id: string, right: (e: Explained) => boolean): Promise<Explained> =>
    eventually(
      `${id} can be explained`,
      async () => {
        const e = await explain(id);
        return right(e) && e;
      },
      90_000,
    );

  it('explains a published post, with the ledger, the run and the link to its page', async () => {
    const id = await now();
    const explained = await until(id, (e) => e.status === 'published' && e.run.status === 'COMPLETED');
    expect(explained).toMatchObject({
      happened: expect.stringMatching(/^It was published to "Town square" \(sandbox\): http/),
      next: 'nothing more happens on its own.',
      youCan: [],
      lateness: { ms: expect.any(Number), reasons: expect.any(Array) },
      attempts: [{ part: 1, phase: 'confirmed', tries: 1, evidence: [] }],
      run: { summary: expect.stringMatching(/: 1 post for .+ \(sandbox\) at /), pending: [], problem: null },
    });
    const runs = `http://localhost:8123/namespaces/${crier.env.TEMPORAL_NAMESPACE}/workflows`;
    expect(explained.run.url).toMatch(new RegExp(`^${runs}/publish-post%3A[0-9a-f-]+/[0-9a-f-]+$`));
    expect(explained.timeline.map((l) => l.event)).toEqual(
      expect.arrayContaining(['accepted', 'claimed', 'request_sent', 'published']),
    );
    const { stdout, code } = await runCrier(crier.env, 'posts', 'explain', id);
    expect(code).toBe(0);
    expect(stdout).toMatch(/\nLateness: \d+/);
    expect(stdout).toMatch(/\+\d+(\.\d)? m?s +Published/);
    expect(stdout).toMatch(/\n {2}http:\/\/localhost:8123\//);
  });

  it('explains what a scheduled post waits for, and that it can be cancelled', async () => {
    const id = await createOne(crier, buildPost(channel));
    expect(
      await until(id, (e) => e.run.status === 'RUNNING' && !e.next.startsWith('Temporal has not')),
    ).toMatchObject({
      happened: 'It is scheduled to be published to "Town square" (sandbox) at 2031-05-04 09:30 UTC.',
      next: expect.stringMatching(/^it is published at 2031-05-04 09:30 UTC, in \d+ d \d+ h\.$/),
      youCan: [expect.stringContaining(`posts cancel ${id}`)],
    });
  });

  it("shows the failed attempt, the next one, and the network's message", async () => {
    await armFault(crier, channel, { kind: 'rate_limited', seconds: 60 });
    // The row and the run are read one after the other: the attempt may have been released in between.
    const explained = await until(
      await now(),
      (e) =>
        e.run.pending.some((p) => p.nextTryAt !== null) &&
        e.attempts.length > 0 &&
        e.attempts.every(({ phase }) => phase === 'intent'),
    );
    expect(explained.next).toMatch(/^it is retried at \d{4}-.* UTC \(attempt 2\); last time: .+\.$/);
    expect(explained.attempts).toEqual([
      expect.objectContaining({ phase: 'intent', evidence: [expect.stringMatching(/.+/)] }),
    ]);
  });

  it('explains why a post failed, and how to retry it', async () => {
    await sql(crier, 'update integration set refresh_needed = false');
    const { id: other } = await crier.connect('sandbox', { name: 'Market' });
    await armFault(crier, other, { kind: 'rejected' });
    const explained = await until(
      await createOne(crier, buildPost(other, { type: 'now', date: new Date().toISOString() })),
      (e) => e.status === 'failed',
    );
    expect(explained).toMatchObject({
      happened: expect.stringContaining('breaks a rule of the network'),
      next: 'nothing more happens on its own.',
      youCan: [expect.stringContaining('posts retry')],
    });
  });

  it.each([
    [
      'unconfirmed',
      /^It is not known whether/,
      'nothing happens until a person decides.',
      ['Check "Town square"', '--published', '--resend', '--drop'],
    ],
    [
      'missed',
      /past the lateness limit of its organisation/,
      'nothing happens until a person decides.',
      ['posts retry', 'posts cancel'],
    ],
    ['partly_published', /^Only part of it/, 'nothing more happens on its own.', ['posts retry']],
    ['cancelled', /^It was cancelled/, 'nothing more happens on its own.', []],
    ['draft', /^This is a draft/, 'nothing more happens on its own.', []],
  ])('explains what to do about a post that is %s', async (state, message, next, steps) => {
    const id = await createOne(crier, buildPost(channel));
    await setState(crier, id, state);
    const explained = await explain(id);
    expect([explained.status, explained.next]).toEqual([state, next]);
    expect(explained.happened).toMatch(message);
    expect(explained.youCan).toEqual(steps.map((step) => expect.stringContaining(step)));
  });

  it('names what a post is waiting for: a freeze, a channel, or Temporal', async () => {
    const id = await createOne(crier, buildPost(channel));
    await until(id, (e) => e.next.startsWith('it is published at'));
    const away = await explain(id, { TEMPORAL_ADDRESS: '127.0.0.1:1' });
    expect([away.next, away.run.problem]).toEqual([
      'Temporal does not answer; everything continues when it does.',
      expect.stringMatching(/.+/),
    ]);
    await sql(crier, 'update integration set refresh_needed = true where id = $1', [channel]);
    expect(await explain(id)).toMatchObject({
      next: expect.stringContaining('reconnected'),
      youCan: [expect.stringContaining('channels connect sandbox'), expect.stringContaining('cancel')],
    });
    await sql(crier, 'update integration set refresh_needed = false');
    await freeze(crier.context.database, {}, { reason: 'moving house' });
    expect(await explain(id)).toMatchObject({
      next: expect.stringMatching(/frozen since .* \(moving house\)/),
      youCan: [expect.stringContaining('resume'), expect.stringContaining('cancel')],
    });
    await sql(crier, "delete from instance_state where key = 'frozen'");
    await freeze(crier.context.database, { organizationId: crier.organizationId }, { reason: 'ours alone' });
    const [resume = ''] = (await explain(id)).youCan;
    expect(resume).toMatch(/resume --organization "Ada & Co" {4}/);
    await sql(crier, 'update organization set frozen_at = null, frozen_reason = null');
  });

  it('does not explain a post that does not exist', async () => {
    expect(
      (await crierJson<Refused>(crier.env, 'posts', 'explain', '01900000-0000-7000-8000-000000000000')).error
        .code,
    ).toBe('post_not_found');
  });
});

describe('the reasons for lateness', () => {
  const publishAt = new Date('2031-05-04T09:30:00Z');
  const at = (
    seconds: number,
    kind: PostEventKind,
    detail: Record<string, unknown> = {},
  ): { at: Date; kind: PostEventKind; detail: Record<string, unknown> } => ({
    at: new Date(publishAt.getTime() + seconds * 1000),
    kind,
    detail,
  });
  const started = at(-100, 'workflow_started');

  it.each([
    ['nothing if the post was on time', 150, [started, at(0.1, 'claimed')], []],
    [
      'a missing worker',
      65_000,
      [started, at(64, 'claimed')],
      [expect.stringContaining('no worker claimed it for 1 min 4 s')],
    ],
    [
      'a limit of the network',
      30_000,
      [
        started,
        at(0, 'claimed'),
        at(1, 'rate_limited', { until: '2031-05-04T09:30:30Z' }),
        at(30, 'claimed'),
      ],
      [expect.stringContaining('2031-05-04 09:30:30 UTC')],
    ],
    [
      'an unreachable network',
      9000,
      [started, at(0, 'claimed'), at(1, 'will_retry', { reason: 'connection refused' }), at(9, 'claimed')],
      ['it took 2 attempts (connection refused)'],
    ],
    [
      'a disconnected channel',
      9000,
      [started, at(0, 'held', { why: 'channel' })],
      ['its channel had to be reconnected'],
    ],
    ['a freeze', 9000, [started, at(0, 'held', { why: 'frozen' })], ['publishing was frozen']],
    [
      'an outage of Temporal',
      20_000,
      [at(19, 'workflow_started'), at(20, 'claimed')],
      [expect.stringContaining('Temporal was notified 19.0 s after')],
    ],
  ])('include %s', (_, latenessMs, timeline, reasons) => {
    expect(latenessReasons({ latenessMs, timeline, publishAt })).toEqual(reasons);
  });

  it('have readable durations', () => {
    expect([350, 2400, 185_000, 7_800_000, 273_600_000].map(duration)).toEqual([
      '350 ms',
      '2.4 s',
      '3 min 5 s',
      '2 h 10 min',
      '3 d 4 h',
    ]);
  });
});
