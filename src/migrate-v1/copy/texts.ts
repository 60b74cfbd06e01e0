/** Tags, signatures, sets. */
import { v5 as uuidv5 } from 'uuid';
import type { OldIdKind } from '../../platform/old-ids.ts';
import { idHere } from '../id-here.ts';
import { filesOf } from '../map/post-media.ts';
import type { References } from '../map/references.ts';
import { createdOf, isRecord, jsonOf, nameOf, shortOf, textOf, timeOf } from '../map/values.ts';
import type { SourceRecord } from '../source/read-batch.ts';
import { renamed, withFreeNames } from './clashes.ts';
import type { CopyDeps, CopyKind } from './kind.ts';
import { common } from './people.ts';
import { readReferences, ownerOf } from './read-references.ts';
import { upsert } from './upsert.ts';

const DEFAULT_COLOR = '#4c6ef5';

/** v1 keeps what it is given: `#F80` is a colour of CSS as well (v2.23.0: create.tag.dto.ts). */
function colorOf(value: unknown): string {
  const color = textOf(value).trim().toLowerCase();
  const long = color.replace(/^#([0-9a-f])([0-9a-f])([0-9a-f])$/, '#$1$1$2$2$3$3');
  return /^#[0-9a-f]{6}$/.test(long) ? long : DEFAULT_COLOR;
}

export const tags: CopyKind = {
  kind: 'tag',
  table: 'Tags',
  organizationOf: common.organizationOf,
  isLive: common.isLive,
  remove: common.deleteFrom('tag'),
  async write(tx, { sourceId }, records) {
    const rows = records.map(({ id, row }) => {
      return {
        id: idHere(sourceId, 'tag', id),
        organization_id: idHere(sourceId, 'organization', textOf(row.orgId)),
        name: nameOf(row.name, 200, 'Unnamed'),
        color: colorOf(row.color),
        created_at: createdOf(row),
        updated_at: timeOf(row.updatedAt) ?? createdOf(row),
      };
    });
    const free = await withFreeNames(tx, { table: 'tag', most: 200 }, rows);
    await upsert(tx, { table: 'tag', keep: ['created_at'] }, free);
    return free.map((row, i) => ({
      legacyId: records[i]?.id ?? '',
      id: row.id,
      organizationId: row.organization_id,
      problem: renamed(rows[i]?.name ?? '', row),
    }));
  },
};

/** `media`: the files of each part, by their ids here. */
interface Content {
  readonly parts: readonly string[];
  readonly media: readonly (readonly { readonly id: string; readonly alt: string }[])[];
}
interface Texts extends Content {
  readonly name: string;
  /** The same for other channels. */
  readonly others?: readonly Content[];
  readonly problem: string | null;
  /** Whether a file of it may be copied yet. */
  readonly waits?: boolean;
}

const MAX_OTHERS = 100;
/** Ids of the snippets beside the first of a record. */
const otherId = (id: string, n: number): string => uuidv5(String(n), id);
const otherIds = (ids: readonly string[]): string[] =>
  ids.flatMap((id) => Array.from({ length: MAX_OTHERS }, (_, n) => otherId(id, n)));
const removeSnippets = common.deleteFrom('snippet');

const snippetKind = (
  spec: Pick<CopyKind, 'table'> & {
    kind: OldIdKind;
    as: string;
    read(deps: CopyDeps, records: readonly SourceRecord[]): Promise<Texts[]>;
  },
): CopyKind => ({
  kind: spec.kind,
  table: spec.table,
  organizationOf: common.organizationOf,
  isLive: common.isLive,
  remove: (tx, ids) => removeSnippets(tx, [...ids, ...otherIds(ids)]),
  prepare: spec.read,
  async write(tx, { sourceId }, records, prepared) {
    const texts = prepared as readonly Texts[];
    const mapped = records.flatMap((record, i) => (texts[i] ? [{ record, ...texts[i] }] : []));
    const rows = mapped.map(({ record, name, parts, media }) => ({
      id: idHere(sourceId, spec.kind, record.id),
      organization_id: idHere(sourceId, 'organization', textOf(record.row.organizationId)),
      kind: spec.as,
      name,
      parts: parts.length ? parts : [''],
      media,
      created_at: createdOf(record.row),
    }));
    const others = rows.flatMap((row, i) =>
      (mapped[i]?.others ?? [])
        .slice(0, MAX_OTHERS)
        .map((content, n) => ({
          ...row,
          id: otherId(row.id, n),
          name: `${shortOf(row.name, 90)} (${n + 2})`,
          ...content,
        })),
    );
    if (mapped.some((one) => one.others)) await removeSnippets(tx, otherIds(rows.map(({ id }) => id)));
    await upsert(tx, { table: 'snippet', keep: ['created_at'] }, [...rows, ...others]);
    return rows.map((row, i) => ({
      legacyId: mapped[i]?.record.id ?? '',
      id: row.id,
      organizationId: row.organization_id,
      problem: mapped[i]?.problem ?? null,
      refersLater: mapped[i]?.waits === true,
    }));
  },
});

/** Snippets are plain text: paragraphs become lines. */
const plain = (html: unknown): string =>
  textOf(html)
    .replaceAll(/<\/(?:p|li|h[1-3])>|<br\s*\/?>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .trim();

export const signatures: CopyKind = snippetKind({
  kind: 'signature',
  table: 'Signatures',
  as: 'signature',
  read: async (_deps, records) =>
    records.map(({ row }) => {
      const text = plain(row.content);
      return {
        name: nameOf(text.split('\n')[0], 60, 'Signature'),
        parts: [text],
        media: [],
        problem: row.autoAdd === true ? 'is no longer added by itself' : null,
      };
    }),
});

/** The posts of a set, each with its parts. */
function postsOf(row: SourceRecord['row']): { posts: Record<string, unknown>[][]; broken: boolean } {
  const { value, broken } = jsonOf(row.content);
  const posts = isRecord(value) ? recordsIn(value.posts) : [];
  return { posts: posts.map((post) => recordsIn(post.value)), broken };
}

/**
 * A set is what v1's composer held: one post for each channel, with parts and files of its own (v1.65.7,
 * v2.23.0: manage.modal.tsx). What the first has becomes a template, and so does each other text.
 */
export const sets: CopyKind = snippetKind({
  kind: 'set',
  table: 'Sets',
  as: 'template',
  async read(deps, records) {
    const contents = records.map(({ row }) => postsOf(row));
    const named = records.map((record, i) => ({
      ...record,
      parts: contents[i]?.posts.flat().map(({ image }) => ({ image: JSON.stringify(image) })) ?? [],
    }));
    const referencesOf = await readReferences(deps, named);
    return records.map(({ row }, i) =>
      textsOf(contents[i] ?? postsOf(row), {
        name: nameOf(row.name, 100, 'Unnamed'),
        fileOf: fileOf(deps.sourceId, referencesOf(ownerOf(row))),
      }),
    );
  },
});

/** The files of a part's `image` that are here, and whether one is not. */
const fileOf =
  (sourceId: string, references: References) =>
  (image: unknown): { media: Content['media'][number]; missing: boolean; covers: boolean } => {
    const { files, broken } = filesOf(JSON.stringify(image));
    const media = files.flatMap((named) => {
      const file = references.file(named);
      return file?.url
        ? [{ id: idHere(sourceId, 'media', file.id), alt: shortOf(named.alt ?? '', 5000) }]
        : [];
    });
    return {
      media,
      missing: broken || media.length < files.length,
      covers: files.some((one) => one.thumbnail !== undefined || one.thumbnailTimestamp !== undefined),
    };
  };

function textsOf(
  { posts, broken }: ReturnType<typeof postsOf>,
  { name, fileOf: filesIn }: { name: string; fileOf: ReturnType<typeof fileOf> },
): Texts {
  const read = posts.map((parts) =>
    parts.map(({ content, image }) => ({ text: plain(content), ...filesIn(image) })),
  );
  const all = read
    .map((parts) => parts.filter(({ text, media }) => text || media.length))
    .filter((parts) => parts.length > 0)
    .map((parts) => ({ parts: parts.map(({ text }) => text), media: parts.map(({ media }) => media) }));
  const [first = { parts: [], media: [] }, ...others] = [
    ...new Map(all.map((one) => [JSON.stringify(one), one])).values(),
  ];
  const waits = read.flat().some(({ missing }) => missing);
  const problems = [
    ...(broken ? ['its content could not be read'] : []),
    ...(others.length ? ['has other texts or files for other channels: each is a template of its own'] : []),
    ...(waits ? ['a file of it was not copied: its template is without it'] : []),
    ...(read.flat().some(({ covers }) => covers)
      ? ['the thumbnail of its video is not copied: a new one is chosen']
      : []),
  ];
  return { name, ...first, others, problem: problems.length ? problems.join('; ') : null, waits };
}

const recordsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? (value as unknown[]).filter(isRecord) : [];
