/** What rows of a table become: each checked like a new post, and looked for among the posts that are
 * there. */
import type { Sentence } from '../../../providers/_kit/sentences/fill.ts';
import { readChannels } from '../../channels/read-channels.ts';
import type { Context } from '../../platform/context.ts';
import type { Statement } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { sentence } from '../../platform/sentences.ts';
import { checkPost } from '../create/check-post.ts';
import type { CheckDeps } from '../create/entries/check-entry.ts';
import { zoneOf } from '../series/repeat-input.ts';
import type { Column } from './columns.ts';
import { planLine, problemOf, type Planned, type Problem, type TableChannel } from './plan-line.ts';
import type { DateOrder } from './read-date.ts';
import { groupOf, readLines } from './read-lines.ts';

type PlanDeps = CheckDeps & Pick<Context, 'now'>;

interface Input {
  readonly names: readonly string[];
  readonly columns: readonly (Column | null)[];
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
  readonly channel?: string;
  readonly dateOrder?: DateOrder;
  readonly draft?: boolean;
}

/** A row as the page shows it. */
export interface PlannedRow {
  readonly line: number;
  readonly issues: readonly object[];
  readonly key: string;
  readonly known: boolean;
  /** Those of them that wait. */
  readonly posts: readonly string[];
  readonly date: string | null;
  readonly channels: readonly { readonly id: string; readonly name: string }[];
  readonly media: readonly string[];
  readonly alt: readonly string[];
  readonly body: object | null;
}

// A post that was deleted is made again: under another key, as the first one has an answer.
const GROUPS: Statement = {
  name: 'table-groups',
  text: `select own_group as "group", bool_or(deleted_at is null) as known,
      count(*) filter (where deleted_at is not null)::int as deleted,
      array_agg(id) filter (where deleted_at is null and state in ('draft', 'scheduled')) as posts
    from post
    where organization_id = $1 and own_group = any($2::text[])
    group by own_group`,
};

export async function planTable(
  context: PlanDeps,
  organizationId: string,
  input: Input,
): Promise<PlannedRow[]> {
  const { names, columns, channel, dateOrder, draft } = input;
  const [channels, timeZone] = await Promise.all([
    readChannels(context.database, { organizationId }),
    zoneOf(context.database, organizationId),
  ]);
  const all = channels.map(({ id, provider, name }) => ({ id, identifier: provider, name }));
  const rows = input.rows.map(({ line, cells }) => ({ line, record: cells }));
  const rules = { channelsOf: findIn(all), fileOf: () => null, timeZone, channel, dateOrder, draft };
  const plans: (Planned | Problem[])[] = [];
  for (const line of readLines(names, rows, columns)) {
    plans.push(await planLine(line, rules).catch((error: unknown) => channelProblem(line.line, error)));
  }
  const groups = await groupsOf(context, organizationId, plans);
  const planned: PlannedRow[] = [];
  // One after the other: each may have a hundred texts to check.
  for (const [n, plan] of plans.entries()) {
    planned.push(await presented(context, organizationId, { plan, line: rows[n]?.line ?? 0, groups }));
  }
  return planned;
}

interface Group {
  readonly known: boolean;
  readonly deleted: number;
  readonly posts: readonly string[] | null;
}
type Groups = ReadonlyMap<string, Group>;

const keyOf = ({ identity }: Planned): string => groupOf(`${identity}\n1`);

async function groupsOf(
  { database }: CheckDeps,
  organizationId: string,
  plans: readonly (Planned | Problem[])[],
): Promise<Groups> {
  const keys = plans.flatMap((plan) => (Array.isArray(plan) ? [] : [keyOf(plan)]));
  const found = await database.query<Group & { readonly group: string }>(GROUPS, [organizationId, keys]);
  return new Map(found.map(({ group, ...one }) => [group, one]));
}

async function presented(
  context: PlanDeps,
  organizationId: string,
  { plan, line, groups }: { plan: Planned | Problem[]; line: number; groups: Groups },
): Promise<PlannedRow> {
  const none = {
    line,
    key: '',
    known: false,
    posts: [],
    date: null,
    channels: [],
    media: [],
    alt: [],
    body: null,
  };
  if (Array.isArray(plan)) return { ...none, issues: plan.map(issueOf) };
  const group = keyOf(plan);
  const { known = false, deleted = 0, posts } = groups.get(group) ?? {};
  const body = plan.post(group);
  return {
    line,
    // What has files is checked once they are there.
    issues: plan.media.length > 0 ? [] : await refusalsOf(context, organizationId, body),
    key: `${group}-${deleted}`,
    known,
    posts: posts ?? [],
    date: plan.date?.toISOString() ?? null,
    channels: plan.channels.map(({ id, name }) => ({ id, name })),
    media: plan.media,
    alt: plan.alts,
    body,
  };
}

async function refusalsOf(
  context: PlanDeps,
  organizationId: string,
  body: ReturnType<Planned['post']>,
): Promise<object[]> {
  const { issues, posts } = await checkPost(context, organizationId, body);
  return [...issues, ...posts.flatMap((post) => post.issues)].map(({ path, message, reason, params }) => ({
    column: columnOf(path),
    code: reason,
    message,
    ...(params ? { params } : {}),
  }));
}

/** The column that a place in the body of POST /posts comes from. */
function columnOf(path: string): Column {
  if (path === 'date') return 'date';
  if (path.includes('.settings')) return 'settings';
  return path.includes('.image') ? 'media' : 'content';
}

const issueOf = ({ column, problem: { code, message, params } }: Problem): object => ({
  column: column ?? null,
  code,
  message,
  ...(params ? { params } : {}),
});

/** Channels by their ids or names, with commas between them unless they are part of a name. */
function findIn(all: readonly TableChannel[]): (name: string) => Promise<TableChannel[]> {
  const named = (name: string): TableChannel[] =>
    all.filter((one) => one.id === name.toLowerCase() || one.name.toLowerCase() === name.toLowerCase());
  const only = (name: string): TableChannel => {
    const [first, second] = named(name);
    if (!first) throw refused(sentence('table_channel_unknown', { given: name }));
    if (second) throw refused(sentence('table_channel_ambiguous', { given: name }));
    return first;
  };
  return async (name) => {
    if (named(name).length > 0) return [only(name)];
    const parts = name
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
    return [...new Set(parts.map(only))];
  };
}

const refused = (problem: Sentence): ApiError =>
  new ApiError('invalid_request', { issues: [{ path: 'channel', ...problem }] });

function channelProblem(line: number, error: unknown): Problem[] {
  if (!(error instanceof ApiError)) throw error;
  return [{ line, column: 'channel', problem: problemOf(error) }];
}
