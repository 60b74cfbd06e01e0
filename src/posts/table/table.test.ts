import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { toPlainText } from '../../../providers/_kit/stored-text.ts';
import { refusal, sql, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { addPerson, type TestPerson } from '../../test/person.ts';
import type { PlannedRow } from './plan-table.ts';

/** Made by Python, as other programs write them. */
const fixture = (name: string): string =>
  Buffer.from(
    readFileSync(`src/run/cli/import/fixtures/${name}`, 'latin1').replaceAll(
      'ADDRESS',
      'https://pictures.example',
    ),
    'latin1',
  ).toString('base64');
const ofText = (text: string): string => Buffer.from(text).toString('base64');

interface Sheet {
  readonly encoding: string | null;
  readonly names: string[];
  readonly columns: (string | null)[];
  readonly dateOrder: string | null;
  readonly rows: { readonly line: number; readonly cells: string[] }[];
}

describe('a table of posts in the web app', () => {
  let crier: TestInstance;
  let ada: TestPerson;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    ada = await addPerson(crier);
    channel = (await crier.connect('sandbox', { name: 'Sandbox' })).id;
    await sql(crier, "update organization set time_zone = 'Europe/Berlin'");
  });
  afterAll(() => crier?.stop());
  beforeEach(() => sql(crier, 'delete from post_group'));

  const read = async (content: string): Promise<Sheet> => {
    const answer = await ada.call<Sheet>('POST', '/tables/read', { body: { content } });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body;
  };
  const plan = async (sheet: Sheet, change: Record<string, unknown> = {}): Promise<PlannedRow[]> => {
    const { names, columns, rows } = sheet;
    const body = { names, columns, rows, channel, ...change };
    const answer = await ada.call<PlannedRow[]>('POST', '/tables/plan', { body });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body;
  };
  const create = async (row: PlannedRow | undefined): Promise<string | undefined> => {
    const headers = { 'Idempotency-Key': row?.key ?? '' };
    const options = { body: row?.body, headers };
    return (await ada.call<{ postId: string }[]>('POST', '/posts', options)).body[0]?.postId;
  };
  /** The texts that are published of a row. */
  const contents = async (row: PlannedRow | undefined): Promise<string[]> => {
    const query = 'select content from post_item where post_id = $1 order by position';
    const parts = await sql<{ content: string }>(crier, query, [await create(row)]);
    return parts.map(({ content }) => toPlainText(content));
  };
  const codes = (rows: readonly PlannedRow[]): unknown[] =>
    rows.map(({ issues }) => issues.map((issue) => Object.values(issue).slice(0, 2).join(' ')));

  it.each([
    ['of Excel in German', 'excel-german-windows.csv', 'windows-1252'],
    ['of Excel as Unicode text', 'excel-unicode-text.txt', null],
    ['in UTF-16 without a mark', 'utf-16-without-mark.txt', null],
    ['of Excel in UTF-8', 'excel-utf-8.csv', null],
  ])('is read as the program wrote it: %s', async (_, name, encoding) => {
    const sheet = await read(fixture(name));
    expect(sheet.encoding).toBe(encoding);
    const rows = await plan(sheet);
    expect(rows.map(({ date, issues }) => [date, issues])).toEqual([
      ['2031-05-04T07:30:00.000Z', []],
      ['2031-05-05T07:30:00.000Z', []],
    ]);
    expect(JSON.stringify(rows[0]?.body)).toContain('Grüße aus Köln – „schön“ €5');
  });

  it.each(['buffer.csv', 'hootsuite.csv'])('is taken as another tool wrote it: %s', async (name) => {
    const sheet = await read(fixture(name));
    const rows = await plan(sheet, { dateOrder: sheet.dateOrder ?? 'day-first' });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ date }) => date?.startsWith('2031-'))).toBe(true);
  });

  it.each([
    '<b>Spring</b> menu',
    'a < b, x > y',
    'Fish &amp; chips &lt;3',
    '<p>One</p>\n<script>two</script>',
    '<span class="plain-text">x</span>',
  ])('arrives as it was typed: %j', async (typed) => {
    const cell = `"${typed.replaceAll('"', '""')}"`;
    const sheet = await read(ofText(`date,text,first comment\n2031-05-04 09:00,${cell},${cell}\n`));
    const [row] = await plan(sheet);
    expect(row?.issues).toEqual([]);
    expect(await contents(row)).toEqual([typed, typed]);
  });

  it.each([
    ['Buffer', 'Text,Image URL,Tags,Posting Time\n<b>x</b> &amp; y,,,2031-05-04 09:00\n'],
    ['Hootsuite', '2031-05-05 09:00,<b>x</b> &amp; y,\n'],
  ])('arrives as it was typed in a file of %s', async (_, file) => {
    const [row] = await plan(await read(ofText(file)));
    expect(await contents(row)).toEqual(['<b>x</b> &amp; y']);
  });

  it('asks which is the day where dates do not show it', async () => {
    const sheet = await read(ofText('date,text\n01/02/2031 09:00,One\n'));
    expect(sheet.dateOrder).toBeNull();
    expect(codes(await plan(sheet))).toEqual([['date table_day_unclear']]);
    const [row] = await plan(sheet, { dateOrder: 'day-first' });
    expect(row?.date).toBe('2031-02-01T08:00:00.000Z');
  });

  it('shows each problem at its cell, and what a network would refuse', async () => {
    const long = 'a'.repeat(6000);
    const sheet = await read(
      ofText(
        `date,text,channel,media\nsoon,One,Sandbox,\n2031-05-04 09:00,,Sandbox,\n2031-05-04 09:00,Two,Bar,\n2031-05-04 09:00,Three,Sandbox,cake.png\n2031-05-04 09:00,${long},Sandbox,\n`,
      ),
    );
    expect(codes(await plan(sheet))).toEqual([
      ['date not_iso_8601'],
      ['content table_empty'],
      ['channel table_channel_unknown'],
      ['media table_no_file'],
      [expect.stringMatching(/^content /)],
    ]);
  });

  it('takes columns that a person matched', async () => {
    const sheet = await read(ofText('Wann,Was\n2031-05-04 09:00,One\n'));
    expect(sheet.columns).toEqual([null, null]);
    const [row] = await plan({ ...sheet, columns: ['date', 'content'] });
    expect(row).toMatchObject({ date: '2031-05-04T07:00:00.000Z', issues: [], known: false });
  });

  it('knows a post that it made before, and makes a deleted one again', async () => {
    const sheet = await read(ofText('date,text\n2031-05-04 09:00,One\n'));
    const [first] = await plan(sheet);
    const id = await create(first);
    expect(await create(first)).toBe(id);
    expect(await plan(sheet)).toMatchObject([{ known: true, key: first?.key }]);
    await crier.call('DELETE', `/posts/${id}`);
    const [again] = await plan(sheet);
    expect(again?.known).toBe(false);
    expect(await create(again)).not.toBe(id);
  });

  it.each([
    ['a workbook', Buffer.from('PK\u0003\u0004').toString('base64')],
    ['a quotation mark that is not closed', ofText('date,text\n2031-05-04,"One\n')],
    ['more rows than a page has', ofText(`date,text\n${'2031-05-04,One\n'.repeat(1001)}`)],
  ])('is refused with a reason: %s', async (_, content) => {
    const answer = await ada.call<ErrorBody>('POST', '/tables/read', { body: { content } });
    expect(refusal(answer)).toEqual({ status: 400, code: 'invalid_request', paths: ['content'] });
  });

  it('is refused with more rows at once than are checked', async () => {
    const rows = Array.from({ length: 51 }, (_, n) => ({ line: n + 1, cells: ['x'] }));
    const answer = await ada.call<ErrorBody>('POST', '/tables/plan', {
      body: { names: ['text'], columns: ['content'], rows },
    });
    expect(answer.status).toBe(400);
  });
});
