import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  FUTURE,
  UNKNOWN_ID,
  buildPost,
  png,
  refusal,
  sql,
  upload,
  type ErrorBody,
} from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';
import { EMPTY_DOCUMENT } from '../../test/security/world.ts';

interface Composition {
  readonly id: string;
  readonly document: Record<string, unknown>;
  readonly revision: number;
  readonly updatedAt: string;
  readonly updatedBy: { readonly id: string; readonly name: string } | null;
  readonly media: readonly { readonly id: string; readonly type: string }[];
}
interface Listed {
  readonly compositions: readonly {
    readonly id: string;
    readonly firstLine: string;
    readonly updatedBy: string;
    readonly thumbnail: { readonly path: string; readonly alt: string | null } | null;
    readonly media: number;
    readonly edits: string | null;
  }[];
  readonly hasMore: boolean;
}
const written = (text: string): Record<string, unknown> => ({
  ...EMPTY_DOCUMENT,
  parts: [{ id: 'a', text, media: [], delaySeconds: 0 }],
});

describe('drafts of the composer', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  let mia: TestPerson;
  let elsewhere: string;
  let zoe: TestPerson;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ada = await addPerson(crier, { name: 'Ada' });
    mia = await addPerson(crier, { name: 'Mia', role: 'member' });
    const other = await crier.anotherOrganization('Elsewhere');
    elsewhere = other.id;
    zoe = await addPerson(crier, { name: 'Zoe', organizationId: elsewhere });
  });
  afterAll(() => crier?.stop());

  const begin = async (by: TestPerson, text: string): Promise<Composition> =>
    (await by.call<Composition>('POST', '/compositions', { body: { document: written(text) } })).body;

  it('are begun, read, saved and deleted by every member of the organisation', async () => {
    const begun = await begin(ada, 'Spring menu');
    expect(begun).toMatchObject({
      revision: 1,
      document: written('Spring menu'),
      updatedBy: { name: 'Ada' },
    });
    const saved = await mia.call<Composition>('PUT', `/compositions/${begun.id}`, {
      body: { document: written('Summer menu'), revision: 1 },
    });
    expect(saved.body).toMatchObject({ revision: 2, updatedBy: { name: 'Mia' } });
    const read = await ada.call<Composition>('GET', `/compositions/${begun.id}`);
    expect(read.body.document).toEqual(written('Summer menu'));
    expect((await ada.call('DELETE', `/compositions/${begun.id}`)).status).toBe(200);
    expect(refusal(await ada.call<ErrorBody>('GET', `/compositions/${begun.id}`))).toEqual({
      status: 404,
      code: 'composition_not_found',
    });
  });

  it('are listed by their first line, the one that was saved last first', async () => {
    await sql(crier, 'delete from composition');
    const first = await begin(ada, '\n\n  Monday\nmore');
    await begin(mia, `${'Tuesday '.repeat(40)}`);
    await ada.call('PUT', `/compositions/${first.id}`, {
      body: { document: written('Monday again'), revision: 1 },
    });
    const { body } = await mia.call<Listed>('GET', '/compositions');
    expect(body.compositions.map(({ firstLine, updatedBy }) => [firstLine, updatedBy])).toEqual([
      ['Monday again', 'Ada'],
      [`${'Tuesday '.repeat(15).trim()}…`, 'Mia'],
    ]);
    expect(body.hasMore).toBe(false);
    const found = await mia.call<Listed>('GET', '/compositions?search=MONDAY%20again');
    expect(found.body.compositions.map(({ id }) => id)).toEqual([first.id]);
    expect((await mia.call<Listed>('GET', '/compositions?search=%25')).body.compositions).toEqual([]);
    expect((await zoe.call<Listed>('GET', '/compositions')).body.compositions).toEqual([]);
  });

  it('are listed with their first file, but none that was deleted or is of another organisation', async () => {
    await sql(crier, 'delete from composition');
    const { body: cup } = await upload<{ id: string; path: string }>(crier, png());
    const { body: pan } = await upload<{ id: string }>(crier, png(3, 3));
    const media = [cup, pan].map(({ id }) => ({ id, alt: id === cup.id ? 'A cup' : '' }));
    const document = { ...EMPTY_DOCUMENT, parts: [{ id: 'a', text: 'Tea', media, delaySeconds: 0 }] };
    await ada.call('POST', '/compositions', { body: { document } });
    await begin(ada, 'Nothing to see');
    const list = async () =>
      (await mia.call<Listed>('GET', '/compositions')).body.compositions.map((one) => one.thumbnail);
    const shown = (await mia.call<Listed>('GET', '/compositions')).body.compositions[1];
    expect(shown).toMatchObject({ media: 2, thumbnail: { path: cup.path, alt: 'A cup' } });
    await sql(crier, 'update media set deleted_at = now() where id = $1', [cup.id]);
    expect(await list()).toEqual([null, null]);
    await sql(crier, 'update media set deleted_at = null, organization_id = $2 where id = $1', [
      cup.id,
      elsewhere,
    ]);
    expect(await list()).toEqual([null, null]);
  });

  it('may be changes of posts, of which each person finds their own', async () => {
    await sql(crier, 'delete from composition');
    const post = UNKNOWN_ID;
    const change = { ...written('Summer menu'), edits: { post, revision: 3, scope: null } };
    const { body: hers } = await ada.call<Composition>('POST', '/compositions', {
      body: { document: change },
    });
    await mia.call('POST', '/compositions', { body: { document: change } });
    await begin(ada, 'Of no post');
    const found = await ada.call<Listed>('GET', `/compositions?edits=${post}`);
    expect(found.body.compositions).toMatchObject([{ id: hers.id, edits: post }]);
    const all = (await ada.call<Listed>('GET', '/compositions')).body.compositions;
    expect(all.map(({ edits }) => edits)).toEqual([null, post, post]);
    const wrong = await ada.call<ErrorBody>('GET', '/compositions?edits=mine');
    expect(refusal(wrong)).toEqual({ status: 400, code: 'invalid_request', paths: ['edits'] });
  });

  it('come in pages of fifty', async () => {
    await sql(crier, 'delete from composition');
    for (let n = 0; n < 51; n++) await begin(ada, `Draft ${n}`);
    const pages = await Promise.all(
      [0, 1, 2].map(async (page) => (await ada.call<Listed>('GET', `/compositions?page=${page}`)).body),
    );
    expect(pages.map(({ compositions, hasMore }) => [compositions.length, hasMore])).toEqual([
      [50, true],
      [1, false],
      [0, false],
    ]);
  });

  it('are not overwritten by a window that has not seen the newest text: it learns who and when', async () => {
    const { id } = await begin(ada, 'One');
    const newer = await mia.call<Composition>('PUT', `/compositions/${id}`, {
      body: { document: written('Of Mia'), revision: 1 },
    });
    const late = await ada.call<ErrorBody>('PUT', `/compositions/${id}`, {
      body: { document: written('Of Ada'), revision: 1 },
    });
    expect(refusal(late)).toEqual({ status: 409, code: 'composition_changed' });
    expect(late.body.message).toBe(`Mia changed this draft at ${newer.body.updatedAt}`);
    expect((await ada.call<Composition>('GET', `/compositions/${id}`)).body.document).toEqual(
      written('Of Mia'),
    );
    // With the revision that she has seen now, hers is the newer one.
    const kept = await ada.call<Composition>('PUT', `/compositions/${id}`, {
      body: { document: written('Of Ada'), revision: 2 },
    });
    expect(kept.body).toMatchObject({ revision: 3, document: written('Of Ada') });
  });

  it('win once when two windows save at the same moment', async () => {
    const { id } = await begin(ada, 'One');
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((text) =>
        ada.call('PUT', `/compositions/${id}`, { body: { document: written(text), revision: 1 } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  it('are begun once, however often the first request is repeated', async () => {
    const id = '01a00000-0000-7000-8000-00000000abcd';
    const repeat = (text: string) =>
      ada.call<Composition>('POST', '/compositions', { body: { id, document: written(text) } });
    expect((await repeat('First')).body.revision).toBe(1);
    expect((await repeat('Later')).body.document).toEqual(written('First'));
    expect(
      refusal(await zoe.call<ErrorBody>('POST', '/compositions', { body: { id, document: written('') } })),
    ).toEqual({ status: 403, code: 'foreign_resource' });
  });

  it('show what they have become by the key of their create request, also once they are gone', async () => {
    const { id } = await begin(ada, 'Ours');
    const sent = async (by: TestPerson) => (await by.call('GET', `/compositions/${id}/posts`)).body;
    expect(await sent(ada)).toEqual({ posts: [], date: null });
    const channel = (await crier.connect('sandbox')).id;
    const body = buildPost(channel);
    const made = await ada.call('POST', '/posts', {
      body,
      headers: { 'idempotency-key': `composition-${id}` },
    });
    await ada.call('DELETE', `/compositions/${id}`);
    expect(await sent(mia)).toEqual({ posts: made.body, date: new Date(FUTURE).toISOString() });
    expect(await sent(zoe)).toMatchObject({ code: 'composition_not_found' });
  });

  it('belong to one organisation: another one neither reads, saves nor deletes them', async () => {
    const { id } = await begin(ada, 'Ours');
    const answers = await Promise.all([
      zoe.call<ErrorBody>('GET', `/compositions/${id}`),
      zoe.call<ErrorBody>('PUT', `/compositions/${id}`, { body: { document: written('Mine'), revision: 1 } }),
      zoe.call<ErrorBody>('DELETE', `/compositions/${id}`),
    ]);
    expect(answers.map(refusal)).toEqual(answers.map(() => ({ status: 403, code: 'foreign_resource' })));
    expect((await ada.call<Composition>('GET', `/compositions/${id}`)).body.revision).toBe(1);
    expect(refusal(await ada.call<ErrorBody>('GET', `/compositions/${UNKNOWN_ID}`)).status).toBe(404);
  });

  it('come with the uploads that they name, except those of others, while the place of files is away', async () => {
    // A bucket that this instance cannot ask.
    const added = (organizationId: string) =>
      sql<{ id: string }>(
        crier,
        `insert into media (id, organization_id, path, name, mime, size, created_at, storage)
        values (gen_random_uuid(), $1::uuid, $1::uuid || '.png', 'soup.png', 'image/png', 1, now(), 's3') returning id`,
        [organizationId],
      );
    const [[ours], [theirs]] = await Promise.all([added(crier.organizationId), added(elsewhere)]);
    const document = {
      ...EMPTY_DOCUMENT,
      parts: [
        {
          id: 'a',
          text: '',
          delaySeconds: 0,
          media: [ours?.id.toUpperCase(), UNKNOWN_ID, theirs?.id].map((id) => ({ id, alt: 'A soup' })),
        },
      ],
    };
    const saved = await ada.call<Composition>('POST', '/compositions', { body: { document } });
    expect(saved.body).toMatchObject({ document, media: [{ id: ours?.id, name: 'soup.png' }] });
    const opened = await ada.call<Composition>('GET', `/compositions/${saved.body.id}`);
    expect(opened.body.media).toEqual(saved.body.media);
  });

  it.each([
    ['an unknown field', { ...EMPTY_DOCUMENT, colour: 'red' }, 'document.colour'],
    ['no part', { ...EMPTY_DOCUMENT, parts: [] }, 'document.parts'],
    ['a channel that is no id', { ...EMPTY_DOCUMENT, channels: ['nord'] }, 'document.channels.0'],
    [
      'an unknown kind of date',
      { ...EMPTY_DOCUMENT, when: { kind: 'never', date: null } },
      'document.when.kind',
    ],
    [
      'more than 256 KiB',
      {
        ...EMPTY_DOCUMENT,
        parts: [1, 2].map((n) => ({ id: `${n}`, text: 'x'.repeat(140_000), media: [], delaySeconds: 0 })),
      },
      'document',
    ],
  ])('are refused with %s, and the place is named', async (_, document, path) => {
    expect(refusal(await ada.call<ErrorBody>('POST', '/compositions', { body: { document } }))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: [path],
    });
  });
});

describe('templates and signatures', () => {
  let crier: TestInstance;
  let mia: TestPerson;
  let zoe: TestPerson;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    mia = await addPerson(crier, { name: 'Mia', role: 'member' });
    zoe = await addPerson(crier, { organizationId: (await crier.anotherOrganization('Elsewhere')).id });
  });
  afterAll(() => crier?.stop());

  it('are saved, listed by name and deleted in their organisation, and unknown in others', async () => {
    const save = (body: object) => mia.call<{ id: string }>('POST', '/snippets', { body });
    await save({ kind: 'template', name: 'Thread', parts: ['One', 'Two'] });
    const { body: hours } = await save({ kind: 'signature', name: 'Hours', parts: ['Open daily'] });
    const list = async (by: TestPerson): Promise<string[]> =>
      (await by.call<{ name: string }[]>('GET', '/snippets')).body.map(({ name }) => name);
    expect([await list(mia), await list(zoe)]).toEqual([['Hours', 'Thread'], []]);
    expect(refusal(await zoe.call<ErrorBody>('DELETE', `/snippets/${hours.id}`))).toEqual({
      status: 403,
      code: 'foreign_resource',
    });
    expect((await mia.call('DELETE', `/snippets/${hours.id}`)).status).toBe(200);
    expect(refusal(await mia.call<ErrorBody>('DELETE', `/snippets/${hours.id}`)).code).toBe(
      'snippet_not_found',
    );
    expect(await list(mia)).toEqual(['Thread']);
  });

  it('have the files of each part, of their organisation alone, without one that was deleted meanwhile', async () => {
    type Template = { id: string; media: { id: string; path: string; alt: string }[][] };
    const add = async (key = crier.apiKey) =>
      (await upload<{ id: string; path: string }>(crier, png(20, 10), { key })).body;
    const [soup, cake] = [await add(), await add()];
    const save = (media: string[][], by = mia) =>
      by.call<Template & ErrorBody>('POST', '/snippets', {
        body: {
          kind: 'template',
          name: 'Pictures',
          parts: ['', 'Cake', 'More'],
          media: media.map((part) => part.map((id) => ({ id, alt: 'On a table' }))),
        },
      });
    const saved = await save([[soup.id, cake.id], [cake.id]]);
    expect(saved.status).toBe(201);
    const seen = async () =>
      (await mia.call<Template[]>('GET', '/snippets')).body.find(({ id }) => id === saved.body.id)?.media;
    const shown = ({ id, path }: { id: string; path: string }) =>
      expect.objectContaining({ id, path, alt: 'On a table', type: 'image/png', width: 20, height: 10 });
    expect(saved.body.media).toEqual([[shown(soup), shown(cake)], [shown(cake)], []]);
    expect(await seen()).toEqual(saved.body.media);
    for (const [media, by] of [
      [[[soup.id], [UNKNOWN_ID]], mia],
      [[[], [soup.id]], zoe],
    ] as const) {
      expect(refusal(await save(media as unknown as string[][], by))).toEqual({
        status: 400,
        code: 'media_not_stored',
        paths: ['media.1.0.id'],
      });
    }
    expect((await zoe.call<Template[]>('GET', '/snippets')).body).toEqual([]);
    const unused = async () =>
      (await mia.call<{ media: { id: string }[] }>('GET', '/media?unused=true')).body.media.map(
        ({ id }) => id,
      );
    expect(await unused()).not.toContain(cake.id);
    expect((await mia.call('DELETE', `/media/${cake.id}`)).status).toBe(200);
    expect(await seen()).toEqual([[shown(soup)], [], []]);
    await mia.call('DELETE', `/snippets/${saved.body.id}`);
    expect(await unused()).toContain(soup.id);
  });

  it.each([
    [{ kind: 'signature', name: 'Two', parts: ['One', 'Two'] }, 'parts'],
    [{ kind: 'template', name: '\u200b', parts: ['One'] }, 'name'],
    [{ kind: 'poem', name: 'One', parts: ['One'] }, 'kind'],
    [{ kind: 'template', name: 'One', parts: ['One'], media: [[], []] }, 'media'],
    [{ kind: 'template', name: 'One', parts: ['One'], media: [[{ id: 'x', alt: '' }]] }, 'media.0.0.id'],
    [{ kind: 'signature', name: 'One', parts: ['One'], media: [[{ id: UNKNOWN_ID, alt: '' }]] }, 'media'],
  ])('are refused as %j', async (body, path) => {
    expect(refusal(await mia.call<ErrorBody>('POST', '/snippets', { body })).paths).toEqual([path]);
  });
});
