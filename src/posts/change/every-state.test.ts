/** Every state of a post and everything a person can ask for: no state is without an exit. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FINAL_STATES, POST_STATES } from '../../../temporal/contract/post-states.ts';
import { buildPost, buildTarget, createOne, setSent, setState, sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';

const OPERATIONS = {
  move: ['PATCH', '', { date: '2031-06-01T00:00:00Z' }],
  edit: ['PATCH', '', { settings: {} }],
  delete: ['DELETE', '', undefined],
  unschedule: ['PUT', '/status', { status: 'draft' }],
  schedule: ['PUT', '/status', { status: 'schedule' }],
  retry: ['POST', '/retry', undefined],
  published: ['POST', '/resolve', { decision: 'published', releaseId: '1' }],
  resend: ['POST', '/resolve', { decision: 'resend' }],
  drop: ['POST', '/resolve', { decision: 'drop' }],
} as const;
type OperationName = keyof typeof OPERATIONS;

/** What makes the state more precise than its name. */
type Detail = (crier: TestInstance, id: string) => Promise<unknown>;

const partOut: Detail = (crier, id) =>
  sql(crier, 'update post_item set published_at = now() where post_id = $1 and position = 0', [id]);
const claimed: Detail = (crier, id) =>
  sql(
    crier,
    "update publish_attempt a set phase = 'intent', sent_at = null from post_item i where i.id = a.post_item_id and i.post_id = $1",
    [id],
  );
const notClaimed: Detail = (crier, id) =>
  sql(
    crier,
    'delete from publish_attempt a using post_item i where i.id = a.post_item_id and i.post_id = $1',
    [id],
  );
const repeatable: Detail = async (crier, id) => {
  await claimed(crier, id);
  await sql(
    crier,
    "update publish_attempt a set phase = 'repeat', earlier_sent_at = now() from post_item i where i.id = a.post_item_id and i.post_id = $1",
    [id],
  );
};
const triedLongAgo: Detail = (crier, id) =>
  sql(
    crier,
    "update publish_attempt a set started_at = now() - interval '2 hours' from post_item i where i.id = a.post_item_id and i.post_id = $1",
    [id],
  );
const hold: Detail = (crier, id) => sql(crier, "update post set hold = 'channel' where id = $1", [id]);
const sentAgo =
  (minutes: number): Detail =>
  async (crier, id) => {
    await notClaimed(crier, id);
    await setSent(crier, id, minutes);
  };
const all =
  (...details: Detail[]): Detail =>
  async (crier, id) => {
    for (const detail of details) await detail(crier, id);
  };

interface Case {
  readonly state: (typeof POST_STATES)[number];
  readonly detail?: Detail;
  readonly allowed: readonly OperationName[];
}

const DECISIONS = ['published', 'resend', 'drop'] as const;

/** What may be asked for in each state; everything else is answered with 409. */
const CASES: Readonly<Record<string, Case>> = {
  draft: { state: 'draft', allowed: ['move', 'edit', 'delete', 'unschedule', 'schedule'] },
  scheduled: { state: 'scheduled', allowed: ['move', 'edit', 'delete', 'unschedule', 'schedule'] },
  'scheduled, and held': {
    state: 'scheduled',
    detail: hold,
    allowed: ['move', 'edit', 'delete', 'unschedule', 'schedule'],
  },
  'publishing, being prepared': { state: 'publishing', detail: claimed, allowed: ['delete'] },
  'publishing, sent': { state: 'publishing', allowed: [] },
  'publishing, sent once and perhaps again': { state: 'publishing', detail: repeatable, allowed: [] },
  'publishing, sent two hours ago': { state: 'publishing', detail: sentAgo(120), allowed: DECISIONS },
  'publishing, to be sent again for two hours': {
    state: 'publishing',
    detail: all(repeatable, triedLongAgo),
    allowed: DECISIONS,
  },
  'publishing, between two parts': {
    state: 'publishing',
    detail: all(notClaimed, partOut),
    allowed: ['delete'],
  },
  'publishing, held between two parts': {
    state: 'publishing',
    detail: all(notClaimed, partOut, hold),
    allowed: ['delete'],
  },
  processing: { state: 'processing', allowed: [] },
  'processing, for four hours': { state: 'processing', detail: sentAgo(240), allowed: DECISIONS },
  published: { state: 'published', allowed: ['delete'] },
  'partly published': {
    state: 'partly_published',
    detail: partOut,
    allowed: ['delete', 'schedule', 'retry'],
  },
  failed: { state: 'failed', allowed: ['delete', 'schedule', 'retry'] },
  unconfirmed: { state: 'unconfirmed', detail: sentAgo(1), allowed: ['delete', ...DECISIONS] },
  missed: { state: 'missed', allowed: ['move', 'delete', 'unschedule', 'schedule', 'retry'] },
  cancelled: { state: 'cancelled', allowed: ['delete'] },
};

/** A call is under way: its bound ends it, and after that a person can. */
const ENDS_BY_ITSELF: Readonly<Record<string, string>> = {
  'publishing, sent': 'publishing, sent two hours ago',
  'publishing, sent once and perhaps again': 'publishing, to be sent again for two hours',
  processing: 'processing, for four hours',
};

describe('in every state of a post', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
  });
  afterAll(() => crier?.stop());

  async function postIn({ state, detail }: Case): Promise<string> {
    const value = [{ content: 'One' }, { content: 'Two', delay: 5 }];
    const id = await createOne(crier, buildPost([], { posts: [buildTarget(channel, { value })] }));
    await setState(crier, id, state);
    await detail?.(crier, id);
    return id;
  }
  async function ask(id: string, name: OperationName): Promise<number> {
    const [method, path, body] = OPERATIONS[name];
    return (await crier.call(method, `/posts/${id}${path}`, body ? { body } : {})).status;
  }
  const stateOf = async (id: string): Promise<string> =>
    (await sql<{ state: string }>(crier, 'select state from post where id = $1', [id]))[0]?.state ?? '';

  it('every state is looked at', () => {
    expect([...new Set(Object.values(CASES).map(({ state }) => state))].toSorted()).toEqual(
      [...POST_STATES].toSorted(),
    );
  });

  it.each(Object.entries(CASES))(
    '%s: what a person may ask for is done, and everything else is refused',
    async (_, post) => {
      const answers: Record<string, number> = {};
      for (const name of Object.keys(OPERATIONS) as OperationName[]) {
        answers[name] = await ask(await postIn(post), name);
      }
      const done = Object.keys(answers).filter((name) => (answers[name] ?? 0) < 300);
      const refused = Object.keys(answers).filter((name) => answers[name] === 409);
      expect(done.toSorted()).toEqual([...post.allowed].toSorted());
      expect(done.length + refused.length).toBe(Object.keys(OPERATIONS).length);
    },
  );

  it.each(Object.entries(CASES).filter(([name]) => !(name in ENDS_BY_ITSELF)))(
    '%s: a person can end it',
    async (_, post) => {
      const exits = post.allowed.filter((name) => name === 'delete' || name === 'drop');
      expect(exits).not.toEqual([]);
      for (const exit of exits) {
        const id = await postIn(post);
        await ask(id, exit);
        expect(FINAL_STATES).toContain(await stateOf(id));
      }
    },
  );

  it.each(Object.entries(ENDS_BY_ITSELF))(
    '%s: ends within the bound of its call, and when even that fails, a person can end it',
    (now, later) => {
      expect(CASES[now]?.allowed).toEqual([]);
      expect(CASES[later]?.allowed).toContain('drop');
    },
  );

  it('nothing is cancelled that may be published', async () => {
    for (const [name, post] of Object.entries(CASES)) {
      const id = await postIn(post);
      await ask(id, 'delete');
      const isPublished = (await stateOf(id)) !== 'cancelled';
      expect([name, isPublished || !/sent|between|processing|unconfirmed|published/.test(name)]).toEqual([
        name,
        true,
      ]);
    }
  });
});
