import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { png, sql } from '../../../test/factories.ts';
import { startInstance, type TestInstance } from '../../../test/instance.ts';
import { runCrier, type CliRun } from '../fixtures/run-cli.ts';

describe('An import of posts from a CSV file', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    await crier.connect('sandbox', { name: 'Café Nord' });
    await crier.connect('sandbox', { name: 'Bakery' });
    writeFileSync(join(crier.dataDir, 'cake.png'), png());
  });
  afterAll(() => crier?.stop());
  beforeEach(() => sql(crier, 'delete from post'));

  const importFile = (text: string, ...args: string[]): Promise<CliRun> => {
    const file = join(crier.dataDir, 'plan.csv');
    writeFileSync(file, text);
    return runCrier(crier.env, 'import', file, ...args);
  };
  const stored = (): Promise<
    { at: string; state: string; content: string; channel: string; media: number }[]
  > =>
    sql(
      crier,
      `select to_char(p.publish_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at, p.state, c.name as channel,
          i.content, jsonb_array_length(i.media) as media
        from post p join post_item i on i.post_id = p.id and i.position = 0
        join integration c on c.id = p.integration_id order by p.publish_at, c.name`,
    );
  const PLAN = [
    '\ufeffChannel;Date;Time;Text;Images;Tags;Thread',
    'Café Nord;2031-05-04;09:30;"Spring; menu\nBook a table";cake.png;spring,menu;',
    '"Café Nord,Bakery";2031-12-24;18:00;Closed today;;;"We are back on Friday\n---\nHappy holidays"',
  ].join('\r\n');

  it('shows what it would create, and stores nothing', async () => {
    const run = await importFile(PLAN, '--time-zone', 'Europe/Berlin');
    expect(run).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('2 posts to create. Nothing was stored'),
    });
    expect(run.stdout).toContain('2031-05-04 09:30 Europe/Berlin (2031-05-04 07:30 UTC)');
    expect(await stored()).toEqual([]);
  });

  it('creates the posts in their time zone with --yes, once, however often it runs', async () => {
    const yes = ['--time-zone', 'Europe/Berlin', '--yes'];
    expect((await importFile(PLAN, ...yes)).stdout).toBe('3 posts created from 2 lines.\n');
    const posts = await stored();
    expect(posts).toEqual([
      {
        at: '2031-05-04 07:30',
        state: 'scheduled',
        channel: 'Café Nord',
        content: 'Spring; menu\nBook a table',
        media: 1,
      },
      { at: '2031-12-24 17:00', state: 'scheduled', channel: 'Bakery', content: 'Closed today', media: 0 },
      { at: '2031-12-24 17:00', state: 'scheduled', channel: 'Café Nord', content: 'Closed today', media: 0 },
    ]);
    expect((await importFile(PLAN, ...yes)).stdout).toBe(
      '0 posts created from 0 lines, 2 imported before.\n',
    );
    const longer = `${PLAN}\r\nBakery;2031-12-27;08:00;Open again;;;`;
    expect((await importFile(longer, ...yes)).stdout).toBe(
      '1 post created from 1 line, 2 imported before.\n',
    );
    expect((await stored()).length).toBe(4);
  });

  it('keeps the indentation of a text and of the parts of its thread, and no cell of spaces alone', async () => {
    const yes = ['--time-zone', 'Europe/Berlin', '--yes'];
    const code = '  - one\n    - two  ';
    const table = `channel,date,content,thread
Bakery,2031-05-04 09:30,"${code}","\n  three\n    four\n---\n\u00a0\u00a0five"
`;
    expect(await importFile(`${table}Bakery,2031-05-05 09:30,"   ",\n`, ...yes)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('line 8, column content: is empty'),
    });
    expect((await importFile(table, ...yes)).code).toBe(0);
    const parts = await sql<{ content: string }>(crier, 'select content from post_item order by position');
    expect(parts.map(({ content }) => content)).toEqual([code, '  three\n    four', '\u00a0\u00a0five']);
    expect((await importFile(table, ...yes)).stdout).toContain('1 imported before');
  });

  it('names each line and column that is wrong, and imports nothing while one is', async () => {
    const { code, stdout } = await importFile(
      [
        'channel,date,content,media,settings,time zone',
        'Café Nord,2031-05-04 09:30,Fine,,,UTC',
        'Nobody,2031-05-04 09:30,Hello,,,UTC',
        'Bakery,2031-05-04 09:30,No zone,,,',
        'Bakery,2031-03-30 02:30,In the gap,,,Europe/Berlin',
        'Bakery,2031-05-04T09:30:00Z,,nothing.png,nonsense,Mars/Base',
        'Bakery,4.5.2031 11:30 +05:00,Two readings,,,Europe/Berlin',
        'Bakery,2031-05-04T11:30+02:00,One reading,,,Europe/Berlin',
      ].join('\n'),
      '--yes',
    );
    expect(code).toBe(1);
    for (const message of [
      'line 3: No channel has the name or id "Nobody"',
      'line 4, column date: "2031-05-04 09:30" names no time zone',
      'line 5, column date: does not exist in Europe/Berlin: the clocks go forward then',
      'line 6, column timeZone: "Mars/Base" is not a time zone',
      'line 6, column content: is empty',
      'line 6, column media: there is no file ',
      'line 6, column settings: must be a JSON object',
      'line 7, column date: is 2031-05-04T06:30:00Z by its offset, and 2031-05-04T09:30:00Z in Europe/Berlin',
      'Nothing was imported: 8 problems in 7 lines.',
    ]) {
      expect(stdout).toContain(message);
    }
    expect(await stored()).toEqual([]);
  });

  it('imports no line with a column that limits a post and that would be ignored', async () => {
    const limited = await importFile(
      [
        'channel,date,content,Visibility,Content warning,Status,Published at,Likes',
        'Bakery,2031-05-04T09:30:00Z,Private,Followers only,,,,',
        'Bakery,2031-05-04T09:31:00Z,With a warning,,Food,,,',
        'Bakery,2031-05-04T09:32:00Z,Not approved,,,Pending,,',
        'Bakery,2031-05-04T09:33:00Z,Fine,Public,,Scheduled,2030-01-01,7',
      ].join('\n'),
      '--yes',
    );
    expect(limited.code).toBe(1);
    expect(limited.stdout.match(/line \d, column [^:]+/g)).toEqual([
      'line 2, column visibility',
      'line 3, column content warning',
      'line 4, column status',
    ]);
    expect(await stored()).toEqual([]);
  });

  it('finds what the network would refuse before anything is created', async () => {
    const long = 'x'.repeat(6000);
    const run = await importFile(`channel,date,content\nBakery,2031-05-04T09:30:00Z,${long}`);
    expect(run).toMatchObject({ code: 1, stdout: expect.stringMatching(/^line 2, column content: /) });
  });

  it('takes URLs of pictures with semicolons between them for several', async () => {
    const run = await importFile(
      'channel,date,content,media\nBakery,2031-05-04 09:30,Two,"https://a.example/1.png;https://a.example/2.png"\n',
      '--time-zone',
      'Europe/Berlin',
    );
    expect(run.stdout).toContain('[https://a.example/1.png]\n    [https://a.example/2.png]');
  });

  it('reports where a quotation mark may be open', async () => {
    const run = await importFile('channel,date,content\nBakery,2031-05-04,"open\nBakery,2031-05-05,b"x"y\n');
    expect(run).toMatchObject({ code: 2 });
    expect(run.stderr).toContain('a quotation mark in line 3 or before it is not closed');
  });

  it('refuses a file without dates, and one that is none', async () => {
    expect(await importFile('channel,content\nBakery,Hi')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('has no column "date"'),
    });
    expect(await runCrier(crier.env, 'import', join(crier.dataDir, 'nowhere.csv'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cannot be read'),
    });
  });

  it('works over HTTP with an API key', async () => {
    const env = { ...crier.env, CRIER_API_URL: crier.url, CRIER_API_KEY: crier.apiKey };
    const file = join(crier.dataDir, 'plan.csv');
    writeFileSync(file, PLAN);
    const run = await runCrier(env, 'import', file, '--time-zone', 'Europe/Berlin', '--draft', '--yes');
    expect(run).toEqual({ code: 0, stderr: '', stdout: '3 posts created from 2 lines.\n' });
    expect((await stored()).map(({ state }) => state)).toEqual(['draft', 'draft', 'draft']);
  });
});
