/** What a line of a table becomes. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { IANAZone } from 'luxon';
import { withoutEnds } from '../../../../providers/_kit/stored-text.ts';
import { concernOf } from '../../../../providers/_kit/never-ignored.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { Channel, Instance, NewPart, NewPosts } from '../instance/instance.ts';
import { findChannels } from '../posts/find-channels.ts';
import type { Column } from './columns.ts';
import { joinTime, namesZone, readTableDate, withZone, type DateOrder } from './read-date.ts';
import type { Line } from './read-lines.ts';

/** A line that can become posts. */
export interface Planned {
  readonly line: number;
  readonly earlierGroup: string;
  readonly zone: string;
  readonly channels: readonly Channel[];
  /** Files of this computer, as absolute paths, and URLs. */
  readonly media: readonly string[];
  /** Null for a draft without one. */
  readonly date: Date | null;
  readonly text: string;
  readonly thread: readonly string[];
  readonly tags: readonly string[];
  readonly draft: boolean;
  /** The text that identifies the post, however the table is written: two equal lines have equal ones. */
  readonly identity: string;
  readonly post: (group: string, images?: NewPart['image']) => NewPosts;
}

/** What holds for the whole table. */
export interface TableRules {
  readonly file: string;
  readonly timeZone?: string;
  readonly channel?: string;
  readonly draft?: boolean;
  readonly dateOrder?: DateOrder;
}

/** A problem with its place: "line 7, column date: …". */
export type Problem = string;

/** Whether a file is fetched from elsewhere. */
export const isUrl = (media: string): boolean => /^https?:\/\//i.test(media);

type Wrong = (column: Column | 'timeZone', text: string) => void;

/** Publer separates comments and alternative texts so. */
const PARTS = /^-{3,}$|\|\|/m;
/** URLs may be separated by commas; the name of a file may have one. */
const FILES = /[|\n]|[,;]\s*(?=https?:\/\/)|\s+(?=https?:\/\/)/i;

/** @throws CliError as findChannels */
export async function planLine(
  instance: Instance,
  line: Line,
  rules: TableRules,
): Promise<Planned | Problem[]> {
  const { values } = line;
  const problems: Problem[] = [...ignoredColumns(line), ...surplusOf(line)];
  const wrong: Wrong = (column, text) => void problems.push(`line ${line.line}, column ${column}: ${text}`);
  const isDraftHere = isDraft(values, wrong);
  const draft = rules.draft === true || isDraftHere;
  const zone = values.timeZone || rules.timeZone;
  const isZone = !zone || IANAZone.isValidZone(zone);
  if (!isZone) wrong('timeZone', `"${zone}" is not a time zone such as Europe/Berlin`);
  const date = isZone ? dateOf(values, { ...rules, timeZone: zone, draft }, wrong) : undefined;
  const name = values.channel || rules.channel;
  if (!name) wrong('channel', 'is empty; name one, or give --channel');
  const { files, link } = filesOf(values);
  const media = files.map((one) => (isUrl(one) ? one : resolve(dirname(rules.file), one)));
  const usable = media.filter((one) => (isUrl(one) ? URL.canParse(one) : existsSync(one)));
  for (const one of media) {
    if (usable.includes(one)) continue;
    wrong('media', isUrl(one) ? `"${one}" is not a URL` : `there is no file ${one}`);
  }
  const text = textOf({ ...values, link }, wrong);
  if (!text && !usable.length) wrong('content', 'is empty');
  const settings = settingsOf(values.settings, wrong);
  if (problems.length || date === undefined || !name) return problems;
  const channels = await findChannels(instance, [name]);
  const thread = values.thread.split(PARTS).map(withoutEnds).filter(Boolean);
  const tags = splitBy(values.tags, /,/);
  return {
    line: line.line,
    earlierGroup: line.earlierGroup,
    zone: zone ?? 'UTC',
    channels,
    media,
    date,
    text,
    thread,
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
          { content: text, image: withAlt(images, values.alt) },
          ...thread.map((content) => ({ content, image: [] })),
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
    wrong('draft', `"${draft}" must be TRUE or FALSE`);
  }
  return /draft/i.test(type) || /^[tyx1jw]/i.test(draft);
}

/** Vista Social has the URL of a picture where a link would be, and marks it in the column type. */
function filesOf({ media, link, type }: Line['values']): { readonly files: string[]; readonly link: string } {
  const isFile = /^(?:image|photo|picture|gif|video)$/i.test(type);
  const files = splitBy(media, FILES);
  return isFile ? { files: [...files, ...splitBy(link, FILES)], link: '' } : { files, link };
}

function withAlt(images: NonNullable<NewPart['image']>, alt: string): NonNullable<NewPart['image']> {
  const texts = alt.split('||').map((text) => text.trim());
  return images.map((image, at) => (texts[at] ? { ...image, alt: texts[at] } : image));
}

/** A link of its own column ends the text, as the tools do whose tables have one. */
function textOf({ content, link }: Line['values'], wrong: Wrong): string {
  if (!link || content.includes(link)) return content;
  if (!URL.canParse(link) || /\s/.test(link)) wrong('link', `"${link}" is not one URL`);
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
      : [
          `line ${line}, column ${name}: the post would be published without it; what a network has for ${concern} belongs in the column settings`,
        ];
  });
}

/** A comma in a text without quotation marks would cut it off. */
function surplusOf({ line, surplus }: Line): Problem[] {
  return surplus.length
    ? [
        `line ${line}: has more values than the first line has columns; a text that contains the separator must be in "quotation marks"`,
      ]
    : [];
}

/**
 * A date needs a zone, from itself, its line or the command: it cannot be guessed. Null for a draft without
 * one, undefined where it is wrong.
 */
function dateOf(
  { date, time, timeZone }: Line['values'],
  rules: Omit<TableRules, 'file'>,
  wrong: Wrong,
): Date | null | undefined {
  const text = joinTime(date, time);
  if (!text) return rules.draft ? null : void wrong('date', 'is empty');
  if (!namesZone(text) && !rules.timeZone) {
    return void wrong(
      'date',
      `"${text}" names no time zone: add a column "time zone", or --time-zone Europe/Berlin`,
    );
  }
  try {
    return readTableDate(withZone(text, timeZone), rules.timeZone, rules.dateOrder);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return void wrong('date', error.issues[0]?.message ?? error.message);
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
  return void wrong('settings', 'must be a JSON object');
}
