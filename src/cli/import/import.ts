/** Imports posts from a CSV file: all lines are checked before the first post is created. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { IANAZone } from 'luxon';
import { concernOf } from '../../../providers/_kit/never-ignored.ts';
import { ApiError } from '../../platform/errors.ts';
import { parseDate } from '../../platform/parse-date.ts';
import { CliError, messageOf } from '../errors.ts';
import type { Channel, Instance, NewPart, NewPosts } from '../instance/instance.ts';
import { counted, cut, table, type Answer } from '../output.ts';
import { instantIn } from '../posts/dates.ts';
import { findChannels } from '../posts/find-channels.ts';
import { readLines, type Column, type Line } from './read-lines.ts';

export interface ImportOptions {
  readonly timeZone?: string;
  readonly channel?: string;
  readonly draft?: boolean;
  readonly yes?: boolean;
}

/** A line that can become posts. */
interface Planned {
  readonly line: number;
  readonly group: string;
  readonly zone: string;
  readonly channels: readonly Channel[];
  readonly files: readonly string[];
  readonly post: (images: NewPart['image']) => NewPosts;
  readonly date: Date;
}

/** A problem with its place: "line 7, column date: …". */
type Problem = string;

const SEPARATOR = /^-{3,}$/m;

/** `import`: without --yes nothing is stored, and every problem is listed. */
export async function importPosts(instance: Instance, file: string, options: ImportOptions): Promise<Answer> {
  const { timeZone } = options;
  if (timeZone && !IANAZone.isValidZone(timeZone)) {
    throw new CliError('usage', `--time-zone: "${timeZone}" is no time zone; write it like Europe/Berlin`);
  }
  const lines = readLines(file);
  const problems: Problem[] = [];
  const planned: Planned[] = [];
  for (const line of lines) {
    const plan = await planLine(instance, { line, file, options }).catch((error: unknown) => {
      if (!(error instanceof CliError || error instanceof ApiError)) throw error;
      problems.push(`line ${line.line}: ${messageOf(error)}`);
      return undefined;
    });
    if (Array.isArray(plan)) problems.push(...plan);
    else if (plan) planned.push(plan);
  }
  const fresh = await withoutKnown(instance, planned);
  const known = planned.length - fresh.length;
  if (!problems.length && !options.yes) {
    problems.push(
      ...(await checkAll(
        instance,
        fresh.filter(({ files }) => !files.length),
      )),
    );
  }
  if (problems.length) return refused(problems, lines.length);
  const summary = {
    lines: lines.length,
    known,
    channels: new Set(fresh.flatMap(({ channels }) => channels.map(({ id }) => id))).size,
  };
  if (!options.yes) {
    return {
      json: { ...summary, toCreate: fresh.length, created: [] },
      lines: [
        ...table(
          ['LINE', 'DATE', 'CHANNELS', 'TEXT'],
          fresh.map(({ line, date, zone, channels, post }) => [
            String(line),
            instantIn(date, zone),
            channels.map(({ name }) => name).join(', '),
            cut(post([]).posts[0]?.value[0]?.content ?? '', 50),
          ]),
        ),
        `${counted(fresh.length, 'post')} to create${known ? `, ${known} imported before` : ''}. Nothing was stored: add --yes.`,
      ],
    };
  }
  return createAll(instance, fresh, { lines: lines.length, known });
}

/** Files are stored once each, and everything is checked with them, before the first post is created. */
async function createAll(
  instance: Instance,
  fresh: readonly Planned[],
  { lines, known }: { lines: number; known: number },
): Promise<Answer> {
  const stored = new Map<string, { id: string; path: string }>();
  for (const file of new Set(fresh.flatMap(({ files }) => files))) {
    stored.set(file, await instance.storeFile(file));
  }
  const imagesOf = ({ files }: Planned): NonNullable<NewPart['image']> =>
    files.flatMap((file) => stored.get(file) ?? []);
  const problems = await checkAll(instance, fresh, imagesOf);
  if (problems.length) return refused(problems, lines);
  const created: { line: number; postId: string; integration: string }[] = [];
  for (const plan of fresh) {
    const posts = await instance.createPosts(plan.post(imagesOf(plan)));
    created.push(...posts.map((post) => ({ line: plan.line, ...post })));
  }
  return {
    json: { lines, known, created },
    lines: [
      `${counted(created.length, 'post')} created from ${counted(fresh.length, 'line')}${known ? `, ${known} imported before` : ''}.`,
    ],
  };
}

function refused(problems: readonly Problem[], lines: number): Answer {
  return {
    json: { lines, problems },
    lines: [
      ...problems,
      `Nothing was imported: ${counted(problems.length, 'problem')} in ${counted(lines, 'line')}.`,
    ],
    failed: true,
  };
}

/** What a network would refuse is found now, and not on the day. */
async function checkAll(
  instance: Instance,
  plans: readonly Planned[],
  imagesOf: (plan: Planned) => NewPart['image'] = () => [],
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const plan of plans) {
    const { issues, posts } = await instance.checkPosts(plan.post(imagesOf(plan)));
    for (const { path, message } of [...issues, ...posts.flatMap((post) => post.issues)]) {
      problems.push(`line ${plan.line}, ${columnOf(path)}: ${message}`);
    }
  }
  return problems;
}

function columnOf(path: string): string {
  if (path === 'date') return 'column date';
  if (path.includes('.settings')) return `column settings (${path.split('.settings.')[1] ?? ''})`;
  return path.includes('.image') ? 'column media' : 'column content';
}

/** Lines whose posts are there already, by the group that an import gives them. */
async function withoutKnown(instance: Instance, planned: readonly Planned[]): Promise<Planned[]> {
  if (!planned.length) return [];
  const from = new Date(Math.min(Date.now(), ...planned.map(({ date }) => date.getTime())) - 1);
  const groups = new Set((await instance.listPosts({ from })).map(({ group }) => group));
  return planned.filter(({ group }) => !groups.has(group));
}

async function planLine(
  instance: Instance,
  { line, file, options }: { line: Line; file: string; options: ImportOptions },
): Promise<Planned | Problem[]> {
  const { values } = line;
  const problems: Problem[] = ignoredColumns(line);
  const wrong = (column: Column, words: string): void =>
    void problems.push(`line ${line.line}, column ${column}: ${words}`);
  const zone = values.timeZone || options.timeZone;
  const isZone = !zone || IANAZone.isValidZone(zone);
  if (!isZone) wrong('timeZone', `"${zone}" is no time zone; write it like Europe/Berlin`);
  const date = isZone ? dateOf(values, zone, wrong) : undefined;
  const name = values.channel || options.channel;
  if (!name) wrong('channel', 'is empty; name one, or give --channel');
  if (!values.content) wrong('content', 'is empty');
  const settings = settingsOf(values.settings, wrong);
  const files = values.media
    .split(/[|\n]/)
    .map((path) => path.trim())
    .filter(Boolean)
    .map((path) => resolve(dirname(file), path));
  for (const path of files) if (!existsSync(path)) wrong('media', `there is no file ${path}`);
  if (problems.length || !date || !name) return problems;
  const channels = await findChannels(instance, [name]);
  const group = `import-${line.key}`;
  const draft = options.draft === true || /draft/i.test(values.type);
  const thread = values.thread
    .split(SEPARATOR)
    .map((part) => part.trim())
    .filter(Boolean);
  const tags = values.tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
    .map((tag) => ({ value: tag, label: tag }));
  return {
    line: line.line,
    group,
    zone: zone ?? 'UTC',
    channels,
    files,
    date,
    post: (image) => ({
      type: draft ? 'draft' : 'schedule',
      date: date.toISOString(),
      tags,
      posts: channels.map(({ id, identifier }) => ({
        integration: { id },
        group,
        value: [
          { content: values.content, image: image ?? [] },
          ...thread.map((content) => ({ content, image: [] })),
        ],
        ...(settings ? { settings: { ...settings, __type: identifier } } : {}),
      })),
    }),
  };
}

/** Columns that would limit a post, and that no post has. Dates of other columns say when something was. */
function ignoredColumns({ line, values, others }: Line): Problem[] {
  const isUsual = /draft|schedul|queue|future/i.test(values.type);
  const columns = [...others, ...(isUsual ? [] : [['status', values.type] as const])];
  return columns.flatMap(([name, value]) => {
    const concern = concernOf(name, value);
    return !concern || concern === 'dates of its own'
      ? []
      : [
          `line ${line}, column ${name}: the post would go out without it; what a network has for ${concern} belongs into the column settings`,
        ];
  });
}

/** A date says its zone, or its line or the command does: nobody else can know which was meant. */
function dateOf(
  { date, time }: Line['values'],
  zone: string | undefined,
  wrong: (column: Column, words: string) => void,
): Date | undefined {
  const text = [date, time].filter(Boolean).join(' ');
  if (!text) return void wrong('date', 'is empty');
  const hasOffset = /(?:z|[+-]\d\d(?::?\d\d)?|\])$/i.test(text) && /\d[t ]\d/i.test(text);
  if (!hasOffset && !zone) {
    return void wrong(
      'date',
      `"${text}" names no time zone: add a column "time zone", or --time-zone Europe/Berlin`,
    );
  }
  try {
    return parseDate(text, 'date', zone);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return void wrong('date', error.issues[0]?.message ?? error.message);
  }
}

function settingsOf(
  text: string,
  wrong: (column: Column, words: string) => void,
): Record<string, unknown> | undefined {
  if (!text) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    // Said below, as for JSON that is no object.
  }
  return void wrong('settings', 'must be a JSON object');
}
