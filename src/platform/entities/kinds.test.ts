import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { HOLD_REASONS } from '../../../temporal/contract/post-states.ts';
import { AUDIT_EVENTS } from '../audit.ts';
import { IMPORTED_KINDS, OLD_ID_KINDS } from '../old-ids.ts';
import { sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { OUTBOX_KINDS } from './delivery.ts';
import { EVENTS, NOTIFICATION_KINDS, POST_EVENT_KINDS, WEBHOOK_EVENT_TYPES } from './events.ts';

/** The tables with a column `kind`, and what may stand there. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  post_event: POST_EVENT_KINDS,
  outbox: OUTBOX_KINDS,
  notification: NOTIFICATION_KINDS,
  audit_event: Object.keys(AUDIT_EVENTS),
  user_token: ['activation', 'reset'],
  legacy_id: OLD_ID_KINDS,
  imported_record: IMPORTED_KINDS,
};

const sources = ['src', 'activities', 'bench'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => join(root, file))
    .filter(
      (file) =>
        file.endsWith('.ts') && !/\.test\.ts$|^src\/([\w-]+\/)?(test|web|client)\/|node_modules/.test(file),
    ),
);
const text = (file: string): string => readFileSync(file, 'utf8');

/** SQL up to where its common table expression, or the string that it stands in, ends. */
function statement(sqlText: string): string {
  let depth = 0;
  let quoted = false;
  const end = [...sqlText].findIndex((char) => {
    if (char === "'") quoted = !quoted;
    if (!quoted && '({'.includes(char)) depth++;
    if (!quoted && ')}'.includes(char)) depth--;
    return depth < 0 || char === '`' || char === ';';
  });
  return end < 0 ? sqlText : sqlText.slice(0, end);
}

/** The expressions of a select list, or of a list of values: what stands between commas outside brackets. */
function expressions(list: string): string[] {
  const found = [''];
  let depth = 0;
  let quoted = false;
  for (const char of list) {
    if (char === "'") quoted = !quoted;
    if (!quoted && '({'.includes(char)) depth++;
    if (!quoted && ')}'.includes(char)) depth--;
    if (depth < 0) break;
    if (char === ',' && depth === 0 && !quoted) found.push('');
    else found.push((found.pop() ?? '') + char);
  }
  return found;
}

/** The literals that an expression can come to; none when it is a parameter or a column. */
const literals = (expression: string): string[] =>
  [...expression.matchAll(/(?:^|\bthen|\belse)\s*'(\w+)'/g)].map((match) => match[1] ?? '');

/** Every kind that an `insert` of a file writes as a literal, with its table. */
function inserted(file: string): { table: string; kind: string }[] {
  const inserts = text(file).matchAll(/insert into (\w+) \(([^)]*\bkind\b[^)]*)\)\s*(?=select|values)/g);
  return [...inserts].flatMap(({ 0: head, 1: table = '', 2: columns = '', index }) => {
    const position = columns.split(',').findIndex((column) => column.trim() === 'kind');
    const body = statement(text(file).slice(index + head.length));
    return body.split(/\bunion all\b/).flatMap((part) => {
      const list = part.trim().replace(/^(select|values\s*\()/, '');
      return literals((expressions(list)[position] ?? '').trim()).map((kind) => ({ table, kind }));
    });
  });
}

/**
 * Every kind that a file compares with. The names of the tables in the file show which table it belongs to.
 */
function compared(file: string): { tables: string[]; kind: string }[] {
  const source = text(file);
  const tables = Object.keys(KINDS).filter((table) => new RegExp(`\\b${table}\\b`).test(source));
  const comparisons = source.matchAll(/\bkind (?:=|<>|in|not in) (\('[^)]*\)|'\w+')/g);
  return [...comparisons].flatMap(([, list = '']) =>
    [...list.matchAll(/'(\w+)'/g)].map(([, kind = '']) => ({ tables, kind })),
  );
}

describe('the kinds in the texts of SQL', () => {
  it('are found where they are written', () => {
    const written = sources.flatMap(inserted);
    expect(written).toEqual(
      expect.arrayContaining([
        { table: 'post_event', kind: 'accepted' },
        { table: 'post_event', kind: 'request_sent' }, // the second select of a union
        { table: 'post_event', kind: 'deleted' }, // the end of a case
        { table: 'outbox', kind: 'start_group' },
        { table: 'notification', kind: 'channel_disconnected' },
      ]),
    );
    expect(literals("case when state = 'cancelled' then 'gone' else 'deleted' end")).toEqual([
      'gone',
      'deleted',
    ]);
  });

  it('are those that the tables declare', () => {
    const wrong = sources.flatMap((file) => [
      ...inserted(file)
        .filter(({ table, kind }) => !KINDS[table]?.includes(kind))
        .map((found) => ({ file, ...found })),
      ...compared(file)
        .filter(({ tables, kind }) => !tables.some((table) => KINDS[table]?.includes(kind)))
        .map((found) => ({ file, ...found })),
    ]);
    expect(wrong).toEqual([]);
  });

  it('hold a post for declared reasons only', () => {
    const holds = sources.flatMap((file) =>
      [
        ...text(file).matchAll(/\bhold (?:=|<>|is distinct from) '(\w+)'/g),
        ...text(file).matchAll(/\bhold = \(\s*select '(\w+)'/g),
        ...text(file).matchAll(/then '(\w+)'[^']{0,30} end as \w*hold\b/g),
      ].map(([, reason = '']) => reason),
    );
    expect(new Set(holds)).toEqual(new Set(HOLD_REASONS));
  });

  it('leave no declared kind of line unwritten', () => {
    const all = sources
      .filter((file) => !/src\/(platform\/entities\/events|posts\/read\/timeline)\.ts$/.test(file))
      .map(text)
      .join('\n');
    expect(POST_EVENT_KINDS.filter((kind) => !all.includes(`'${kind}'`))).toEqual([]);
  });
});

describe('the events that webhooks get', () => {
  it('are those of the catalogue, in triggers and in statements', () => {
    const emitters = [...sources, ...readdirSync('migrations').map((file) => join('migrations', file))]
      .map(text)
      .filter((source) => /emit_webhook_event|webhook_post\(|insert into webhook_event /.test(source));
    const subjects = new Set(Object.keys(EVENTS).map((name) => name.split('.')[0] ?? ''));
    const named = emitters
      .flatMap((source) => [...source.matchAll(/'(([a-z]+)\.[a-z_]+)'/g)])
      // Others are columns of a table.
      .flatMap(([, name = '', subject = '']) => (subjects.has(subject) ? [name] : []));
    // The trigger of posts makes the name of what has ended out of the state.
    const ended = emitters
      .flatMap((source) => [...source.matchAll(/new\.state in \(([^)]+)\)/g)])
      .flatMap(([, list = '']) => [...list.matchAll(/'(\w+)'/g)].map(([, state = '']) => `post.${state}`));
    expect(new Set([...named, ...ended])).toEqual(new Set(WEBHOOK_EVENT_TYPES));
  });
});

describe('the kinds that the database takes', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterAll(() => crier?.stop());

  it('are reported by functions that name no event which the catalogue lacks', async () => {
    const functions = await sql<{ body: string }>(
      crier,
      "select prosrc as body from pg_proc where prosrc ~ '(emit_webhook_event|webhook_post)\\('",
    );
    const named = functions.flatMap(({ body }) =>
      [...body.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, name = '']) => name),
    );
    expect(named).toContain('channel.connected');
    expect(named.filter((name) => !WEBHOOK_EVENT_TYPES.some((type) => type === name))).toEqual([]);
  });

  it.each([
    ['outbox_kind_check', OUTBOX_KINDS],
    ['notification_kind_check', NOTIFICATION_KINDS],
    ['post_hold_check', HOLD_REASONS],
  ])('are the declared ones: %s', async (constraint, declared) => {
    const [check] = await sql<{ text: string }>(
      crier,
      'select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1',
      [constraint],
    );
    const taken = [...(check?.text ?? '').matchAll(/'(\w+)'/g)].map(([, kind = '']) => kind);
    expect(taken.toSorted()).toEqual(declared.toSorted());
  });
});
