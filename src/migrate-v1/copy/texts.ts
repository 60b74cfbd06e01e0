/** Tags, signatures, sets. */
import { idHere, type LegacyKind } from '../../platform/legacy-ids.ts';
import { createdOf, isRecord, jsonOf, nameOf, textOf, timeOf } from '../map/values.ts';
import type { SourceRecord } from '../source/read-batch.ts';
import { renamed, withFreeNames } from './clashes.ts';
import type { CopyKind } from './kind.ts';
import { common } from './people.ts';
import { upsert } from './upsert.ts';

const DEFAULT_COLOR = '#4c6ef5';

export const tags: CopyKind = {
  kind: 'tag',
  table: 'Tags',
  organizationOf: common.organizationOf,
  isLive: common.isLive,
  remove: common.deleteFrom('tag'),
  async write(tx, { sourceId }, records) {
    const color = (value: unknown): string =>
      /^#[0-9a-f]{6}$/i.test(textOf(value)) ? textOf(value).toLowerCase() : DEFAULT_COLOR;
    const rows = records.map(({ id, row }) => {
      return {
        id: idHere(sourceId, 'tag', id),
        organization_id: idHere(sourceId, 'organization', textOf(row.orgId)),
        name: nameOf(row.name, 200, 'Unnamed'),
        color: color(row.color),
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
  readonly problem: string | null;
}

const snippetKind = (
  of: Pick<CopyKind, 'table'> & { kind: LegacyKind; as: string; textsOf: (record: SourceRecord) => Texts },
): CopyKind => ({
  kind: of.kind,
  table: of.table,
  organizationOf: common.organizationOf,
  isLive: common.isLive,
  remove: common.deleteFrom('snippet'),
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
    await upsert(tx, { table: 'snippet', keep: ['created_at'] }, rows);
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

/** A set is what v1's composer held: the texts of its first channel become the parts of a template. */
export const sets: CopyKind = snippetKind({
  kind: 'set',
  table: 'Sets',
  as: 'template',
  textsOf: ({ row }) => {
    const { value, broken } = jsonOf(row.content);
    const [post] = isRecord(value) && Array.isArray(value.posts) ? (value.posts as unknown[]) : [];
    const values = isRecord(post) && Array.isArray(post.value) ? (post.value as unknown[]) : [];
    const parts = values.map((part) => plain(isRecord(part) ? part.content : '')).filter(Boolean);
    return {
      name: nameOf(row.name, 100, 'Unnamed'),
      parts,
      problem: broken ? 'its content could not be read' : null,
    };
  },
});
