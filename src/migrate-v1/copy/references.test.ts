import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { png, sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { makeV1Source, type V1Source } from '../test/make-source.ts';
import { registerSource } from '../v1-source.ts';
import { runPass } from './run-pass.ts';

const NAME = '2025/03/05/0123456789abcdef0123456789abcdef.png';
const THUMBNAIL = '2025/03/05/fedcba9876543210fedcba9876543210.png';
const FILE_URL = `https://old.example/uploads/${NAME}`;

// What a post of v1 calls by a name of v1: another post, a file of the library.
describe('What a copied post refers to', () => {
  let crier: TestInstance;
  let v1: V1Source;
  let uploads: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    v1 = await makeV1Source(process.env.CRIER_TEST_DATABASE_URL ?? '', {
      age: 'v2.11.3',
      organizations: 2,
      posts: 36,
      waiting: 24,
    });
    uploads = mkdtempSync(join(tmpdir(), 'crier-v1-uploads-'));
    mkdirSync(join(uploads, '2025/03/05'), { recursive: true });
    writeFileSync(join(uploads, NAME), png());
    writeFileSync(join(uploads, THUMBNAIL), png());
    await v1.query(`update "Media" set path = $2 where id = $1`, [await mediaId(), FILE_URL]);
  });
  afterAll(async () => {
    await crier?.stop();
    await v1?.drop();
    if (uploads) rmSync(uploads, { recursive: true });
  });
  const organization = (): string => v1.organizations[0]?.id ?? '';
  const mediaId = async (): Promise<string> =>
    (
      await v1.query<{ id: string }>(
        `select id from "Media" where "organizationId" = $1 and "deletedAt" is null order by id limit 1`,
        [organization()],
      )
    )[0]?.id ?? '';
  const copy = async (options: { uploads: string | null }): Promise<{ written: number }> => {
    const access = { source: v1.url, jwtSecret: v1.jwtSecret, env: {}, ...options };
    const migration = await registerSource(crier.context, access);
    let written = 0;
    try {
      await runPass(migration, {}, (batch) => (written += batch.kind === 'post' ? batch.written : 0));
    } finally {
      await migration.close();
    }
    return { written };
  };
  /** A post of the first organisation that waits, made to be this. */
  const change = async (n: number, fields: Record<string, unknown>): Promise<string> => {
    const [row] = await v1.query<{ id: string }>(
      `select id from "Post" where "organizationId" = $1 and content like '<p>Post %' and state = 'QUEUE'
        order by id offset $2 limit 1`,
      [organization(), n],
    );
    await v1.query(
      `update "Post" p set content = r.content, image = r.image, settings = r.settings
        from jsonb_populate_record((select x from "Post" x where id = $1), $2::jsonb) r where p.id = $1`,
      [row?.id, JSON.stringify(fields)],
    );
    return row?.id ?? '';
  };
  const here = async (legacyId: string) =>
    (
      await sql<{ id: string; content: string; media: unknown[]; settings: object; problem: string | null }>(
        crier,
        `select p.id, i.content, i.media, p.settings, l.problem from legacy_id l
          join post p on p.id = l.id join post_item i on i.post_id = p.id and i.position = 0
          where l.kind = 'post' and l.legacy_id = $1`,
        [legacyId],
      )
    )[0];

  it('is another post by its id or URL here, and nothing where v1 has no such post', async () => {
    const one = async (where: string): Promise<string> =>
      (await v1.query<{ id: string }>(`select id from "Post" where ${where} limit 1`))[0]?.id ?? '';
    const mine = `"organizationId" = '${organization()}' and content like '<p>Post %'`;
    const out = await one(`${mine} and state = 'PUBLISHED'`);
    await v1.query(
      `update "Post" set "releaseURL" = 'https://net.example/1,https://net.example/2' where id = $1`,
      [out],
    );
    const waits = await change(0, { content: '<p>First</p>' });
    const other = await one(`"organizationId" <> '${organization()}' and state = 'PUBLISHED'`);
    const links = await change(1, {
      content: `<p>Out: (post:${out}) soon: (post:${waits}) none: (post:cnone)(post:${other})</p>`,
      settings: JSON.stringify({ __type: 'sandbox', canonical: `(post:${waits})` }),
    });
    await copy({ uploads: null });
    const first = (await here(waits))?.id;
    expect(await here(links)).toMatchObject({
      content: `<p>Out: https://net.example/1 soon: (post:${first}) none: </p>`,
      settings: { canonical: `(post:${first})` },
      problem: expect.stringContaining('it links to a post that v1 does not have: the link is left out'),
    });
  });

  it('is a file by its id, by its URL, or in the text, and answers with our URL once it is copied', async () => {
    const id = await mediaId();
    const byId = await change(0, { image: JSON.stringify([{ id }]) });
    const byPath = await change(1, {
      image: JSON.stringify([{ id: 'madeUp12', path: FILE_URL, alt: 'A menu' }]),
    });
    const inText = await change(2, {
      content: `<p>See ![](${FILE_URL}) and https://other.example/a.png</p>`,
    });
    const unknown = await change(3, { image: '[{"id":"cgone"}]' });
    await copy({ uploads: null });
    expect((await here(byId))?.media).toEqual([{ id, path: FILE_URL }]);
    expect((await here(unknown))?.problem).toContain('a file of it is named by an id that v1 does not have');
    await copy({ uploads });
    const ours = crier.context.storage.urlOf(NAME);
    expect((await here(byId))?.media).toEqual([{ id, path: ours }]);
    expect((await here(byPath))?.media).toEqual([{ id, path: ours, alt: 'A menu' }]);
    expect((await here(inText))?.content).toBe(`<p>See ![](${ours}) and https://other.example/a.png</p>`);
    // What is complete is not written again, and what waits for a file is not counted again.
    expect(await copy({ uploads })).toEqual({ written: 0 });
  });

  it('is the moment of a video that stands for it, and the picture that v1 stored for it beside its library', async () => {
    const id = await mediaId();
    const thumbnail = FILE_URL.replace(NAME, THUMBNAIL);
    await v1.query('update "Media" set thumbnail = $2, "updatedAt" = now() where id = $1', [id, thumbnail]);
    const named = { id, path: FILE_URL, thumbnail, thumbnailTimestamp: 1200 };
    const post = await change(0, { image: JSON.stringify([named]) });
    const lost = await change(1, {
      image: JSON.stringify([{ ...named, thumbnail: 'https://elsewhere.example/a.jpg' }]),
    });
    await copy({ uploads });
    const [picture] = await sql<{ id: string }>(crier, 'select id from media where path = $1', [THUMBNAIL]);
    const moment = { path: crier.context.storage.urlOf(NAME), thumbnailTimestamp: 1200 };
    expect((await here(post))?.media).toMatchObject([
      { ...moment, thumbnail: { id: picture?.id, path: crier.context.storage.urlOf(THUMBNAIL) } },
    ]);
    expect((await here(lost))?.media).toMatchObject([moment]);
    expect((await here(lost))?.problem).toContain(
      'the thumbnail of a video of it is not in the library of v1',
    );
    expect(await copy({ uploads })).toEqual({ written: 0 });
  });

  it('is in a set the text and the files of each channel; a file that was not copied is reported until it is', async () => {
    const id = await mediaId();
    const known = { id, path: FILE_URL, alt: 'Soup' };
    const set = (...posts: (readonly [text: string, ...image: object[]])[]): Promise<unknown> =>
      v1.query(`update "Sets" set content = $1, "updatedAt" = now() where name = 'Monday menu'`, [
        JSON.stringify({ posts: posts.map(([content, ...image]) => ({ value: [{ content, image }] })) }),
      ]);
    const templates = () =>
      sql<{ name: string; parts: string[]; media: object[] }>(
        crier,
        "select name, parts, media from snippet where name like 'Monday menu%' order by name",
      );
    const problem = async (): Promise<string | undefined> =>
      (
        await sql<{ problem: string | null }>(
          crier,
          `select l.problem from legacy_id l join snippet s on s.id = l.id
            where l.kind = 'set' and s.name = 'Monday menu'`,
        )
      )[0]?.problem ?? '';
    const here = [[{ id, alt: 'Soup' }]];
    const NOT_COPIED = 'a file of it was not copied: its template is without it';
    const OTHERS = 'has other texts or files for other channels: each is a template of its own';
    // The file is not here yet: what is only a picture waits as a whole.
    await sql(crier, 'delete from media');
    await sql(crier, "delete from legacy_id where kind = 'media'");
    rmSync(join(uploads, NAME));
    await set(['<p>Soup</p>', known], ['', known]);
    await copy({ uploads });
    expect(await templates()).toEqual([{ name: 'Monday menu', parts: ['Soup'], media: [[]] }]);
    expect(await problem()).toBe(NOT_COPIED);
    writeFileSync(join(uploads, NAME), png());
    await copy({ uploads });
    expect(await templates()).toEqual([
      { name: 'Monday menu', parts: ['Soup'], media: here },
      { name: 'Monday menu (2)', parts: [''], media: here },
    ]);
    expect(await problem()).toBe(OTHERS);
    // Of two channels: by its URL alone, by its id alone, a second picture, another text.
    await set(
      ['<p>Soup</p>', { path: FILE_URL, alt: 'Soup' }],
      ['<p>Soup</p>', { id, alt: 'Soup' }],
      ['<p>Soup</p>'],
      ['<p>Soup #lunch</p>', known, { id: 'made-up' }],
    );
    await copy({ uploads });
    expect(await templates()).toEqual([
      { name: 'Monday menu', parts: ['Soup'], media: here },
      { name: 'Monday menu (2)', parts: ['Soup'], media: [[]] },
      { name: 'Monday menu (3)', parts: ['Soup #lunch'], media: here },
    ]);
    expect(await problem()).toBe(`${OTHERS}; ${NOT_COPIED}`);
    await set(['<p>Soup</p>']);
    await copy({ uploads });
    expect(await templates()).toEqual([{ name: 'Monday menu', parts: ['Soup'], media: [[]] }]);
    expect(await problem()).toBe('');
  });

  it.each([
    ['#ABCDEF', '#abcdef'],
    [' #F80 ', '#ff8800'],
    ['tomato', '#4c6ef5'],
    ['#12345g', '#4c6ef5'],
  ])(
    'is a tag with its colour, or the default one where that is none in hexadecimal digits: %s',
    async (there, ours) => {
      await v1.query(`update "Tags" set color = $1, "updatedAt" = now() where name = 'spring'`, [there]);
      await copy({ uploads });
      expect(await sql(crier, "select color from tag where name = 'spring'")).toEqual([{ color: ours }]);
    },
  );

  it('is found in the folder of uploads by a path that is no URL, as v1 kept some', async () => {
    await v1.query(`update "Media" set path = $2, "updatedAt" = now() where id = $1`, [
      await mediaId(),
      `/${NAME}`,
    ]);
    await sql(crier, 'delete from media');
    await sql(crier, "delete from legacy_id where kind = 'media'");
    await copy({ uploads });
    expect(await sql(crier, 'select path from media where id = $1', [await mediaId()])).toEqual([
      { path: NAME },
    ]);
  });
});
