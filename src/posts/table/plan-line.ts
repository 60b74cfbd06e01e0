/** What a line of a table becomes. A cell is text: tags that were typed into it are no HTML. */
import { IANAZone } from 'luxon';
import { contentOf, withoutEnds } from '../../../providers/_kit/stored-text.ts';
import { concernOf } from '../../../providers/_kit/never-ignored.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Sentence } from '../../../providers/_kit/sentences/fill.ts';
import { sentence } from '../../platform/sentences.ts';
import type { Column } from './columns.ts';
import { joinTime, namesZone, readTableDate, withZone, type DateOrder } from './read-date.ts';
import type { Line } from './read-lines.ts';

/** A channel that a line names. */
export interface TableChannel {
  readonly id: string;
  readonly identifier: string;
  readonly name: string;
}

/** An upload in a part. */
export interface TableImage {
  id: string;
  path: string;
  alt?: string;
}

/** The body of POST /posts that a line becomes. */
export interface TablePosts {
  readonly type: 'draft' | 'schedule';
  readonly date?: string;
  readonly tags: { value: string; label: string }[];
  readonly posts: {
    integration: { id: string };
    value: { content: string; image: TableImage[] }[];
    group: string;
    settings?: Record<string, unknown>;
  }[];
}

/** A line that can become posts. */
export interface Planned {
  readonly line: number;
  readonly earlierGroup: string;
  readonly zone: string;
  readonly channels: readonly TableChannel[];
  /** Files of this computer, as absolute paths, and URLs. */
  readonly media: readonly string[];
  /** Null for a draft without one. */
  readonly date: Date | null;
  readonly text: string;
  readonly thread: readonly string[];
  /** Alternative texts of the files, in their order. */
  readonly alts: readonly string[];
  readonly tags: readonly string[];
  readonly draft: boolean;
  /** The text that identifies the post, however the table is written: two equal lines have equal ones. */
  readonly identity: string;
  readonly post: (group: string, images?: TableImage[]) => TablePosts;
}

/** What holds for the whole table. */
export interface TableRules {
  /** The channels of a name. @throws where there is none */
  channelsOf(name: string): Promise<readonly TableChannel[]>;
  /** A file that is named, as it will be found; null where there is none. */
  fileOf(name: string): string | null;
  readonly timeZone?: string;
  readonly channel?: string;
  readonly draft?: boolean;
  readonly dateOrder?: DateOrder;
}

/** A problem with its place; undefined: the line as a whole. */
export interface Problem {
  readonly line: number;
  readonly column: string | undefined;
  readonly problem: Sentence;
}

/** Whether a file is fetched from elsewhere. */
export const isUrl = (media: string): boolean => /^https?:\/\//i.test(media);

type Wrong = (column: Column, problem: Sentence) => void;

/** As POST /posts: parts of a post, and channels of a request. */
const MAX_PARTS = 100;
const MAX_CHANNELS = 100;
/** Publer separates comments and alternative texts so. */
const PARTS = /^-{3,}$|\|\|/m;
/** URLs may be separated by commas; the name of a file may have one. */
const FILES = /[|\n]|[,;]\s*(?=https?:\/\/)|\s+(?=https?:\/\/)/i;

/** What a line becomes, or all that is wrong with it. @throws as `channelsOf` */
export async function planLine(line: Line, rules: TableRules): Promise<Planned | Problem[]> {
  const { values } = line;
  const problems: Problem[] = [...ignoredColumns(line), ...surplusOf(line)];
  const wrong: Wrong = (column, problem) => void problems.push({ line: line.line, column, problem });
  const isDraftHere = isDraft(values, wrong);
  const draft = rules.draft === true || isDraftHere;
  const zone = values.timeZone || rules.timeZone;
  const isZone = !zone || IANAZone.isValidZone(zone);
  if (!isZone) wrong('timeZone', sentence('table_not_a_zone', { given: zone }));
  const date = isZone ? dateOf(values, { ...rules, timeZone: zone, draft }, wrong) : undefined;
  const name = values.channel || rules.channel;
  if (!name) wrong('channel', sentence('table_no_channel'));
  const { files, link } = filesOf(values);
  const media = files.map((one) => (isUrl(one) ? (URL.canParse(one) ? one : null) : rules.fileOf(one)));
  for (const [at, one] of files.entries()) {
    if (media[at] !== null) continue;
    wrong('media', sentence(isUrl(one) ? 'table_not_a_url' : 'table_no_file', { given: one }));
  }
  const usable = media.filter((one) => one !== null);
  const text = textOf({ ...values, link }, wrong);
  if (!text && !usable.length) wrong('content', sentence('table_empty'));
  const settings = settingsOf(values.settings, wrong);
  const thread = values.thread
    .split(PARTS, MAX_PARTS + 1)
    .map(withoutEnds)
    .filter(Boolean);
  if (thread.length >= MAX_PARTS) wrong('thread', sentence('table_too_many_parts', { max: MAX_PARTS }));
  if (problems.length || date === undefined || !name) return problems;
  const channels = await rules.channelsOf(name);
  if (channels.length > MAX_CHANNELS) {
    wrong('channel', sentence('table_too_many_channels', { max: MAX_CHANNELS }));
    return problems;
  }
  const tags = splitBy(values.tags, /,/);
  return {
    line: line.line,
    earlierGroup: line.earlierGroup,
    zone: zone ?? 'UTC',
    channels,
    media: usable,
    date,
    text,
    thread,
    alts: values.alt.split('||').map((alt) => alt.trim()),
    tags,
    draft,
    identity: JSON.stringify([
      date?.toISOString() ?? null,
      channels.map(({ id }) => id).toSorted(),
      // Without their ends, as in releases that did not keep them.
      text.trim(),
      thread.map((part) => part.trim()),
      files,
      values.alt,
      tags,
      values.settings,
      isDraftHere,
    ]),
    post: (group, images = []) => ({
      type: draft ? 'draft' : 'schedule',
      ...(date ? { date: date.toISOString() } : {}),
      tags: tags.map((tag) => ({ value: tag, label: tag })),
      posts: channels.map(({ id, identifier }) => ({
        integration: { id },
        group,
        value: [
          { content: contentOf(text), image: withAlt(images, values.alt) },
          ...thread.map((part) => ({ content: contentOf(part), image: [] })),
        ],
        ...(settings ? { settings: { ...settings, __type: identifier } } : {}),
      })),
    }),
  };
}

const splitBy = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);

/** Metricool has a column for drafts of its own. */
function isDraft({ type, draft }: Line['values'], wrong: Wrong): boolean {
  if (!/^(?:|true|yes|y|x|1|ja|wahr|false|no|n|0|nein|falsch)$/i.test(draft)) {
    wrong('draft', sentence('table_not_a_boolean', { given: draft }));
  }
  return /draft/i.test(type) || /^[tyx1jw]/i.test(draft);
}

/** Vista Social has the URL of a picture where a link would be, and marks it in the column type. */
function filesOf({ media, link, type }: Line['values']): { readonly files: string[]; readonly link: string } {
  const isFile = /^(?:image|photo|picture|gif|video)$/i.test(type);
  const files = splitBy(media, FILES);
  return isFile ? { files: [...files, ...splitBy(link, FILES)], link: '' } : { files, link };
}

function withAlt(images: TableImage[], alt: string): TableImage[] {
  const texts = alt.split('||').map((text) => text.trim());
  return images.map((image, at) => (texts[at] ? { ...image, alt: texts[at] } : image));
}

/** A link of its own column ends the text, as the tools do whose tables have one. */
function textOf({ content, link }: Line['values'], wrong: Wrong): string {
  if (!link || content.includes(link)) return content;
  if (!URL.canParse(link) || /\s/.test(link)) wrong('link', sentence('table_not_one_url', { given: link }));
  return [content, link].filter(Boolean).join('\n');
}

/** Columns that would limit a post, and that no post has. Dates in other columns are about the past. */
function ignoredColumns({ line, values, others }: Line): Problem[] {
  const isUsual = /draft|schedul|queue|future/i.test(values.type);
  const columns = [...others, ...(isUsual ? [] : [['status', values.type] as const])];
  return columns.flatMap(([name, value]) => {
    const concern = concernOf(name, value);
    return !concern || concern === 'dates of its own'
      ? []
      : [{ line, column: name, problem: sentence('table_ignored_column', { concern }) }];
  });
}

/** A comma in a text without quotation marks would cut it off. */
function surplusOf({ line, surplus }: Line): Problem[] {
  return surplus.length ? [{ line, column: undefined, problem: sentence('table_surplus') }] : [];
}

/**
 * A date needs a zone, from itself, its line or the command: it cannot be guessed. Null for a draft without
 * one, undefined where it is wrong.
 */
function dateOf(
  { date, time, timeZone }: Line['values'],
  rules: Pick<TableRules, 'draft' | 'timeZone' | 'dateOrder'>,
  wrong: Wrong,
): Date | null | undefined {
  const text = joinTime(date, time);
  if (!text) return rules.draft ? null : void wrong('date', sentence('table_empty'));
  if (!namesZone(text) && !rules.timeZone) {
    return void wrong('date', sentence('table_no_zone', { given: text }));
  }
  try {
    return readTableDate(withZone(text, timeZone), rules.timeZone, rules.dateOrder);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return void wrong('date', problemOf(error));
  }
}

function settingsOf(text: string, wrong: Wrong): Record<string, unknown> | undefined {
  if (!text) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  return void wrong('settings', sentence('table_settings'));
}

/** The sentence of a refusal, of its first issue where it has any. */
export function problemOf(error: ApiError): Sentence {
  const [issue] = error.issues;
  if (!issue) return error.sentence;
  const { path: _, ...problem } = issue;
  return problem as Sentence;
}
