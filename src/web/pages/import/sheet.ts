/** A table of posts as the page has it, and what the server says of its rows. */
import { useEffect, useMemo, useRef } from 'react';
import { useQueries } from '@tanstack/react-query';
import { api, type Answer } from '../../api/client.ts';
import { strings } from '../../strings/index.ts';

export type Sheet = Answer<'readTable'>;
export type Column = Sheet['columns'][number];
export type Row = Sheet['rows'][number];
export type Plan = Answer<'planTable'>[number];
export type DateOrder = Exclude<Sheet['dateOrder'], null>;

const LABELS: Readonly<Record<Exclude<Column, null> | 'none', string>> = strings.table.columns;

/** The label of what a column has, by its name. */
export const COLUMNS: ReadonlyMap<string | null, string> = new Map(
  Object.entries(LABELS).filter(([name]) => name !== 'none'),
);

/** How the rows of a sheet are read. */
export interface Choices {
  readonly columns: readonly Column[];
  readonly channel: string | null;
  readonly dateOrder: DateOrder | null;
  readonly draft: boolean;
}

/** A file as it is on the page, with what was changed there. */
export interface Opened {
  readonly sheet: Sheet;
  readonly rows: readonly Row[];
  readonly choices: Choices;
}

export const openedOf = (sheet: Sheet, columns: readonly Column[]): Opened => ({
  sheet,
  rows: sheet.rows,
  choices: { columns, channel: null, dateOrder: sheet.dateOrder, draft: false },
});

/** Rows of one request. */
const AT_ONCE = 50;

export interface Plans {
  /** By the line of its row; what was said last while it is being checked again, unless it was changed. */
  readonly byLine: ReadonlyMap<number, Plan>;
  readonly error: unknown;
  readonly pending: boolean;
}

/** What each row becomes: asked for in parts, so that the change of a cell asks for its part alone. */
export function usePlans({ sheet, rows, choices }: Opened): Plans {
  const { columns, channel, dateOrder, draft } = choices;
  const bodies = useMemo(
    () =>
      Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, n) => ({
        names: sheet.names,
        columns: [...columns],
        rows: rows.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
        ...(channel ? { channel } : {}),
        ...(dateOrder ? { dateOrder } : {}),
        draft,
      })),
    [sheet, rows, columns, channel, dateOrder, draft],
  );
  const found = useQueries({
    queries: bodies.map((body) =>
      api.queryOptions('post', '/tables/plan', { body }, { staleTime: 30_000, retry: 1 }),
    ),
    combine: (found) => ({
      plans: found.flatMap(({ data }) => data ?? []),
      error: found.find(({ error }) => error)?.error,
      pending: found.some(({ isPending, isFetching }) => isPending || isFetching),
    }),
  });
  const last = useRef<ReadonlyMap<Row, Plan>>(new Map());
  const byLine = useMemo(() => {
    const fresh = new Map(found.plans.map((plan) => [plan.line, plan]));
    const known = rows.map((row) => [row, fresh.get(row.line) ?? last.current.get(row)] as const);
    return new Map(known.flatMap(([{ line }, plan]) => (plan ? [[line, plan]] : [])));
  }, [found.plans, rows]);
  useEffect(() => {
    const known = rows.map((row) => [row, byLine.get(row.line)] as const);
    last.current = new Map(known.flatMap(([row, plan]) => (plan ? [[row, plan]] : [])));
  }, [rows, byLine]);
  return { byLine, error: found.error, pending: found.pending };
}

/** What every row needs, by the columns that can have it. */
const NEEDED = {
  date: ['date', 'time'],
  channel: ['channel'],
  content: ['content', 'media', 'link'],
} as const satisfies Readonly<Record<string, readonly Column[]>>;

export type Needed = keyof typeof NEEDED;

/** Whether a row has not what no column was chosen for. */
export const isMissing = ({ column, code }: Plan['issues'][number], needed: readonly Needed[]): boolean =>
  (code === 'table_empty' || code === 'table_no_channel') && needed.some((one) => one === column);

/** What rows lack because no column was chosen for it. */
export function missingOf({ columns }: Choices, { byLine }: Plans): readonly Needed[] {
  const issues = [...byLine.values()].flatMap((plan) => plan.issues);
  return (Object.keys(NEEDED) as Needed[]).filter(
    (one) =>
      !NEEDED[one].some((column) => columns.includes(column)) &&
      issues.some((issue) => isMissing(issue, [one])),
  );
}

/** Where a row stands: it can become posts, was imported before, is there twice, or has problems. */
export type Standing = 'checking' | 'ready' | 'known' | 'twice' | 'wrong';

/** The standing of every row, and of one that is there twice, the line of the first. */
export function standingsOf(
  rows: readonly Row[],
  { byLine }: Plans,
): ReadonlyMap<number, { readonly standing: Standing; readonly first: number }> {
  const seen = new Map<string, number>();
  return new Map(
    rows.map(({ line }) => {
      const plan = byLine.get(line);
      const first = plan?.key ? (seen.get(plan.key) ?? line) : line;
      if (plan?.key && !seen.has(plan.key)) seen.set(plan.key, line);
      const standing: Standing = !plan
        ? 'checking'
        : plan.issues.length > 0
          ? 'wrong'
          : plan.known
            ? 'known'
            : first === line
              ? 'ready'
              : 'twice';
      return [line, { standing, first }];
    }),
  );
}
