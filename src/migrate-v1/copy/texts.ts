/** Tags, signatures, sets. */
import { v5 as uuidv5 } from 'uuid';
import { idHere, type LegacyKind } from '../../platform/legacy-ids.ts';
import { createdOf, isRecord, jsonOf, nameOf, shortOf, textOf, timeOf } from '../map/values.ts';
import type { SourceRecord } from '../source/read-batch.ts';
import { renamed, withFreeNames } from './clashes.ts';
import type { CopyKind } from './kind.ts';
import { common } from './people.ts';
import { upsert } from './upsert.ts';

const DEFAULT_COLOR = '#4c6ef5';

/** v1 keeps what it is given: `#F80` is a colour of CSS as well (v2.23.0: create.tag.dto.ts). */
function colorOf(value: unknown): string {
  const given = textOf(value).trim().toLowerCase();
  const long = given.replace(/^#([0-9a-f])([0-9a-f])([0-9a-f])$/, '#$1$1$2$2$3$3');
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

interface Texts {
  readonly name: string;
  readonly parts: readonly string[];
  /** The same for other channels. */
  readonly others?: readonly (readonly string[])[];
  readonly problem: string | null;
}

const MOST_OTHERS = 100;
/** Ids of the snippets beside the first of a record. */
const otherId = (id: string, n: number): string => uuidv5(String(n), id);
const otherIds = (ids: readonly string[]): string[] =>
  ids.flatMap((id) => Array.from({ length: MOST_OTHERS }, (_, n) => otherId(id, n)));
const removeSnippets = common.deleteFrom('snippet');

const snippetKind = (
  of: Pick<CopyKind, 'table'> & { kind: LegacyKind; as: string; textsOf: (record: SourceRecord) => Texts },
): CopyKind => ({
  kind: of.kind,
  table: of.table,
  organizationOf: common.organizationOf,
  isLive: common.isLive,
  remove: (tx, ids) => removeSnippets(tx, [...ids, ...otherIds(ids)]),
  async write(tx, { sourceId }, records) {
    const mapped = records.map((record) => ({ record, ...of.textsOf(record) }));
    const rows = mapped.map(({ record, name, parts }) => ({
      id: idHere(sourceId, of.kind, record.id),
      organization_id: idHere(sourceId, 'organization', textOf(record.row.organizationId)),
      kind: of.as,
      name,
      parts: parts.length ? parts : [''],
      created_at: createdOf(record.row),
    }));
    const others = rows.flatMap((row, i) =>
      (mapped[i]?.others ?? [])
        .slice(0, MOST_OTHERS)
        .map((parts, n) => ({
          ...row,
          id: otherId(row.id, n),
          name: `${shortOf(row.name, 90)} (${n + 2})`,
          parts,
        })),
    );
    if (mapped.some((one) => one.others)) await removeSnippets(tx, otherIds(rows.map(({ id }) => id)));
    await upsert(tx, { table: 'snippet', keep: ['created_at'] }, [...rows, ...others]);
    return rows.map((row, i) => ({
      legacyId: mapped[i]?.record.id ?? '',
      id: row.id,
      organizationId: row.organization_id,
      problem: mapped[i]?.problem ?? null,
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
  textsOf: ({ row }) => {
    const text = plain(row.content);
    const first = nameOf(text.split('\n')[0], 60, 'Signature');
    return {
      name: first,
      parts: [text],
      problem: row.autoAdd === true ? 'is no longer added by itself' : null,
    };
  },
});

/**
 * A set is what v1's composer held: one post for each channel, with parts and files of its own (v1.65.7,
 * v2.23.0: manage.modal.tsx). The texts of the first become a template, and so does each other text.
 */
export const sets: CopyKind = snippetKind({
  kind: 'set',
  table: 'Sets',
  as: 'template',
  textsOf: ({ row }) => {
    const { value, broken } = jsonOf(row.content);
    const posts = isRecord(value) ? recordsIn(value.posts) : [];
    const values = posts.map((post) => recordsIn(post.value));
    const texts = values
      .map((parts) => parts.map(({ content }) => plain(content)).filter(Boolean))
      .filter((parts) => parts.length > 0);
    const [parts = [], ...others] = [...new Map(texts.map((one) => [JSON.stringify(one), one])).values()];
    const files = new Set(
      values
        .flat()
        .flatMap(({ image }) => recordsIn(image).map(({ id, path }) => textOf(id) || textOf(path))),
    );
    const problems = [
      ...(broken ? ['its content could not be read'] : []),
      ...(others.length ? ['has other texts for other channels: each is a template of its own'] : []),
      ...(files.size ? ['a template has no files: those of the set are in the library'] : []),
    ];
    return {
      name: nameOf(row.name, 100, 'Unnamed'),
      parts,
      others,
      problem: problems.length ? problems.join('; ') : null,
    };
  },
});

const recordsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? (value as unknown[]).filter(isRecord) : [];
