import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  UNKNOWN_ID,
  buildPost,
  buildTarget,
  createOne,
  png,
  refusal,
  setState,
  sql,
  upload,
  type ErrorBody,
} from '../../test/factories.ts';
import { insertChannel } from '../../test/insert-channel.ts';
import { eventually, startInstance, type Answer, type TestInstance } from '../../test/instance.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';
import { EMPTY_DOCUMENT } from '../../test/security/world.ts';

interface LibraryFile {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly alt: string;
  readonly uses: { posts: number; waiting: number; drafts: number };
  readonly refusedBy: { provider: string; reason: string }[];
  readonly posts: { id: string; state: string; firstLine: string }[];
  readonly drafts: { id: string; firstLine: string; updatedAt: string }[];
}

describe('the media library', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ada = await addPerson(crier, { role: 'member' });
    channel = (await crier.connect('sandbox')).id;
  });
  afterAll(() => crier?.stop());

  const add = async (name: string, bytes = png(20, 10), key = crier.apiKey): Promise<LibraryFile> =>
    (await upload<LibraryFile>(crier, bytes, { name, key })).body;
  const list = async (query = ''): Promise<{ media: LibraryFile[]; nextCursor: string | null }> =>
    (await ada.call<{ media: LibraryFile[]; nextCursor: string | null }>('GET', `/media?limit=100${query}`))
      .body;
  const get = async (id: string): Promise<LibraryFile> =>
    (await ada.call<LibraryFile>('GET', `/media/${id}`)).body;
  const remove = (id: string, by = ada): Promise<Answer<ErrorBody>> => by.call('DELETE', `/media/${id}`);
  const postWith = (id: string, change = {}): Promise<string> =>
    createOne(
      crier,
      buildPost([], {
        posts: [
          buildTarget(channel, {
            value: [{ content: '<p>Spring &amp; menu</p><p>More</p>', image: [{ id, path: 'x' }] }],
          }),
        ],
        ...change,
      }),
    );

  it('lists files newest first, page by page, with what they are', async () => {
    const names = ['first.png', 'second.png', 'third.png'];
    for (const name of names) await add(name);
    const page = await ada.call<{ media: LibraryFile[]; nextCursor: string }>('GET', '/media?limit=2');
    expect(page.body.media.map(({ name }) => name)).toEqual(['third.png', 'second.png']);
    expect(page.body.media[0]).toMatchObject({
      mime: 'image/png',
      width: 20,
      height: 10,
      alt: '',
      uses: { posts: 0, waiting: 0, drafts: 0 },
      refusedBy: [],
    });
    const next = await ada.call<{ media: LibraryFile[]; nextCursor: null }>(
      'GET',
      `/media?limit=2&cursor=${page.body.nextCursor}`,
    );
    expect([next.body.media.map(({ name }) => name), next.body.nextCursor]).toEqual([['first.png'], null]);
  });

  it('finds files by their name and their alt text, taking what was typed as it is', async () => {
    const { id } = await add('100%_menu.png');
    await ada.call('PATCH', `/media/${id}`, { body: { alt: 'A Blackboard' } });
    for (const search of ['%_', 'MENU', 'blackboard']) {
      expect((await list(`&search=${encodeURIComponent(search)}`)).media.map((file) => file.id)).toEqual([
        id,
      ]);
    }
    expect((await list('&search=nothing-like-this')).media).toEqual([]);
    expect((await list('&kind=video')).media).toEqual([]);
  });

  it('counts the posts that use a file, also in a setting, and lists them', async () => {
    const file = await add('used.png');
    const waiting = await postWith(file.id);
    const published = await postWith(file.id);
    await setState(crier, published, 'published');
    const cover = await createOne(crier, buildPost(channel));
    await sql(
      crier,
      `update post set settings = settings || jsonb_build_object('main_image', jsonb_build_object('id', $2::text, 'path', 'x')) where id = $1`,
      [cover, file.id],
    );
    const found = await get(file.id);
    expect(found.uses).toEqual({ posts: 3, waiting: 2, drafts: 0 });
    expect(found.posts.map(({ id }) => id).toSorted()).toEqual([cover, published, waiting].toSorted());
    expect(found.posts.find(({ id }) => id === published)).toMatchObject({
      state: 'published',
      firstLine: 'Spring & menu',
    });
    expect((await list('&unused=true')).media.map(({ id }) => id)).not.toContain(file.id);
    expect((await list()).media.find(({ id }) => id === file.id)?.uses.posts).toBe(3);
  });

  it('lists the drafts that use a file, the one that was saved last first', async () => {
    const file = await add('drafted.png');
    const begin = async (text: string, id = file.id): Promise<string> => {
      const parts = [{ id: 'a', text, media: [{ id, alt: '' }], delaySeconds: 0 }];
      const document = { ...EMPTY_DOCUMENT, parts };
      return (await ada.call<{ id: string }>('POST', '/compositions', { body: { document } })).body.id;
    };
    const [first, second] = [await begin('\n  Soup < bread\nmore'), await begin('')];
    await begin('Another file', (await add('other.png')).id);
    expect((await get(file.id)).drafts).toEqual([
      { id: second, firstLine: '', updatedAt: expect.stringMatching(/Z$/) },
      { id: first, firstLine: 'Soup < bread', updatedAt: expect.stringMatching(/Z$/) },
    ]);
  });

  it('deletes a file permanently, except while a post that is not published yet uses it', async () => {
    const file = await add('needed.png');
    const stored = join(crier.context.uploadFolder, file.path.split('/uploads/')[1] ?? '');
    const post = await postWith(file.id, { type: 'draft' });
    const refused = await remove(file.id);
    expect([refusal(refused), refused.body.message]).toEqual([
      { status: 409, code: 'media_in_use' },
      expect.stringContaining(post),
    ]);
    expect(existsSync(stored)).toBe(true);
    await setState(crier, post, 'published');
    expect((await remove(file.id)).status).toBe(200);
    expect(existsSync(stored)).toBe(false);
    expect(refusal(await remove(file.id))).toEqual({ status: 404, code: 'media_not_found' });
    expect(
      await sql(crier, "select detail ->> 'name' as name from audit_event where kind = 'media_deleted'"),
    ).toEqual([{ name: 'needed.png' }]);
  });

  it('is not deleted under a post that is being stored: one of the two is refused', async () => {
    const create = (id: string): Promise<Answer<ErrorBody>> =>
      crier.call<ErrorBody>('POST', '/posts', {
        body: buildPost([], {
          posts: [buildTarget(channel, { value: [{ content: id, image: [{ id, path: 'x' }] }] })],
        }),
      });
    // Not committed yet when the post has been checked already; the row goes soon after.
    for (const gone of [
      'update media set deleted_at = now() where id = ?',
      'delete from media where id = ?',
    ]) {
      const file = await add('contested.png');
      const refused = await crier.context.database.fork().transactional(async (tx) => {
        await tx.execute('select 1 from media where id = ? for update', [file.id]);
        await tx.execute(gone, [file.id]);
        const asked = create(file.id);
        await eventually('the post waits for the deletion', async () => {
          const waiting = await sql(
            crier,
            // PostgreSQL shows the first kilobyte of a statement.
            "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%named_media%'",
          );
          return waiting.length > 0;
        });
        return { asked };
      });
      expect(refusal(await refused.asked)).toEqual({ status: 400, code: 'media_not_stored' });
    }
    const both = await add('wanted.png');
    const [deleted, created] = await Promise.all([remove(both.id), create(both.id)]);
    expect([deleted.status === 200, created.status === 201].filter(Boolean)).toHaveLength(1);
  });

  it('keeps a file that a draft of the composer names', async () => {
    const file = await add('drafted.png');
    await sql(
      crier,
      `insert into composition (id, organization_id, document) values (gen_random_uuid(), $1, jsonb_build_object('parts',
        jsonb_build_array(jsonb_build_object('id', 'p1', 'media', jsonb_build_array(jsonb_build_object('id', $2::text))))))`,
      [crier.organizationId, file.id],
    );
    expect((await get(file.id)).uses).toEqual({ posts: 0, waiting: 0, drafts: 1 });
    expect((await list('&unused=true')).media.map(({ id }) => id)).not.toContain(file.id);
    expect(refusal(await remove(file.id))).toEqual({ status: 409, code: 'media_in_use' });
    await sql(crier, 'delete from composition');
    expect((await remove(file.id)).status).toBe(200);
  });

  it('keeps a picture that stands for a video of a draft of the composer, which names it by its URL', async () => {
    const [cover, other] = [await add('cover.png'), await add('no-cover.png')];
    await sql(
      crier,
      `insert into composition (id, organization_id, document) values (gen_random_uuid(), $1, jsonb_build_object('parts',
        jsonb_build_array(jsonb_build_object('media', jsonb_build_array(jsonb_build_object('thumbnail', $2::text),
          jsonb_build_object('thumbnail', null))))))`,
      [crier.organizationId, cover.path],
    );
    expect(refusal(await remove(cover.id))).toEqual({ status: 409, code: 'media_in_use' });
    const unused = (await list('&unused=true')).media.map(({ id }) => id);
    expect([unused.includes(cover.id), unused.includes(other.id)]).toEqual([false, true]);
    expect((await get(cover.id)).uses.drafts).toBe(1);
    expect((await remove(other.id)).status).toBe(200);
    await sql(crier, 'delete from composition');
    expect((await remove(cover.id)).status).toBe(200);
  });

  it('is not deleted under a draft that is being saved: one of the two is refused', async () => {
    const naming = (id: string) => ({
      ...EMPTY_DOCUMENT,
      parts: [{ id: 'a', text: 'Spring menu', media: [{ id, alt: '' }], delaySeconds: 0 }],
    });
    const inSetting = (id: string) => ({
      ...EMPTY_DOCUMENT,
      settings: { [channel]: { main_image: { id, path: 'x' } } },
    });
    const begin = (document: object): Promise<Answer<ErrorBody & { id: string }>> =>
      ada.call('POST', '/compositions', { body: { document } });
    const begun = (await begin(EMPTY_DOCUMENT)).body.id;
    const save = (document: object): Promise<Answer<ErrorBody>> =>
      ada.call<ErrorBody>('PUT', `/compositions/${begun}`, { body: { document, revision: 1 } });
    for (const gone of [
      'update media set deleted_at = now() where id = ?',
      'delete from media where id = ?',
    ]) {
      for (const store of [begin, save]) {
        for (const document of [naming, inSetting]) {
          const file = await add('contested.png');
          const refused = await crier.context.database.fork().transactional(async (tx) => {
            await tx.execute('select 1 from media where id = ? for update', [file.id]);
            await tx.execute(gone, [file.id]);
            const asked = store(document(file.id));
            await eventually('the draft waits for the deletion', async () => {
              const waiting = await sql(
                crier,
                "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%locked_media%'",
              );
              return waiting.length > 0;
            });
            return { asked };
          });
          expect(refusal(await refused.asked)).toEqual({ status: 400, code: 'media_not_stored' });
        }
      }
    }
    // What was deleted before may still be named: a copy of an old post does that.
    const old = await add('old-menu.png');
    expect((await remove(old.id)).status).toBe(200);
    expect((await begin(naming(old.id))).status).toBe(201);
    // A draft that was saved first keeps its file.
    const kept = await add('kept.png');
    await begin(inSetting(kept.id));
    expect(refusal(await remove(kept.id))).toEqual({ status: 409, code: 'media_in_use' });
    await sql(crier, 'delete from composition');
  });

  it('shows which networks could not take a file, by the limits of their channels', async () => {
    await insertChannel(crier, 'youtube');
    await insertChannel(crier, 'instagram');
    await insertChannel(crier, 'reddit');
    const { refusedBy } = await get((await add('photo.png')).id);
    expect(refusedBy).toEqual([
      expect.objectContaining({ provider: 'instagram', reason: expect.stringContaining('image/jpeg') }),
      expect.objectContaining({ provider: 'youtube', reason: 'takes no pictures' }),
    ]);
    await sql(crier, "delete from integration where provider in ('youtube', 'instagram', 'reddit')");
  });

  it('changes the name and the alt text, and refuses a name that nobody could see', async () => {
    const { id } = await add('old.png');
    const change = (body: object): Promise<Answer<ErrorBody & LibraryFile>> =>
      ada.call('PATCH', `/media/${id}`, { body });
    expect((await change({ name: 'New.png', alt: ' Two cups\n' })).body).toMatchObject({
      name: 'New.png',
      alt: 'Two cups',
    });
    expect((await change({ alt: '' })).body).toMatchObject({ name: 'New.png', alt: '' });
    expect(refusal(await change({ name: '\u200b' }))).toMatchObject({ status: 400, paths: ['name'] });
    expect(refusal(await change({}))).toMatchObject({ status: 400, code: 'invalid_request' });
  });

  it('shows and changes nothing of another organisation', async () => {
    const ben = await crier.anotherOrganization();
    const theirs = await add('theirs.png', png(), ben.apiKey);
    expect((await list()).media.map(({ id }) => id)).not.toContain(theirs.id);
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', { alt: 'mine' }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await ada.call<ErrorBody>(method, `/media/${theirs.id}`, body ? { body } : {});
      expect(refusal(answer)).toEqual({ status: 403, code: 'foreign_resource' });
      expect(
        refusal(await ada.call<ErrorBody>(method, `/media/${UNKNOWN_ID}`, body ? { body } : {})),
      ).toEqual({ status: 404, code: 'media_not_found' });
    }
  });
});
