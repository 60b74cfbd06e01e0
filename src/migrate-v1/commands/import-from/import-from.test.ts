import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportReport } from '../../import-from/import-from.ts';
import { buildPost, buildTarget, createOne, png, setState, sql, upload } from '../../../test/factories.ts';
import { insertChannel } from '../../../test/insert-channel.ts';
import { startInstance, type TestInstance } from '../../../test/instance.ts';
import { runCrier, type CliRun } from '../../../run/cli/fixtures/run-cli.ts';

interface Stored {
  readonly content: string;
  readonly state: string;
  readonly channel: string;
  readonly parts: number;
  readonly media: number;
  readonly url: string | null;
  readonly error: string | null;
}

// Two instances of Crier: the other one speaks the very API that is imported from.
describe('An import from another instance, by its API', () => {
  let crier: TestInstance;
  let other: TestInstance;
  let keyFile: string;
  let matched: string;
  let cafe: string;
  let missing: string;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    [crier, other] = await Promise.all([
      startInstance({ temporal: false }),
      startInstance({ temporal: false }),
    ]);
    cafe = (await other.connect('sandbox', { name: 'Café Nord' })).id;
    const bakery = (await other.connect('sandbox', { name: 'Bakery' })).id;
    matched = (await crier.connect('sandbox', { name: 'Bakery' })).id;
    await sql(
      other,
      `with c as (insert into customer (id, organization_id, name) values (gen_random_uuid(), $1, 'Old clients') returning id)
        update integration set customer_id = c.id from c where integration.id = $2`,
      [other.organizationId, cafe],
    );
    const { body: file } = await upload<{ id: string; path: string }>(other, png());
    const { body: gone } = await upload<{ id: string; path: string }>(other, png(3, 3));
    const image = ({ id, path }: { id: string; path: string }) => [{ id, path, alt: 'A cake' }];
    const one = async (name: string, changes: Record<string, unknown>, value?: unknown): Promise<void> => {
      const content = `<p>${name}</p>`;
      ids[name] = await createOne(
        other,
        buildPost([], {
          posts: [buildTarget(cafe, { value: value ?? [{ content, image: [] }] })],
          tags: [{ value: 'spring', label: 'spring' }],
          ...changes,
        }),
      );
    };
    await one('published', {});
    await one('failed', {});
    await one('draft', { type: 'draft' });
    await one('waits', { inter: 7 }, [
      { content: '<p>waits</p>', image: image(file) },
      { content: '<p>Part two</p>', image: image(file), delay: 5 },
    ]);
    await one('incomplete', {}, [{ content: '<p>incomplete</p>', image: image(gone) }]);
    await one('elsewhere', { posts: [buildTarget(bakery)] });
    await setState(other, ids.published ?? '', 'published');
    await sql(
      other,
      `update post set release_url = 'https://sandbox.example/1', release_id = '1',
      publish_at = '2025-03-04T09:30:00Z' where id = $1`,
      [ids.published],
    );
    await sql(other, `update post_item set published_at = now() where post_id = $1`, [ids.published]);
    await setState(other, ids.failed ?? '', 'failed');
    missing = join(other.context.uploadFolder, new URL(gone.path).pathname.replace('/uploads/', ''));
    renameSync(missing, `${missing}.away`);
    keyFile = join(crier.dataDir, 'old-key');
    writeFileSync(keyFile, `${other.apiKey}\n`);
  });
  afterAll(() => Promise.all([crier?.stop(), other?.stop()]));

  const importFrom = (...args: string[]): Promise<CliRun> =>
    runCrier(crier.env, 'import-from', other.url, '--key-file', keyFile, ...args);
  const json = async (...args: string[]): Promise<ImportReport> =>
    JSON.parse((await importFrom(...args, '--json')).stdout) as ImportReport;
  const stored = (): Promise<Stored[]> =>
    sql<Stored>(
      crier,
      `select i.content, p.state, c.name as channel, p.release_url as url, p.error,
          (select count(*)::int from post_item n where n.post_id = p.id) as parts,
          (select sum(jsonb_array_length(n.media))::int from post_item n where n.post_id = p.id) as media
        from post p join post_item i on i.post_id = p.id and i.position = 0
        join integration c on c.id = p.integration_id order by i.content`,
    );
  const bare = { parts: 1, media: 0, url: null, error: null, channel: 'Café Nord' };

  it('shows what would be imported, and stores nothing', async () => {
    const { code, stdout, stderr } = await importFrom('--dry-run');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('Nothing was stored.') });
    const [, more] = /: (\d+) more requests for groups and posts/.exec(stderr) ?? [];
    expect(stdout).toContain(`${Number(more) + 1} requests to ${other.url}.`);
    expect(stdout).toMatch(/Café Nord +sandbox +new; has to be connected/);
    expect(stdout).toMatch(/Bakery +sandbox +connected here already/);
    expect(stdout).toContain('6 posts to read');
    expect(await stored()).toEqual([]);
    expect(await sql(crier, 'select 1 from import_source')).toEqual([]);
  });

  it('takes channels, groups, tags, threads and files along, and makes drafts of what waits there', async () => {
    const report = await json();
    expect(report).toMatchObject({
      posts: { read: 6, imported: 6, byState: { PUBLISHED: 1, ERROR: 1, DRAFT: 1, QUEUE: 3 }, waiting: 3 },
      media: { fetched: 1, missing: [{ post: ids.incomplete }] },
      problems: [{ post: ids.incomplete, problem: 'came without a file that could not be fetched' }],
      showsParts: true,
    });
    expect(await stored()).toEqual([
      { ...bare, content: '<p>draft</p>', state: 'draft' },
      { ...bare, content: '<p>failed</p>', state: 'failed', error: 'The network refused it' },
      { ...bare, content: '<p>incomplete</p>', state: 'draft' },
      { ...bare, content: '<p>published</p>', state: 'published', url: 'https://sandbox.example/1' },
      { ...bare, content: '<p>waits</p>', state: 'draft', parts: 2, media: 2 },
      { ...bare, content: 'Spring menu', state: 'draft', channel: 'Bakery' },
    ]);
    expect(
      await sql(
        crier,
        `select c.name as group, i.refresh_needed as reconnect, t.name as tag
        from integration i join customer c on c.id = i.customer_id cross join tag t`,
      ),
    ).toEqual([{ group: 'Old clients', reconnect: true, tag: 'spring' }]);
    expect(await sql(crier, 'select id from integration')).toHaveLength(2);
    const [file] = await sql<{ path: string }>(
      crier,
      `select media -> 0 ->> 'path' as path from post_item
      where jsonb_array_length(media) > 0 limit 1`,
    );
    const { pathname } = new URL(file?.path ?? '');
    expect((await fetch(`${crier.url}${pathname}`)).status).toBe(200);
  });

  it('takes only what is missing or has changed when it runs again, under any URL of the other one', async () => {
    await sql(
      other,
      `update post set state = 'published', published_at = now(), release_url = 'https://sandbox.example/2'
      where id = $1`,
      [ids.elsewhere],
    );
    const run = await runCrier(
      crier.env,
      'import-from',
      `${other.url}//api/public/v1/`,
      '--key-file',
      keyFile,
      '--json',
    );
    expect(JSON.parse(run.stdout)).toMatchObject({
      posts: { read: 6, imported: 0, changed: 2, same: 4 },
      media: { fetched: 0, missing: [{ post: ids.incomplete }] },
    });
    expect((await stored()).find(({ channel }) => channel === 'Bakery')).toMatchObject({
      state: 'published',
      url: 'https://sandbox.example/2',
    });
  });

  it('leaves alone what has been changed here since, and reports it', async () => {
    const [draft] = await sql<{ id: string }>(
      crier,
      `select p.id from post p join post_item i on i.post_id = p.id
      where i.content = '<p>draft</p>'`,
    );
    const path = `/posts/${draft?.id ?? ''}`;
    expect((await crier.call('PATCH', path, { body: { content: 'Mine' } })).status).toBe(200);
    await sql(other, `update post_item set content = '<p>Theirs</p>' where post_id = $1`, [ids.draft]);
    expect((await json()).problems).toContainEqual({
      post: ids.draft,
      problem: 'it has changed both here and there; here it stays as it is (there: DRAFT)',
    });
    expect((await crier.call<{ content: string }>('GET', path)).body.content).toBe('Mine');
  });

  it('schedules what waits there only for a person who has stopped it there', async () => {
    expect(await importFrom('--schedule')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('make each waiting post a draft there'),
    });
    expect((await stored()).filter(({ state }) => state === 'scheduled')).toEqual([]);
    await other.call('PUT', `/posts/${ids.waits ?? ''}/status`, { body: { status: 'draft' } });
    const late = await createOne(other, buildPost([], { posts: [buildTarget(cafe)] }));
    await sql(other, `update post set publish_at = now() - interval '1 minute' where id = $1`, [late]);
    const report = await json('--schedule', '--stopped-there');
    const incomplete = { post: ids.incomplete, problem: 'came without a file that could not be fetched' };
    expect(report).toMatchObject({
      scheduled: 1,
      problems: [
        incomplete,
        { post: late, problem: 'not scheduled: its date has passed, so it may have been published there' },
        { post: ids.incomplete, problem: 'not scheduled: came without a file that could not be fetched' },
      ],
    });
    expect((await stored()).filter(({ state }) => state === 'scheduled')).toMatchObject([
      { content: '<p>waits</p>', parts: 2 },
    ]);
    expect((await json('--schedule', '--stopped-there')).scheduled).toBe(0);
    await other.call('DELETE', `/posts/${late}`);
  });

  it('brings a file that was missing, once it is there, and then schedules its post', async () => {
    renameSync(`${missing}.away`, missing);
    expect(await json('--schedule', '--stopped-there')).toMatchObject({
      posts: { imported: 0, changed: 1 },
      media: { fetched: 1, missing: [] },
      scheduled: 1,
      problems: [],
    });
    expect((await stored()).find(({ content }) => content === '<p>incomplete</p>')).toMatchObject({
      state: 'scheduled',
      media: 1,
    });
  });

  it('fills in an imported channel when its account is connected, so that its posts are published there', async () => {
    const [before] = await sql<{ id: string }>(crier, `select id from integration where refresh_needed`);
    const { id, reconnected } = await crier.connect('sandbox', { name: 'Café Nord' });
    expect({ id, reconnected }).toEqual({ id: before?.id, reconnected: true });
    expect((await crier.connect('sandbox', { name: 'Somebody else' })).reconnected).toBe(false);
    expect(matched).not.toBe(id);
  });

  it('takes the channel here that the operator names, and refuses one that cannot be', async () => {
    const shop = (await other.connect('sandbox', { name: 'Shop' })).id;
    const boutique = (await crier.connect('sandbox', { name: 'Boutique' })).id;
    await insertChannel(crier, 'telegram', { name: 'News' });
    await createOne(other, buildPost([], { posts: [buildTarget(shop)] }));
    for (const [choice, message] of [
      ['Kiosk=Boutique', 'There is no channel "Kiosk" at the other instance; there is: '],
      ['Shop=Kiosk', 'There is no channel "Kiosk" here; there is: '],
      ['Shop=News', '"Shop" is a channel of sandbox, and "News" here one of telegram'],
      ['Café Nord=Boutique', '"Café Nord" of the other instance was imported before, as another channel'],
      ['Shop', '--channel: "Shop" is not of the form THERE=HERE'],
    ] as const) {
      expect(await importFrom('--channel', choice)).toMatchObject({
        code: expect.any(Number),
        stdout: '',
        stderr: expect.stringContaining(message),
      });
    }
    const twice = await importFrom('--channel', 'shop=boutique', '--channel', 'Bakery=Boutique');
    expect(twice.stderr).toContain('"Boutique" cannot stand for two channels of the other instance');
    const report = await json('--channel', `shop=${boutique}`);
    expect(report.channels).toContainEqual(
      expect.objectContaining({ id: boutique, action: 'matched', problem: null }),
    );
    expect((await stored()).filter(({ channel }) => channel === 'Boutique')).toHaveLength(1);
    expect((await json()).channels).toContainEqual(
      expect.objectContaining({ id: boutique, action: 'known' }),
    );
  });

  it('refuses to import an organisation into itself', async () => {
    const own = join(crier.dataDir, 'own-key');
    writeFileSync(own, crier.apiKey);
    expect(await runCrier(crier.env, 'import-from', crier.url, '--key-file', own)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('lead to the organisation itself'),
    });
  });

  it('never shows the key', async () => {
    const runs = [await importFrom('--json'), await importFrom('--dry-run')];
    const [tables] = await sql<{ text: string }>(
      crier,
      `select concat((select json_agg(s) from import_source s),
      (select json_agg(r) from imported_record r), (select json_agg(a) from audit_event a)) as text`,
    );
    for (const text of [...runs.flatMap(({ stdout, stderr }) => [stdout, stderr]), tables?.text ?? '']) {
      expect(text).not.toContain(other.apiKey);
    }
  });

  it('asks for what is missing on the command line, and stores nothing meanwhile', async () => {
    mkdirSync(join(crier.dataDir, 'folder'));
    for (const [args, message] of [
      [[other.url], '--key-file FILE'],
      [[other.url, '--key-file', join(crier.dataDir, 'folder')], '--key-file: '],
      [[other.url, '--key-file', keyFile, '--posts-since', 'soon'], 'must be ISO 8601'],
      [
        [other.url, '--key-file', keyFile, '--posts-since', '2025-03-30T02:30[Europe/Berlin]'],
        'does not exist in Europe/Berlin',
      ],
      [[other.url, '--key-file', keyFile, '--stopped-there'], 'means nothing without --schedule'],
      [['old.example', '--key-file', keyFile], 'must be a full one, such as https://old.example'],
      [['https://me:secret@old.example', '--key-file', keyFile], 'without a user name, a password'],
    ] as const) {
      const { code, stderr } = await runCrier(crier.env, 'import-from', ...args);
      expect({ failed: code !== 0, stderr }).toEqual({
        failed: true,
        stderr: expect.stringContaining(message),
      });
      expect(stderr).not.toContain('me:secret');
    }
  });
});
