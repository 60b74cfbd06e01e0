import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listOccurrences } from '../../posts/read/read-posts.ts';
import { buildPost, createOne, png, sql, upload } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { exportOrganization } from './export-organization.ts';
import { repack, unpack, type Contents, type RepackOptions } from './fixtures/repack.ts';
import { importOrganization, type Imported } from './import-organization.ts';

const PASSPHRASE = 'correct horse battery staple';
let crier: TestInstance;
let other: { id: string; channel: string; post: string };
let contents: Contents;
let sealed: Contents;
let media: string;
beforeAll(async () => {
  crier = await startInstance({ temporal: false });
  const channel = (await crier.connect('sandbox')).id;
  const { body } = await upload<{ path: string }>(crier, png());
  media = `media/${body.path.split('/uploads/')[1]}`;
  await createOne(crier, buildPost(channel));
  const { id, apiKey } = await crier.anotherOrganization();
  const theirs = (await crier.connect('sandbox', {}, id)).id;
  other = { id, channel: theirs, post: await createOne(crier, buildPost(theirs), apiKey) };
  for (const [name, passphrase] of [
    ['plain.zip', null],
    ['sealed.zip', PASSPHRASE],
  ] as const) {
    await exportOrganization(crier.context, {
      organizationId: crier.organizationId,
      passphrase,
      to: path(name),
      move: false,
    });
  }
  [contents, sealed] = [await unpack(path('plain.zip')), await unpack(path('sealed.zip'))];
  await sql(crier, 'delete from organization where id = $1', [crier.organizationId]);
});
afterAll(() => crier?.stop());

const path = (name: string): string => join(crier.dataDir, name);
const uploads = (): string => join(crier.dataDir, 'uploads');
const files = (): string[] =>
  readdirSync(uploads(), { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(join(uploads(), file)).isFile(),
  );
beforeEach(() => rmSync(uploads(), { recursive: true, force: true }));

const importFile = (file: string, passphrase: string | null = null): Promise<Imported> =>
  importOrganization(crier.context, { file, passphrase, publish: null, dryRun: false });
/** Imports the archive with entries replaced; null takes one away. */
async function importChanged(
  changes: Readonly<Record<string, string | Buffer | null>>,
  options: RepackOptions = {},
): Promise<Imported> {
  const changed = new Map(contents);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) changed.delete(name);
    else changed.set(name, Buffer.from(value));
  }
  await repack(path('changed.zip'), changed, options);
  return importFile(path('changed.zip'));
}
const rows = (table: string): string => contents.get(`rows/${table}.ndjson`)?.toString() ?? '';
/** The rows of a table with a text exchanged, which must be there. */
function edited(table: string, from: string | RegExp, to: string): Record<string, string> {
  const changed = rows(table).replace(from, to);
  expect(changed).not.toBe(rows(table));
  return { [`rows/${table}.ndjson`]: changed };
}
const nothingIsHere = async (): Promise<void> => {
  expect(await sql(crier, 'select 1 from organization where id = $1', [crier.organizationId])).toEqual([]);
  mkdirSync(uploads(), { recursive: true });
  expect(files()).toEqual([]);
};

describe('An import', () => {
  const CASES: readonly [string, string, () => Promise<unknown>][] = [
    [
      'a text',
      'archive_not_readable',
      () => {
        writeFileSync(path('text.zip'), 'hello');
        return importFile(path('text.zip'));
      },
    ],
    [
      'an archive that is cut off',
      'archive_not_readable',
      () => {
        writeFileSync(path('cut.zip'), readFileSync(path('plain.zip')).subarray(0, 3000));
        return importFile(path('cut.zip'));
      },
    ],
    ['one without a manifest', 'archive_not_readable', () => importChanged({}, { withoutManifest: true })],
    [
      'one that lacks a file that its manifest names',
      'archive_damaged',
      () => importChanged({ [media]: null }, { honest: false }),
    ],
    [
      'one in which a byte of a file has changed',
      'archive_damaged',
      () => importChanged({ [media]: png(2, 3).subarray(0, png().length) as Buffer }, { honest: false }),
    ],
    [
      'one in which a row has changed',
      'archive_damaged',
      () => importChanged(edited('post_item', 'Spring menu', 'Autumn menu'.slice(0, 11)), { honest: false }),
    ],
    [
      'a name that leads out of the folder',
      'archive_not_readable',
      () => importChanged({ 'media/abcdef.png': 'x' }, { patch: ['media/abcdef.png', '../../../evil.pn'] }),
    ],
    [
      'an absolute name',
      'archive_not_readable',
      () => importChanged({ 'media/abcdef.png': 'x' }, { patch: ['media/abcdef.png', '/tmp/abcdefg.png'] }),
    ],
    ['a link', 'archive_invalid', () => importChanged({}, { modes: { [media]: 0o120777 } })],
    ['an entry that no archive has', 'archive_invalid', () => importChanged({ 'run.sh': 'rm -rf' })],
    [
      'an entry that is there twice',
      'archive_invalid',
      () =>
        importChanged(
          { 'rows/tag.ndjson': '', 'rows/tog.ndjson': '' },
          { patch: ['rows/tog.ndjson', 'rows/tag.ndjson'] },
        ),
    ],
    [
      'an entry that would be unpacked to far more than it is',
      'archive_invalid',
      () => importChanged({ 'rows/post.ndjson': Buffer.alloc(32 * 1024 * 1024, ' ') }),
    ],
    [
      'a file that its manifest does not name',
      'archive_invalid',
      () =>
        importChanged(
          { [media.replace(/.{8}\.png$/, '00000000.png')]: Buffer.from(png()) },
          { honest: false },
        ),
    ],
    [
      'a file that no row names',
      'archive_invalid',
      () => importChanged({ [media.replace(/.{8}\.png$/, '00000000.png')]: Buffer.from(png()) }),
    ],
    [
      'a page as a picture, of the same size',
      'archive_invalid',
      () => importChanged({ [media]: '<html><script>alert(1)</script></html>'.padEnd(png().length) }),
    ],
    [
      'a path that leads out of the upload folder',
      'archive_invalid',
      () =>
        importChanged(
          { ...edited('media', /"path":"[^"]+"/, '"path":"../../../../etc/passwd"'), [media]: null },
          { manifest: (manifest) => (manifest.missingFiles = ['../../../../etc/passwd']) },
        ),
    ],
    [
      'a newer format',
      'archive_newer',
      () => importChanged({}, { manifest: (manifest) => (manifest.format = 3) }),
    ],
    [
      'a column that is not known here',
      'archive_newer',
      () => importChanged(edited('organization', '{', '{"moved_at":null,')),
    ],
    [
      'an event that is not known here',
      'archive_newer',
      () => importChanged(edited('post_event', '"accepted"', '"beamed"')),
    ],
    ['a row that is not JSON', 'archive_invalid', () => importChanged(edited('post', '{', '{{'))],
    [
      'a value that the database does not take',
      'archive_invalid',
      () => importChanged(edited('post', '"scheduled"', '"flying"')),
    ],
    [
      'a post on the channel of another organisation',
      'archive_invalid',
      () => importChanged(edited('post', /"integration_id":"[^"]+"/, `"integration_id":"${other.channel}"`)),
    ],
    [
      'a part of a post of another organisation',
      'archive_invalid',
      () => importChanged(edited('post_item', /"post_id":"[^"]+"/, `"post_id":"${other.post}"`)),
    ],
    [
      'a repetition of a post of another organisation',
      'archive_invalid',
      () => importChanged(edited('post', '"repeat_of":null', `"repeat_of":"${other.post}"`)),
    ],
    [
      'a row that is here already, in another organisation',
      'archive_conflict',
      () => importChanged(edited('integration', /"id":"[^"]+"/, `"id":"${other.channel}"`)),
    ],
    [
      'an organisation that is here already',
      'organization_exists',
      () =>
        importChanged(edited('organization', crier.organizationId, other.id), {
          manifest: (manifest) => (manifest.organization = { id: other.id, name: 'x' }),
        }),
    ],
    [
      'an organisation that is not the one of its manifest',
      'archive_invalid',
      () => importChanged(edited('organization', crier.organizationId, randomUUID())),
    ],
  ];

  it.each(CASES)('of %s is refused with %s, and nothing is written', async (_, code, attempt) => {
    await expect(attempt()).rejects.toMatchObject({ name: 'ArchiveError', code });
    await nothingIsHere();
  });

  it('that would fill the memory is refused before anything of it is unpacked', async () => {
    await expect(importChanged({ 'rows/post.ndjson': Buffer.alloc(32 * 1024 * 1024, ' ') })).rejects.toThrow(
      '"rows/post.ndjson" would be unpacked to 33554432 bytes',
    );
  });

  it('names the line in which a value is wrong', async () => {
    await expect(
      importChanged(edited('post', /"integration_id":"[^"]+"/, `"integration_id":"${other.channel}"`)),
    ).rejects.toThrow('rows/post.ndjson, line 1: integration_id names nothing that is in the archive');
  });

  it('of a sealed archive is refused when anything of it was changed by a person without the passphrase', async () => {
    const changed = new Map(sealed);
    changed.set('rows/tag.ndjson', Buffer.from(''));
    changed.set('rows/notification.ndjson', Buffer.from(''));
    const post = changed.get('rows/post_item.ndjson')?.toString().replace('Spring menu', 'Buy coins') ?? '';
    changed.set('rows/post_item.ndjson', Buffer.from(post));
    await repack(path('changed.zip'), changed);
    await expect(importFile(path('changed.zip'), PASSPHRASE)).rejects.toMatchObject({
      code: 'archive_damaged',
    });
    await nothingIsHere();
  });

  it('does not write over a file that is there, and takes what it placed away again', async () => {
    const file = join(uploads(), media.slice('media/'.length));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'mine');
    await expect(importChanged({})).rejects.toMatchObject({ code: 'archive_conflict' });
    expect([readFileSync(file, 'utf8'), files().length]).toEqual(['mine', 1]);
  });

  it('leaves it to the first post whether a picture is upright and names no place, with any row', async () => {
    await importChanged({});
    expect(
      await sql(crier, 'select cleaned_at from media where organization_id = $1', [crier.organizationId]),
    ).toEqual([{ cleaned_at: null }]);
    await sql(crier, 'delete from organization where id = $1', [crier.organizationId]);
  });

  it('goes on after one that was interrupted when its files were placed', async () => {
    const file = join(uploads(), media.slice('media/'.length));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, png());
    expect((await importChanged({})).done).toMatchObject({ posts: { drafts: 1 } });
    expect(files()).toEqual([media.slice('media/'.length)]);
    await sql(crier, 'delete from organization where id = $1', [crier.organizationId]);
  });
});

describe('A series that is imported', () => {
  it('keeps its time on the clock of its organisation when the clocks change', async () => {
    const post = rows('post')
      .replace(/"publish_at":"[^"]+"/, '"publish_at":"2031-03-30T01:30:00.000Z"')
      .replace('"interval_days":null', '"interval_days":1')
      .replace('"repeat_time":null', '"repeat_time":"02:30:00"');
    const organization = edited('organization', /"time_zone":"[^"]+"/, '"time_zone":"Europe/Berlin"');
    await importChanged({ 'rows/post.ndjson': post, ...organization });
    await sql(crier, "update post set state = 'scheduled' where organization_id = $1", [
      crier.organizationId,
    ]);
    const [from, to] = [new Date('2031-03-30T00:00Z'), new Date('2031-04-02T00:00Z')];
    const { organizationId, context } = crier;
    const dates = await listOccurrences(context.database, { organizationId, from, to });
    expect(dates.map(({ publishAt }) => publishAt.toISOString())).toEqual([
      '2031-03-31T00:30:00.000Z',
      '2031-04-01T00:30:00.000Z',
    ]);
    await sql(crier, 'delete from organization where id = $1', [organizationId]);
  });
});

describe('A sealed export', () => {
  it('goes on where a channel cannot be read, and names it: after the import it has to be reconnected', async () => {
    const { id } = await crier.anotherOrganization('Third & Co');
    const [read, unread] = [
      (await crier.connect('sandbox', { name: 'Read' }, id)).id,
      (await crier.connect('sandbox', { name: 'Unread' }, id)).id,
    ];
    // As it is after its key was taken out of ENCRYPTION_KEY.
    await sql(crier, "update integration set credentials = 'gone:AAAA' where id = $1", [unread]);
    const { manifest } = await exportOrganization(crier.context, {
      organizationId: id,
      passphrase: PASSPHRASE,
      to: path('unread.zip'),
      move: false,
    });
    expect(manifest.unreadableSecrets).toEqual([`integration:${unread}`]);
    await sql(crier, 'delete from organization where id = $1', [id]);
    await importFile(path('unread.zip'), PASSPHRASE);
    expect(
      await sql(crier, 'select id, refresh_needed as lost from integration where organization_id = $1', [id]),
    ).toEqual(
      expect.arrayContaining([
        { id: read, lost: false },
        { id: unread, lost: true },
      ]),
    );
  });
});
