import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { SandboxPost } from '../../../providers/_networks/sandbox/journal.ts';
import type { RunningWorker } from '../../run/roles/worker.ts';
import { deleteOrganization } from '../../organizations/delete-organization.ts';
import { freeze } from '../../platform/freeze.ts';
import { noteRestored } from '../../platform/restored.ts';
import { resume } from '../../posts/decide/resume.ts';
import { buildPost, buildTarget, createOne, setSent, setState, sql } from '../../test/factories.ts';
import { eventually, startInstance, type TestInstance } from '../../test/instance.ts';
import { addPerson } from '../../test/person.ts';
import { exportOrganization } from './export-organization.ts';
import { importOrganization, type Imported } from './import-organization.ts';
import { moveAway } from './move-away.ts';

const PASSPHRASE = 'correct horse battery staple';
const key = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;

describe('A move of an organisation', () => {
  let source: TestInstance;
  let target: TestInstance;
  let worker: RunningWorker;
  beforeAll(async () => {
    // The second key lets the other instance in at the sandbox; what is sealed, the first one seals.
    const theirs = key('theirs');
    source = await startInstance({ env: { ENCRYPTION_KEY: `${key('ours')},${theirs}` } });
    target = await startInstance({
      api: false,
      env: { ENCRYPTION_KEY: theirs, CRIER_SANDBOX_URL: source.url },
    });
    worker = await source.startWorker();
  }, 150_000);
  afterAll(() => Promise.all([source?.stop(), target?.stop()]));

  const exported = async (organizationId: string, name: string, move: boolean): Promise<string> => {
    const to = join(source.dataDir, name);
    await exportOrganization(source.context, { organizationId, passphrase: PASSPHRASE, to, move });
    return to;
  };
  const imported = (file: string, publish: 'ask' | null): Promise<Imported> =>
    importOrganization(target.context, { file, passphrase: PASSPHRASE, publish, dryRun: false });
  const atNetwork = async (text: string): Promise<number> => {
    const posts = (await (await fetch(`${source.url}/sandbox/posts.json`)).json()) as SandboxPost[];
    return posts.filter((post) => post.text === text).length;
  };
  const post = (channel: string, content: string, date: Date): Record<string, unknown> =>
    buildPost([], {
      date: date.toISOString(),
      posts: [buildTarget(channel, { value: [{ content, image: [] }] })],
    });

  const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000);
  /** The date comes, and the run hears of it. */
  const makeDue = (instance: TestInstance, id: string): Promise<unknown> =>
    sql(
      instance,
      `with due as (
        update post set publish_at = now(), revision = revision + 1 where id = $1 returning id, post_group_id
      )
      insert into outbox (id, kind, post_group_id, post_id)
      select gen_random_uuid(), 'sync_post', post_group_id, id from due`,
      [id],
    );

  const deleteHere = async (organizationId: string, name: string): Promise<void> => {
    const [owner] = await sql<{ id: string }>(
      target,
      "select user_id as id from membership where organization_id = $1 and role = 'owner'",
      [organizationId],
    );
    await deleteOrganization(target.context, { organizationId, name, userId: owner?.id ?? '' });
  };
  /** As after a backup from before its import was restored, and resumed. */
  const restoreWithout = async (organizationId: string): Promise<void> => {
    const { database } = target.context;
    await sql(target, 'delete from organization where id = $1', [organizationId]);
    await sql(target, 'delete from instance_state where key = $1', [`imported:${organizationId}`]);
    await noteRestored(database, new Date());
    await freeze(database, {}, { reason: 'restored', waitMs: 0 });
    await resume(target.context, {}, { action: 'now' });
  };

  it('ends publishing here, and the other instance publishes what came due meanwhile, once', async () => {
    const channel = (await source.connect('sandbox')).id;
    const id = await createOne(source, post(channel, 'On the move', inDays(1)));
    const later = await createOne(source, post(channel, 'Much later', inDays(2)));
    const file = await exported(source.organizationId, 'moved.zip', true);
    await makeDue(source, id);
    await eventually('this instance has tried to publish it, and held it', async () =>
      (await sql(source, "select 1 from post where id = $1 and hold = 'frozen'", [id])).at(0),
    );
    expect((await imported(file, 'ask')).done?.posts).toMatchObject({ waiting: 2, overdue: 0, doubtful: 0 });
    await makeDue(target, id);
    await target.startWorker();
    await eventually('the other one has published it', async () =>
      (await sql(target, "select 1 from post where id = $1 and state = 'published'", [id])).at(0),
    );
    expect([
      await atNetwork('On the move'),
      await sql(source, 'select state from post where id = $1', [id]),
      await sql(target, 'select state from post where id = $1', [later]),
    ]).toEqual([1, [{ state: 'scheduled' }], [{ state: 'scheduled' }]]);
  }, 60_000);

  it('whose archive is imported again leaves what is published here as it is, and reports it', async () => {
    const before = await sql(target, 'select id, state, revision, published_at from post order by id');
    expect(await imported(join(source.dataDir, 'moved.zip'), 'ask')).toMatchObject({
      done: null,
      before: { posts: 2, published: 1, waiting: 1, moved: false },
    });
    expect(await sql(target, 'select id, state, revision, published_at from post order by id')).toEqual(
      before,
    );
    expect(await atNetwork('On the move')).toBe(1);
  });

  // Only the network then knows what the first import has published.
  it('whose archive comes again after this instance has lost it publishes nothing twice', async () => {
    const LOST = { 'It was deleted': deleteHere, 'It is in no backup': restoreWithout };
    const moved = await Promise.all(
      Object.entries(LOST).map(async ([text, lose]) => {
        const { id, apiKey } = await source.anotherOrganization(text);
        await addPerson(source, { organizationId: id, role: 'owner' });
        const channel = (await source.connect('sandbox', {}, id)).id;
        await createOne(source, post(channel, text, new Date(Date.now() + 6000)), apiKey);
        const file = await exported(id, `${id}.zip`, true);
        await imported(file, 'ask');
        return { id, text, file, lose };
      }),
    );
    const isPublished = async (id: string): Promise<unknown> =>
      (await sql(target, "select 1 from post where organization_id = $1 and state = 'published'", [id]))[0];
    for (const { id, text, file, lose } of moved) {
      await eventually('this one has published it', () => isPublished(id));
      await lose(id, text);
      expect((await imported(file, 'ask')).done?.posts).toMatchObject({
        waiting: 1,
        presumed: 1,
        overdue: 0,
      });
      await eventually('it was found at the network', () => isPublished(id));
      expect(await atNetwork(text)).toBe(1);
    }
  }, 90_000);

  describe('while a post is being published', () => {
    let organization: { id: string; apiKey: string };
    let channel: string;
    let ids: string[];
    beforeAll(async () => {
      // It would see to the posts whose states are written below.
      await worker.stop();
      organization = await source.anotherOrganization('Busy & Co');
      channel = (await source.connect('sandbox', {}, organization.id)).id;
      const thread = [
        { content: 'One', image: [] },
        { content: 'Two', image: [], delay: 60 },
      ];
      const body = buildPost([], { posts: [buildTarget(channel, { value: thread })] });
      ids = [];
      for (let n = 0; n < 3; n++) ids.push(await createOne(source, body, organization.apiKey));
      const [sent = '', between = '', series = ''] = ids;
      await setState(source, sent, 'publishing');
      await setSent(source, sent);
      await setState(source, between, 'publishing');
      await sql(
        source,
        'delete from publish_attempt where post_item_id in (select id from post_item where post_id = $1)',
        [between],
      );
      await sql(
        source,
        "update post_item set published_at = now(), release_id = '1' where post_id = $1 and position = 0",
        [between],
      );
      await setState(source, series, 'published');
      await sql(
        source,
        "update post set interval_days = 7, publish_at = now() - interval '1 minute' where id = $1",
        [series],
      );
    });

    it('is refused, and publishing goes on here', async () => {
      await expect(moveAway(source.context.database, organization.id, { waitMs: 0 })).rejects.toMatchObject({
        code: 'posts_under_way',
        message: expect.stringContaining('1 of its posts'),
      });
      expect(
        await sql(source, 'select moved_at, frozen_at from organization where id = $1', [organization.id]),
      ).toEqual([{ moved_at: null, frozen_at: null }]);
    });

    it('is no need for a copy, which asks about that post, leaves the rest of a thread and ends a series', async () => {
      const done = await imported(await exported(organization.id, 'copy.zip', false), null);
      expect(done.done?.posts).toMatchObject({ waiting: 0, overdue: 0, drafts: 0, doubtful: 2, series: 1 });
      const states = await sql<{ id: string }>(
        target,
        'select id, state, interval_days as days from post where organization_id = $1',
        [organization.id],
      );
      expect(states.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))).toEqual([
        { id: ids[0], state: 'unconfirmed', days: null },
        { id: ids[1], state: 'partly_published', days: null },
        { id: ids[2], state: 'published', days: null },
      ]);
    });
  });
});
