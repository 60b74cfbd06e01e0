/** Imports posts from a CSV file: all lines are checked before the first post is created. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CrierError } from '@crier/client';
import { IANAZone } from 'luxon';
import { withoutEnds } from '../../../../providers/_kit/stored-text.ts';
import { ApiError } from '../../../platform/errors.ts';
import { CliError, messageOf } from '../errors.ts';
import type { Instance, NewPart } from '../instance/instance.ts';
import { counted } from '../../../platform/counted.ts';
import { cut, table, type Answer } from '../output.ts';
import { instantIn } from '../posts/dates.ts';
import {
  isUrl,
  planLine,
  type Planned,
  type Problem as LineProblem,
} from '../../../posts/table/plan-line.ts';
import { joinTime, provenOrder, type DateOrder } from '../../../posts/table/read-date.ts';
import { groupOf, type Table } from '../../../posts/table/read-lines.ts';
import { findChannels } from '../posts/find-channels.ts';
import { readTableFile } from './read-table-file.ts';

/** A problem with its place: "line 7, column date: …". */
type Problem = string;

export interface ImportOptions {
  readonly timeZone?: string;
  readonly channel?: string;
  readonly draft?: boolean;
  readonly dateOrder?: DateOrder;
  readonly encoding?: string;
  readonly ignoreColumns?: boolean;
  readonly yes?: boolean;
}

/** A line with the group that its posts get. */
type Grouped = Planned & { readonly group: string };

/** The notes about a table as a whole, beside its posts. */
interface Notes {
  readonly lines: number;
  readonly known: number;
  /** Columns with values that no post has. */
  readonly unknownColumns: readonly string[];
  /** Where it was guessed. */
  readonly encoding?: string;
}

/** How many posts of a table are shown in full. */
const SHOWN = 3;

/** `import`: without --yes nothing is stored, and every problem is listed. */
export async function importPosts(instance: Instance, file: string, options: ImportOptions): Promise<Answer> {
  const { timeZone, yes, ignoreColumns } = options;
  if (timeZone && !IANAZone.isValidZone(timeZone)) {
    throw new CliError('usage', `--time-zone: "${timeZone}" is not a time zone such as Europe/Berlin`);
  }
  const read = readTableFile(file, options.encoding);
  const { planned, problems } = await planAll(instance, read, { file, options });
  const fresh = await withoutKnown(instance, planned);
  const notes: Notes = {
    lines: read.lines.length,
    known: planned.length - fresh.length,
    unknownColumns: unknownColumns(read),
    ...(read.encoding ? { encoding: read.encoding } : {}),
  };
  if (!problems.length && !yes) {
    problems.push(
      ...(await checkAll(
        instance,
        fresh.filter(({ media }) => !media.length),
      )),
    );
  }
  if (yes && !ignoreColumns && notes.unknownColumns.length) {
    problems.push(`${columnsWithoutEffect(notes)}: add --ignore-columns to import without them`);
  }
  if (problems.length) return refused(problems, notes);
  return yes ? createAll(instance, fresh, notes) : preview(fresh, notes, ignoreColumns === true);
}

async function planAll(
  instance: Instance,
  { lines }: Table,
  { file, options }: { file: string; options: ImportOptions },
): Promise<{ planned: Grouped[]; problems: Problem[] }> {
  const problems: Problem[] = [];
  const planned: Grouped[] = [];
  const proven = provenOrder(lines.map(({ values }) => joinTime(values.date, values.time)));
  const { timeZone, channel, draft, dateOrder = proven } = options;
  const seen = new Map<string, number>();
  const rules = {
    channelsOf: (name: string) => findChannels(instance, [name]),
    fileOf(name: string): string | null {
      const found = resolve(dirname(file), name);
      return existsSync(found) ? found : null;
    },
  };
  for (const line of lines) {
    const plan = await planLine(line, { ...rules, timeZone, channel, draft, dateOrder }).catch(
      (error: unknown) => {
        if (!(error instanceof CliError || error instanceof ApiError)) throw error;
        return [inWords(line.line, undefined, messageOf(error))];
      },
    );
    if (Array.isArray(plan)) {
      problems.push(...plan.map((one) => (typeof one === 'string' ? one : shownProblem(one))));
      continue;
    }
    const { identity: text } = plan as Planned;
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    planned.push({ ...(plan as Planned), group: groupOf(`${text}\n${times}`) });
  }
  return { planned, problems };
}

const inWords = (line: number, column: string | undefined, message: string): Problem =>
  column ? `line ${line}, column ${column}: ${message}` : `line ${line}: ${message}`;

/** What the command line can do about it beside what its sentence says. */
const OPTIONS: Readonly<Record<string, string>> = {
  table_no_channel: ', or give --channel',
  table_no_zone: ': add a column "time zone", or --time-zone Europe/Berlin',
  table_day_unclear: ': add --date-order day-first or month-first',
};

const shownProblem = ({ line, column, problem: { code, message } }: LineProblem): Problem =>
  inWords(line, column, `${message}${OPTIONS[code] ?? ''}`);

/** The names of columns in which something stands that is not read. */
function unknownColumns({ lines }: Table): string[] {
  const filled = lines.flatMap(({ others }) => others.flatMap(([name, value]) => (value ? [name] : [])));
  return [...new Set(filled)].map((name) => name || 'without a name');
}

const columnsWithoutEffect = ({ unknownColumns: names }: Notes): string =>
  `Nothing is done with the ${names.length === 1 ? 'column' : 'columns'} ${names.map((name) => `"${name}"`).join(', ')}`;

/** What would be created: every line in short, the first ones in full. */
function preview(fresh: readonly Grouped[], notes: Notes, ignoreColumns: boolean): Answer {
  const { known, unknownColumns: names, encoding } = notes;
  const first = fresh.slice(0, SHOWN);
  const dateOf = ({ date, zone }: Planned): string => (date ? instantIn(date, zone) : '-');
  const channelsOf = ({ channels }: Planned): string => channels.map(({ name }) => name).join(', ');
  return {
    json: {
      ...notes,
      channels: new Set(fresh.flatMap(({ channels }) => channels.map(({ id }) => id))).size,
      toCreate: fresh.length,
      first: first.map(({ line, group, post }) => ({ line, ...post(group) })),
      created: [],
    },
    lines: [
      ...table(
        ['LINE', 'DATE', 'CHANNELS', 'TEXT'],
        fresh.map((plan) => [String(plan.line), dateOf(plan), channelsOf(plan), cut(plan.text, 50)]),
      ),
      '',
      ...first.flatMap((plan) => inFull(plan, `${dateOf(plan)}, ${channelsOf(plan)}`)),
      ...(encoding
        ? [
            `The file does not say its encoding: it was read as ${encoding}. Check the texts above; --encoding names another.`,
          ]
        : []),
      ...(names.length
        ? [
            `${columnsWithoutEffect(notes)}${ignoreColumns ? '' : ': with --yes, add --ignore-columns to import without them'}.`,
          ]
        : []),
      `${counted(fresh.length, 'post')} to create${known ? `, ${known} imported before` : ''}. Nothing was stored: add --yes.`,
    ],
  };
}

/** A post as it would be published. */
function inFull({ line, text, thread, media, tags, draft }: Planned, where: string): string[] {
  const indented = (value: string): string[] => value.split('\n').map((row) => `    ${row}`.trimEnd());
  return [
    `Line ${line}, ${where}${draft ? ', as a draft' : ''}:`,
    ...[text, ...thread].flatMap((part, at) => [...(at ? ['    ---'] : []), ...indented(withoutEnds(part))]),
    ...media.map((one) => `    [${one}]`),
    ...(tags.length ? [`    tags: ${tags.join(', ')}`] : []),
    '',
  ];
}

/** Files are stored once each, and everything is checked with them, before the first post is created. */
async function createAll(instance: Instance, fresh: readonly Grouped[], notes: Notes): Promise<Answer> {
  const { lines, known } = notes;
  const { stored, problems } = await storeAll(instance, fresh);
  const imagesOf = ({ media }: Planned): NonNullable<NewPart['image']> =>
    media.flatMap((one) => stored.get(one) ?? []);
  if (!problems.length) problems.push(...(await checkAll(instance, fresh, imagesOf)));
  if (problems.length) return refused(problems, notes);
  const created: { line: number; postId: string; integration: string }[] = [];
  for (const plan of fresh) {
    const posts = await instance.createPosts(plan.post(plan.group, imagesOf(plan)));
    created.push(...posts.map((post) => ({ line: plan.line, ...post })));
  }
  return {
    json: { lines, known, created },
    lines: [
      `${counted(created.length, 'post')} created from ${counted(fresh.length, 'line')}${known ? `, ${known} imported before` : ''}.`,
    ],
  };
}

/** A file that cannot be had is named with each line that needs it. */
async function storeAll(
  instance: Instance,
  fresh: readonly Planned[],
): Promise<{ stored: Map<string, { id: string; path: string }>; problems: Problem[] }> {
  const stored = new Map<string, { id: string; path: string }>();
  const problems: Problem[] = [];
  for (const one of new Set(fresh.flatMap(({ media }) => media))) {
    try {
      stored.set(one, await (isUrl(one) ? instance.fetchFile(one) : instance.storeFile(one)));
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof CrierError)) throw error;
      const { line } = fresh.find(({ media }) => media.includes(one)) as Planned;
      problems.push(`line ${line}, column media: ${one}: ${error.issues?.[0]?.message ?? messageOf(error)}`);
    }
  }
  return { stored, problems };
}

function refused(problems: readonly Problem[], notes: Notes): Answer {
  return {
    json: { ...notes, problems },
    lines: [
      ...problems,
      `Nothing was imported: ${counted(problems.length, 'problem')} in ${counted(notes.lines, 'line')}.`,
    ],
    failed: true,
  };
}

/** What a network would refuse is found now, and not on the day. */
async function checkAll(
  instance: Instance,
  plans: readonly Grouped[],
  imagesOf: (plan: Planned) => NewPart['image'] = () => [],
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const plan of plans) {
    const { issues, posts } = await instance.checkPosts(plan.post(plan.group, imagesOf(plan)));
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

/**
 * Lines whose posts are not there yet, by the group that an import gives them. All posts are looked at,
 * because one may have been moved, or sent long before the date in the table.
 */
async function withoutKnown(instance: Instance, planned: readonly Grouped[]): Promise<Grouped[]> {
  if (!planned.length) return [];
  const groups = new Set((await instance.listPosts({ from: new Date(0) })).map(({ group }) => group));
  return planned.filter(({ group, earlierGroup }) => !groups.has(group) && !groups.has(earlierGroup));
}
