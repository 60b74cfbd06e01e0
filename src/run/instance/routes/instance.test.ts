import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  buildPost,
  createOne,
  refusal,
  setState,
  sql,
  UNKNOWN_ID,
  type ErrorBody,
} from '../../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../../test/instance.ts';
import { addPerson, type TestPerson } from '../../../test/person.ts';
import { VERSION } from '../../../platform/version.ts';

interface Instance {
  readonly ready: boolean;
  readonly checks: { name: string; ok: boolean }[];
  readonly freezes: { organization: { id: string } | null; reason: string; plan: { overdue: number } }[];
  readonly lateness: { posts: number; p50Ms: number | null; p99Ms: number | null };
  readonly stuck: { id: string; kind: string; organization: { name: string } }[];
  readonly queue: Record<string, number>;
  readonly temporalUi: string | null;
}

describe("the operator's view", () => {
  let crier: TestInstance;
  let operator: TestPerson;
  let owner: TestPerson;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false, env: { TEMPORAL_UI_URL: 'https://temporal.example' } });
    [operator, owner] = [await addPerson(crier, { operator: true }), await addPerson(crier)];
    channel = (await crier.connect('sandbox')).id;
  });
  afterAll(() => crier?.stop());

  const look = async (): Promise<Instance> => (await operator.call<Instance>('GET', '/instance')).body;
  const freeze = (body: object, by = operator): Promise<Answer<ErrorBody & { openCalls: number }>> =>
    by.call('POST', '/instance/freeze', { body });
  const resume = (body: object, by = operator): Promise<Answer<ErrorBody & { overdue: number }>> =>
    by.call('POST', '/instance/resume', { body });
  const overdue = async (): Promise<string> => {
    const id = await createOne(crier, buildPost(channel));
    await sql(crier, "update post set publish_at = now() - interval '1 hour' where id = $1", [id]);
    return id;
  };
  const stateOf = async (id: string): Promise<unknown> =>
    (await sql<{ state: string }>(crier, 'select state from post where id = $1', [id]))[0]?.state;

  it('shows how the instance is, how late posts were, and which are stuck', async () => {
    const published = [];
    for (const lateness of [100, 200, 900]) {
      const id = await createOne(crier, buildPost(channel));
      await setState(crier, id, 'published');
      await sql(crier, 'update post set lateness_ms = $2 where id = $1', [id, lateness]);
      published.push(id);
    }
    const stuck = await overdue();
    const found = await look();
    expect(found).toMatchObject({
      version: VERSION,
      node: process.versions.node,
      ready: false,
      workers: 0,
      freezes: [],
      lateness: { posts: 3, p50Ms: 200 },
      stuck: [{ id: stuck, kind: 'overdue', organization: { name: 'Ada & Co' } }],
      queue: { waiting: 1, due: 1 },
    });
    // The list of runs without the reconciler's, of which there is one a minute.
    expect(found.temporalUi).toMatch(
      /^https:\/\/temporal\.example\/namespaces\/[\w-]+\/workflows\?query=WorkflowType!%3D'ReconcileWorkflow'$/,
    );
    expect(found.checks.find(({ name }) => name === 'database')?.ok).toBe(true);
    expect(JSON.stringify(found)).not.toContain('Spring menu');
    await sql(crier, 'delete from post_group');
  });

  it('notes the last backup', async () => {
    expect(await look()).toMatchObject({ backup: null });
    await sql(
      crier,
      `insert into instance_state (key, value) values ('backup', '{"at":"2031-05-04T09:30:00.000Z","bytes":2048,"uploads":true}')`,
    );
    expect(await look()).toMatchObject({
      backup: { at: '2031-05-04T09:30:00.000Z', bytes: 2048, uploads: true },
    });
  });

  it('freezes the instance and shows the plan; resuming does what was chosen', async () => {
    expect((await freeze({ reason: 'Moving' })).body).toEqual({ openCalls: 0 });
    const posts = [await overdue(), await overdue()];
    expect((await look()).freezes).toEqual([
      expect.objectContaining({
        organization: null,
        reason: 'Moving',
        plan: expect.objectContaining({ overdue: 2, channels: 1 }),
      }),
    ]);
    expect((await resume({ action: 'drop' })).body.overdue).toBe(2);
    expect(await Promise.all(posts.map(stateOf))).toEqual(['cancelled', 'cancelled']);
    expect((await look()).freezes).toEqual([]);
    expect(refusal(await resume({ action: 'now' }))).toEqual({ status: 409, code: 'not_frozen' });
    expect(
      await sql(
        crier,
        "select kind, user_id as who from audit_event where kind like 'publishing_%' and organization_id = $1 order by id",
        [crier.organizationId],
      ),
    ).toEqual(['publishing_frozen', 'publishing_resumed'].map((kind) => ({ kind, who: operator.id })));
  });

  it('freezes one organisation alone, and spreads what became overdue', async () => {
    const organizationId = crier.organizationId;
    await freeze({ reason: 'Wrong pictures', organizationId });
    const post = await overdue();
    expect((await look()).freezes).toMatchObject([
      { organization: { id: organizationId }, plan: { overdue: 1 } },
    ]);
    await freeze({ reason: 'Everything' });
    expect(refusal(await resume({ action: 'now', organizationId }))).toEqual({
      status: 409,
      code: 'instance_frozen',
    });
    expect((await resume({ action: 'now' })).status).toBe(200);
    expect((await resume({ action: 'respread', minutes: 30, organizationId })).status).toBe(200);
    expect(
      await sql(
        crier,
        "select state, publish_at <= now() + interval '30 minutes' as soon from post where id = $1",
        [post],
      ),
    ).toEqual([{ state: 'scheduled', soon: true }]);
  });

  it('is for the operator alone, with any role in an organisation', async () => {
    const refused = { status: 403, code: 'insufficient_role' };
    expect(refusal(await owner.call<ErrorBody>('GET', '/instance'))).toEqual(refused);
    expect(refusal(await freeze({ reason: 'Mine' }, owner))).toEqual(refused);
    expect(refusal(await resume({ action: 'now' }, owner))).toEqual(refused);
    expect((await look()).freezes).toEqual([]);
  });

  it('refuses a freeze without a reason, and one of nobody', async () => {
    expect(refusal(await freeze({}))).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(refusal(await freeze({ reason: ' ' }))).toMatchObject({ status: 400, paths: ['reason'] });
    expect(refusal(await freeze({ reason: 'x', organizationId: UNKNOWN_ID }))).toEqual({
      status: 404,
      code: 'organization_not_found',
    });
    expect(refusal(await resume({ action: 'later' }))).toMatchObject({ status: 400, paths: ['action'] });
  });
});
