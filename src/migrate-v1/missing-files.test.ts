import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { png, sql } from '../test/factories.ts';
import { queryInside, type Database } from '../platform/database.ts';
import { eventually } from '../test/instance.ts';
import {
  crier,
  here,
  inV1,
  migration,
  organization,
  run,
  useCutoverWorld,
  v1,
} from './test/cutover-world.ts';
import { startMediaHost } from '../uploads/fixtures/media-host.ts';
import { KINDS, copyBatch, runPass } from './copy/run-pass.ts';
import { readOrganizations } from './cutover/organizations.ts';
import { readMissingFiles } from './missing-files.ts';
import { planFiles } from './plan-files.ts';
import { registerSource } from './v1-source.ts';
import { readProblems } from './verify.ts';

useCutoverWorld();

const NAME = '2025/03/05/0123456789abcdef0123456789abcdef.png';
const FILE_URL = `https://old.example/uploads/${NAME}`;
const OTHERS = '2025/03/06/0123456789abcdef0123456789abcdef.png';
const URL_OF_OTHERS = `https://old.example/uploads/${OTHERS}`;
const ELSEWHERE = 'https://elsewhere.example/a.png';
let uploads: string;
beforeAll(() => {
  uploads = mkdtempSync(join(tmpdir(), 'crier-v1-missing-'));
});
afterAll(() => rmSync(uploads, { recursive: true }));

const mine = (): string => v1.organizations[1]?.id ?? '';
/** The first post that waits, made to be this. */
const change = async (fields: Record<string, unknown>): Promise<string> => {
  const [row] = await v1.query<{ id: string }>(
    `update "Post" p set image = r.image, settings = r.settings, state = r.state, "intervalInDays" = r."intervalInDays"
      from jsonb_populate_record((select x from "Post" x where "organizationId" = $1 and state = 'QUEUE'
        and "parentPostId" is null order by id limit 1), $2::jsonb) r where p.id = r.id returning p.id`,
    [mine(), JSON.stringify(fields)],
  );
  return row?.id ?? '';
};
const image = (...files: object[]): { image: string } => ({ image: JSON.stringify(files) });
/** A row of v1's library, whose file is not in the folder of uploads. */
const addMedia = (fields: Record<string, unknown> = {}): Promise<unknown> =>
  v1.query(
    `insert into "Media" select (jsonb_populate_record(m, jsonb_build_object('id', 'lost', 'path', $2::text) || $3::jsonb)).*
      from "Media" m where "organizationId" = $1 and "deletedAt" is null limit 1`,
    [mine(), FILE_URL, JSON.stringify(fields)],
  );
/** Copies with other uploads than the world's. */
const copyWith = async (from: string): Promise<void> => {
  const other = await registerSource(crier.context, { ...migration.access, uploads: from });
  await runPass(other);
  await other.close();
};
const inHere = async (legacyId: string) =>
  (
    await sql<{ media: unknown[]; settings: object; state: string; problem: string | null }>(
      crier,
      `select i.media, p.settings, p.state, l.problem from legacy_id l join post p on p.id = l.id
        join post_item i on i.post_id = p.id where l.legacy_id = $1 order by i.position desc limit 1`,
      [legacyId],
    )
  )[0];

interface Case {
  readonly name: string;
  readonly file: string;
  make(): Promise<string>;
}
const CASES: readonly Case[] = [
  {
    name: 'that is missing on the disk of v1',
    file: FILE_URL,
    async make() {
      await addMedia();
      const id = await change(image({ id: 'lost', path: FILE_URL }));
      await copyWith(uploads);
      return id;
    },
  },
  {
    name: 'that is missing at the URL of v1',
    file: FILE_URL,
    async make() {
      await addMedia();
      const id = await change(image({ id: 'lost', path: FILE_URL }));
      const old = await startMediaHost();
      await copyWith(old.url);
      await old.stop();
      return id;
    },
  },
  {
    name: 'at a URL of another host',
    file: ELSEWHERE,
    make: () => change(image({ id: 'x', path: ELSEWHERE })),
  },
  {
    name: 'that is named by an id whose row is gone',
    file: 'with the id cgone',
    make: () => change(image({ id: 'cgone' })),
  },
  {
    name: 'of another organisation',
    file: URL_OF_OTHERS,
    async make() {
      // It is in the library there, and v1 sends it by its path alone.
      await addMedia({ organizationId: v1.organizations[0]?.id, path: URL_OF_OTHERS });
      mkdirSync(join(uploads, '2025/03/06'), { recursive: true });
      writeFileSync(join(uploads, OTHERS), png());
      const id = await change(image({ id: 'lost', path: URL_OF_OTHERS }));
      await copyWith(uploads);
      return id;
    },
  },
  {
    name: 'of a comment',
    file: ELSEWHERE,
    async make() {
      const id = await change(image());
      await v1.query(
        `insert into "Post" select (jsonb_populate_record(p, jsonb_build_object('id', p.id || 'c', 'parentPostId', p.id,
            'image', $2::text))).* from "Post" p where p.id = $1`,
        [id, image({ id: 'x', path: ELSEWHERE }).image],
      );
      return id;
    },
  },
  {
    name: 'of a series',
    file: ELSEWHERE,
    make: () => change({ ...image({ path: ELSEWHERE }), state: 'PUBLISHED', intervalInDays: 7 }),
  },
  {
    name: 'that a setting names',
    file: ELSEWHERE,
    async make() {
      await v1.query(
        `update "Post" set "integrationId" = (select id from "Integration" where "organizationId" = $1 and "providerIdentifier" = 'x')
          where id = (select id from "Post" where "organizationId" = $1 and state = 'QUEUE' and "parentPostId" is null order by id limit 1)`,
        [mine()],
      );
      const cover = { id: 'x', path: ELSEWHERE };
      return change({ ...image(), settings: JSON.stringify({ __type: 'x', article_cover: cover }) });
    },
  },
];

describe('A file of a waiting post of v1 that was not copied', () => {
  it.each(CASES)(
    '$name ends the cutover before v1 is stopped, which names post, date and file',
    async (one) => {
      const id = await one.make();
      const before = await inV1();
      const refused = await run().catch((error: Error) => error.message);
      expect(refused).toMatch(
        new RegExp(
          `^1 post of "Organisation 1" needs files .*post ${id} of [0-9TZ:-]{20}: ${one.file.replaceAll('.', '\\.')}\\).*--uploads.*--without-missing-files`,
        ),
      );
      const { stoppedMs, id: ours } = await organization();
      expect([await inV1(), stoppedMs]).toEqual([before, null]);
      expect(await readMissingFiles(migration, ours)).toEqual([
        expect.objectContaining({ post: id, files: [one.file] }),
      ]);
      expect((await readProblems(migration)).map(({ problem }) => problem)).toContainEqual(
        expect.stringContaining(`needs a file that is not here: ${one.file}`),
      );
      // It goes without, since the operator says so.
      await run({ withoutMissingFiles: true });
      const { media, settings } = (await inHere(id)) ?? {};
      expect([media, settings]).toEqual([
        [],
        expect.not.objectContaining({ article_cover: expect.anything() }),
      ]);
    },
  );

  it('is taken along by a later copy, and then the cutover goes on', async () => {
    await addMedia();
    const id = await change(image({ id: 'lost', path: FILE_URL, alt: 'A menu' }));
    await copyWith(uploads);
    await expect(run()).rejects.toThrow('needs files that are not here');
    mkdirSync(join(uploads, '2025/03/05'), { recursive: true });
    writeFileSync(join(uploads, NAME), png());
    try {
      await copyWith(uploads);
      expect(await run()).toMatchObject({ waiting: 5 });
      expect((await inHere(id))?.media).toEqual([
        { id: expect.any(String), path: crier.context.storage.urlOf(NAME), alt: 'A menu' },
      ]);
    } finally {
      rmSync(join(uploads, NAME));
    }
  });

  it('leaves the post its other files', async () => {
    await addMedia();
    mkdirSync(join(uploads, '2025/03/05'), { recursive: true });
    writeFileSync(join(uploads, NAME), png());
    const id = await change(image({ path: ELSEWHERE }, { id: 'lost', path: FILE_URL }));
    await copyWith(uploads);
    rmSync(join(uploads, NAME));
    await run({ withoutMissingFiles: true });
    expect(await inHere(id)).toMatchObject({
      media: [{ path: expect.stringContaining('/uploads/2025/03/05/') }],
      state: 'scheduled',
    });
  });

  it('that is found only after v1 was stopped gives the organisation back', async () => {
    let changed: Promise<unknown> | undefined;
    const say = (line: string): void => {
      if (!line.includes('stopped ')) return;
      changed ??= v1.query(
        `update "Post" set image = $2 where id = (select id from "Post"
        where "organizationId" = $1 and state = 'QUEUE' order by id limit 1)`,
        [mine(), image({ path: ELSEWHERE }).image],
      );
    };
    await expect(run({ say })).rejects.toThrow(/needs files .*v1 publishes for "Organisation 1" again/);
    await changed;
    expect([(await organization()).publishes, await inV1()]).toEqual(['v1', { QUEUE: 5, PUBLISHED: 10 }]);
  });

  it('of a post that is published or a draft, and a thumbnail of a video, end nothing', async () => {
    await v1.query(`update "Post" set image = $2 where "organizationId" = $1 and state = 'PUBLISHED'`, [
      mine(),
      image({ path: ELSEWHERE }).image,
    ]);
    await addMedia({ thumbnail: 'https://old.example/uploads/2025/03/05/t.png' });
    mkdirSync(join(uploads, '2025/03/05'), { recursive: true });
    writeFileSync(join(uploads, NAME), png());
    const thumbnail = 'https://old.example/uploads/2025/03/05/t.png';
    const id = await change(image({ id: 'lost', path: FILE_URL, thumbnail }));
    await copyWith(uploads);
    rmSync(join(uploads, NAME));
    expect((await inHere(id))?.problem).toContain('the thumbnail of a video of it was not copied');
    expect(await run()).toMatchObject({ waiting: 5 });
    expect(await here()).toEqual({ scheduled: 5, published: 10 });
  });

  it('is named by the plan as well, with its post and date, where v1 and the folder show it', async () => {
    await addMedia();
    const id = await change(image({ id: 'lost', path: FILE_URL }, { path: ELSEWHERE }, { id: 'cgone' }));
    const named = async (from: string | null): Promise<string[]> =>
      (await planFiles(migration.source, from)).map(({ what }) => what);
    const post = (file: string) =>
      expect.stringMatching(new RegExp(`^post ${id} of [0-9TZ:-]{20}: .*${file}$`));
    expect(await named(uploads)).toEqual([post(`${FILE_URL}, ${ELSEWHERE}, with the id cgone`)]);
    expect(await named('https://old.example')).toEqual([post(`${ELSEWHERE}, with the id cgone`)]);
    expect(await named(null)).toEqual([post(`${FILE_URL}, ${ELSEWHERE}, with the id cgone`)]);
  });

  // Planned as for empty tables, which PostgreSQL takes them for until it looks, this took
  // seconds for thousands of posts, and minutes for tens of thousands.
  it('is counted at once among thousands of posts that were just written', async () => {
    await sql(
      crier,
      `with many as (
        insert into post select (jsonb_populate_record(null::post, to_jsonb(p) || jsonb_build_object('id', gen_random_uuid()))).*
          from (select * from post where organization_id = $1 and state = 'scheduled' limit 1) p, generate_series(1, 6000)
          returning id)
      insert into legacy_id (source_id, kind, legacy_id, id, organization_id, digest)
        select $2, 'post', 'many-' || id, id, $1, '' from many`,
      [mine(), migration.sourceId],
    );
    const impatient: Pick<Database, 'query'> = {
      query: (statement, values = []) =>
        crier.context.database.fork().transactional(async (tx) => {
          await tx.execute("set local statement_timeout = '1s'");
          return queryInside(tx, statement, values);
        }),
    };
    const all = await readOrganizations(impatient, migration.sourceId);
    expect(all.find(({ id }) => id === mine())).toMatchObject({ waiting: 6005, withoutFiles: 0 });
    expect(await readMissingFiles(migration)).toEqual([]);
  });
});

describe('A copy', () => {
  it('lets PostgreSQL count the rows again when it has written more than one batch of a kind', async () => {
    const counted = async (): Promise<number | undefined> =>
      (
        await sql<{ n: number }>(
          crier,
          "select analyze_count::int as n from pg_stat_user_tables where relname = 'post'",
        )
      )[0]?.n;
    const before = await counted();
    const kind = KINDS.findIndex((one) => one.kind === 'post');
    await copyBatch(migration, { kind, after: '' });
    expect(await counted()).toBe(before);
    await copyBatch(migration, { kind, after: 'zzz' });
    await eventually('the table was counted', async () => (await counted()) !== before);
  });
});
