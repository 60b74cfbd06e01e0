import { describe, expect, it } from '@jest/globals';
import { check, percentile, type Facts, type PostFact, type Promised } from './checker.ts';

const DUE = Date.parse('2031-05-04T09:30:00Z');
const at = (ms: number): string => new Date(DUE + ms).toISOString();

/** A thread of two parts and a single post, both published; the third waits for next year. */
function goodWorld(): { -readonly [K in keyof Facts]: Facts[K] } {
  const promised = (token: string, parts: string[]): Promised => ({
    token,
    postId: `post-${token}`,
    account: 'ada',
    versions: [parts],
    dueMs: DUE,
    deleteAsked: false,
  });
  const row = (token: string, state: PostFact['state'], publishAtMs = DUE): PostFact => ({
    postId: `post-${token}`,
    groupId: `group-${token}`,
    state,
    publishAtMs,
    text: `[${token}/0] words`,
    openAttempts: 0,
  });
  return {
    promised: [
      promised('a', ['[a/0] words', '[a/1] more']),
      promised('b', ['[b/0] words']),
      { ...promised('c', ['[c/0] words']), dueMs: DUE + 1e9 },
    ],
    rows: [row('a', 'published'), row('b', 'published'), row('c', 'scheduled', DUE + 1e9)],
    ledger: [
      { id: '1', channelId: 'ada', text: '[a/0] words', inReplyTo: null, receivedAt: at(120) },
      { id: '2', channelId: 'ada', text: '[a/1] more', inReplyTo: '1', receivedAt: at(300) },
      { id: '3', channelId: 'ada', text: '[b/0] words', inReplyTo: null, receivedAt: at(80) },
    ],
    openRuns: ['group-c'],
    undelivered: [],
    nowMs: DUE + 60_000,
  };
}

function kinds(change: (world: ReturnType<typeof goodWorld>) => void): string[] {
  const world = goodWorld();
  change(world);
  return [...new Set(check(world).findings.map((f) => f.kind))];
}

const changed = <T>(list: readonly T[], index: number, change: Partial<T>): T[] =>
  list.map((item, i) => (i === index ? { ...item, ...change } : item));

describe('the checker', () => {
  it('accepts a world in which every promise held, and reports how late it was', () => {
    expect(check(goodWorld())).toEqual({
      findings: [],
      states: { published: 2, scheduled: 1 },
      lateMs: [80, 120],
    });
    expect([percentile([1, 2, 3, 4], 0.5), percentile([1, 2, 3, 4], 0.99), percentile([], 0.5)]).toEqual([
      3,
      4,
      null,
    ]);
  });

  it('reports a lost post: without a row, an end, an entry or a part, or cancelled by nobody', () => {
    expect(kinds((w) => (w.rows = w.rows.slice(0, 2)))).toContain('lost');
    expect(
      kinds((w) => {
        w.rows = changed(w.rows, 1, { state: 'publishing' });
        w.openRuns = ['group-b', 'group-c'];
        w.ledger = w.ledger.slice(0, 2);
      }),
    ).toEqual(['lost']);
    expect(kinds((w) => (w.ledger = w.ledger.slice(0, 2)))).toEqual(['lost']);
    expect(kinds((w) => (w.ledger = [w.ledger[0], w.ledger[2]] as typeof w.ledger))).toEqual(['lost']);
    expect(
      kinds((w) => {
        w.rows = changed(w.rows, 2, { state: 'cancelled' });
        w.openRuns = [];
      }),
    ).toEqual(['lost']);
    expect(
      kinds((w) => {
        w.rows = changed(w.rows, 2, { state: 'cancelled' });
        w.promised = changed(w.promised, 2, { deleteAsked: true });
        w.openRuns = [];
      }),
    ).toEqual([]);
  });

  it('reports a phantom: requested by nobody, cancelled but sent, or sent without a row', () => {
    expect(
      kinds(
        (w) =>
          (w.ledger = [
            ...w.ledger,
            { id: '4', channelId: 'ada', text: 'hello', inReplyTo: null, receivedAt: at(1) },
          ]),
      ),
    ).toEqual(['phantom']);
    expect(
      kinds((w) => {
        w.rows = changed(w.rows, 1, { state: 'cancelled' });
        w.promised = changed(w.promised, 1, { deleteAsked: true });
      }),
    ).toEqual(['phantom']);
    expect(
      kinds((w) => {
        w.rows = [...w.rows.slice(0, 1), ...w.rows.slice(2)];
        w.promised = changed(w.promised, 1, { postId: null });
      }),
    ).toEqual(['phantom']);
  });

  it('reports a duplicate on the network, and two rows for one request', () => {
    expect(
      kinds((w) => (w.ledger = [...w.ledger, { ...w.ledger[2], id: '4' } as (typeof w.ledger)[0]])),
    ).toEqual(['duplicate']);
    expect(kinds((w) => (w.rows = [...w.rows, { ...w.rows[1], postId: 'again' } as PostFact]))).toEqual([
      'duplicate',
    ]);
  });

  it('reports a post that was published a millisecond early, not one on time', () => {
    expect(kinds((w) => (w.ledger = changed(w.ledger, 2, { receivedAt: at(-1) })))).toEqual(['early']);
    expect(kinds((w) => (w.ledger = changed(w.ledger, 2, { receivedAt: at(0) })))).toEqual([]);
  });

  it('reports wrong text and a part that follows the wrong one; either version of an unanswered edit is right', () => {
    expect(kinds((w) => (w.promised = changed(w.promised, 1, { versions: [['[b/0] edited']] })))).toEqual([
      'wrong content',
    ]);
    expect(kinds((w) => (w.ledger = changed(w.ledger, 1, { inReplyTo: '3' })))).toEqual(['wrong content']);
    expect(
      kinds((w) => (w.promised = changed(w.promised, 1, { versions: [['[b/0] words'], ['[b/0] edited']] }))),
    ).toEqual([]);
  });

  it('reports a wrong channel', () => {
    expect(kinds((w) => (w.ledger = changed(w.ledger, 2, { channelId: 'bob' })))).toEqual(['wrong channel']);
  });

  it('reports a run that has nothing to wait for', () => {
    expect(kinds((w) => (w.openRuns = ['group-b', 'group-c']))).toEqual(['orphan workflow']);
    expect(kinds((w) => (w.openRuns = ['group-c', 'nobody']))).toEqual(['orphan workflow']);
  });

  it('reports a row without a run, without a request, with an open attempt, and a message that was not delivered', () => {
    expect(kinds((w) => (w.openRuns = []))).toEqual(['orphan row']);
    expect(
      kinds(
        (w) =>
          (w.rows = [
            ...w.rows,
            { postId: 'x', groupId: 'x', state: 'draft', publishAtMs: DUE, text: 'x', openAttempts: 0 },
          ]),
      ),
    ).toEqual(['orphan row']);
    expect(kinds((w) => (w.rows = changed(w.rows, 1, { openAttempts: 1 })))).toEqual(['orphan row']);
    expect(kinds((w) => (w.undelivered = ['group-b']))).toEqual(['orphan row']);
  });

  it('accepts a request without an answer whether or not it was stored', () => {
    expect(
      kinds(
        (w) =>
          (w.promised = [
            ...w.promised,
            {
              token: 'd',
              postId: null,
              account: 'ada',
              versions: [['[d/0]']],
              dueMs: DUE,
              deleteAsked: false,
            },
          ]),
      ),
    ).toEqual([]);
    expect(kinds((w) => (w.promised = changed(w.promised, 1, { postId: null })))).toEqual([]);
  });
});
