import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { toPlainText } from '../../../../providers/_kit/stored-text.ts';
import { png, sql } from '../../../test/factories.ts';
import { startInstance, type TestInstance } from '../../../test/instance.ts';
import { startMediaHost, type MediaHost } from '../../../uploads/fixtures/media-host.ts';
import { crierJson, runCrier, type CliRun } from '../fixtures/run-cli.ts';

/** Made by Python (fixtures/make-tables.py), and the URLs of pictures put in by `tableWith`. */
const TABLES = resolve('src/run/cli/import/fixtures');

describe('An import of a table that another program wrote', () => {
  let crier: TestInstance;
  let host: MediaHost;
  beforeAll(async () => {
    [crier, host] = await Promise.all([
      startInstance({ temporal: false, env: { SSRF_ALLOW_CIDRS: '127.0.0.1/32' } }),
      startMediaHost(),
    ]);
    await crier.connect('sandbox', { name: 'Sandbox' });
    host.serve('/cake.png', png(30, 20));
    host.serve('/tea.png', png(20, 30));
  });
  afterAll(async () => {
    await host?.stop();
    await crier?.stop();
  });
  beforeEach(async () => {
    await sql(crier, 'delete from post');
    // The same posts again within ten seconds would be refused.
    await sql(crier, 'delete from idempotency_record');
  });

  const ZONE = ['--time-zone', 'Europe/Berlin'];
  const importFile = (file: string, ...args: string[]): Promise<CliRun> =>
    runCrier(crier.env, 'import', file, ...args);
  const importTable = (name: string, ...args: string[]): Promise<CliRun> =>
    importFile(join(TABLES, name), ...ZONE, ...args);
  /** A table whose pictures are at the host of this test. */
  const tableWith = (name: string, url: string): string => {
    const file = join(crier.dataDir, name);
    writeFileSync(file, readFileSync(join(TABLES, name), 'utf8').replaceAll('ADDRESS', url));
    return file;
  };
  const stored = (): Promise<{ at: string; content: string }[]> =>
    sql(
      crier,
      `select to_char(p.publish_at at time zone 'UTC', 'MM-DD HH24:MI') as at, i.content
        from post p join post_item i on i.post_id = p.id and i.position = 0 order by p.publish_at, i.content`,
    );
  const GERMAN = [
    { at: '05-04 07:30', content: 'Grüße aus Köln – „schön“ €5' },
    { at: '05-05 07:30', content: 'Zweiter Beitrag' },
  ];

  it.each([
    'excel-german-windows.csv',
    'excel-unicode-text.txt',
    'utf-16-big-endian.txt',
    'utf-16-without-mark.txt',
    'excel-utf-8.csv',
    'excel-hint-line.csv',
    'hint-line-windows.csv',
    'old-mac-lines.csv',
    'unix-lines-quoted.csv',
    'cleared-rows.csv',
    'wide-sheet.csv',
  ])('takes every letter and every row of %s', async (name) => {
    expect(await importTable(name, '--yes')).toEqual({
      code: 0,
      stderr: '',
      stdout: '2 posts created from 2 lines.\n',
    });
    expect(await stored()).toEqual(GERMAN);
  });

  it.each([
    ['bars, as databases write them', 'Channel|Date|Text\nSandbox|2031-05-04 09:30|Soup, bread; wine\n'],
    [
      "Excel's hint in quotes, with its own separators behind it",
      '"sep=;";;\r\nChannel;Date;Text\r\nSandbox;2031-05-04 09:30;"Soup, bread; wine"\r\n',
    ],
    [
      "Excel's hint, with the ends of lines of an old Mac",
      'sep=|\rChannel|Date|Text\rSandbox|2031-05-04 09:30|Soup, bread; wine\r',
    ],
  ])('takes a table with %s', async (_, table) => {
    const file = join(crier.dataDir, 'separated.csv');
    writeFileSync(file, table);
    expect(await importFile(file, ...ZONE, '--yes')).toMatchObject({ code: 0, stderr: '' });
    expect(await stored()).toEqual([{ at: '05-04 07:30', content: 'Soup, bread; wine' }]);
  });

  it('reports which encoding it took where the file does not declare it, and shows the letters', async () => {
    const { code, stdout } = await importTable('excel-german-windows.csv');
    expect([code, stdout]).toEqual([0, expect.stringContaining('it was read as windows-1252')]);
    expect(stdout).toContain('    Grüße aus Köln – „schön“ €5\n');
    expect((await importTable('excel-utf-8.csv')).stdout).not.toContain('it was read as');
    expect(await stored()).toEqual([]);
  });

  it.each([
    ['central-europe.csv', 'windows-1250', 'Zażółć gęślą jaźń'],
    ['cyrillic.csv', 'windows-1251', 'Доброе утро'],
    ['mac-roman.csv', 'macintosh', 'Grüße aus Köln'],
    ['japanese.csv', 'shift_jis', 'おはようございます'],
  ])('makes no wrong letters of %s, and reads it as %s when that is named', async (name, encoding, text) => {
    const refused = await importTable(name, '--yes');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--encoding')]);
    expect(await stored()).toEqual([]);
    expect((await importTable(name, '--yes', '--encoding', encoding)).code).toBe(0);
    expect((await stored()).map(({ content }) => content)).toEqual([text]);
  });

  it('refuses an encoding that is none, one that the file is not in, and a workbook', async () => {
    const message = async (...args: string[]): Promise<string> =>
      (await importTable(...(args as [string]))).stderr;
    expect(await message('excel-utf-8.csv', '--encoding', 'latin-99')).toContain('is not an encoding');
    expect(await message('excel-german-windows.csv', '--encoding', 'utf-8')).toContain(
      'is not in the encoding utf-8',
    );
    for (const name of ['plan.xlsx', 'plan.ods', 'a-workbook-with-another-name.csv']) {
      const workbook = join(crier.dataDir, name);
      writeFileSync(workbook, 'PK\u0003\u0004 and the rest');
      expect((await importFile(workbook)).stderr).toContain('is a workbook, not a table');
    }
  });

  it('reads dates as people write them', async () => {
    expect((await importTable('dates.csv', '--yes')).stdout).toBe('9 posts created from 9 lines.\n');
    expect(await stored()).toEqual([
      { at: '05-04 07:30', content: 'Hour of one digit' },
      { at: '05-04 07:31', content: 'Slashes' },
      { at: '05-04 07:32', content: 'Slashes and single digits' },
      { at: '05-04 07:33', content: 'Dots' },
      { at: '05-04 07:34', content: 'Dots and seconds' },
      { at: '05-04 07:35', content: 'Twelve hours' },
      { at: '05-04 07:38', content: 'With an offset' },
      { at: '05-04 09:37', content: 'With Z' },
      { at: '05-04 19:36', content: 'Twelve hours, in the evening' },
    ]);
  });

  it.each([
    ['2031-05-04 00:00:00', '9:30', 'pandas'],
    ['2031-05-04T00:00:00.000', '09:30', 'midnight in ISO 8601'],
    ['5/14/2031 0:00', '9:30 AM', 'Excel'],
    ['5/14/2031', '9:30\u202fAM', 'JavaScript since CLDR 42'],
    ['2031-05-04\u00a09:30', '', 'a web page'],
    ['2031-05-04', '9 am', 'a person'],
    ['2031-05-04', '9:30 a.m.', 'a person with stops'],
  ])('reads "%s" and "%s" as %s writes it', async (date, time) => {
    const file = join(crier.dataDir, 'written.csv');
    writeFileSync(file, `Channel,Date,Time,Text\nSandbox,"${date}","${time}",Hi\n`);
    expect(await importFile(file, ...ZONE, '--yes')).toMatchObject({ code: 0 });
    expect((await stored())[0]?.at).toBe(
      `05-${/14/.test(date) ? 14 : '04'} 07:${time.startsWith('9 am') ? '00' : 30}`,
    );
  });

  it('takes a cell as it was typed: its tags and entities are text, in every part of a thread', async () => {
    const file = join(crier.dataDir, 'marked.csv');
    const text = '<b>Spring</b>\n\na < b &amp; <img src=x> <li>soup</li>';
    writeFileSync(file, `Channel,Date,Text,First comment\nSandbox,2031-05-04 9:30,"${text}",<p>One\n`);
    const { stdout } = await importFile(file, ...ZONE);
    for (const line of [...text.split('\n').filter(Boolean), '<p>One']) {
      expect(stdout).toContain(`    ${line}\n`);
    }
    expect(await importFile(file, ...ZONE, '--yes')).toMatchObject({ code: 0 });
    const parts = await sql<{ content: string }>(crier, 'select content from post_item order by position');
    expect(parts.map(({ content }) => toPlainText(content))).toEqual([text, '<p>One']);
  });

  it.each([
    ['american-dates.csv', '05-04 07:30'],
    ['british-dates.csv', '05-04 07:30'],
  ])('finds out from the dates of %s which part is the day', async (name, first) => {
    expect((await importTable(name, '--yes')).code).toBe(0);
    expect((await stored()).map(({ at }) => at)).toEqual([first, '05-14 19:30']);
  });

  it('takes no date whose day and month are ambiguous, until a person decides it', async () => {
    const refused = await importTable('unclear-dates.csv', '--yes');
    expect([refused.code, refused.stdout]).toEqual([
      1,
      expect.stringContaining('line 2, column date: "04/05/2031 09:30" does not say which is the day'),
    ]);
    expect((await importTable('unclear-dates.csv', '--yes', '--date-order', 'month-first')).code).toBe(0);
    expect((await stored()).map(({ at }) => at)).toEqual(['04-05 07:30']);
  });

  it('fills up short rows, and reports where a comma cut a text in two', async () => {
    const short = await importTable('short-rows.csv');
    expect(short.stdout).toContain('line 2, column channel: is empty; name one, or give --channel');
    expect(short.stdout).toContain('1 problem in 2 lines');
    expect((await importTable('short-rows.csv', '--channel', 'Sandbox', '--yes')).code).toBe(0);
    const cut = await importTable('comma-without-quotes.csv', '--yes');
    expect([cut.code, cut.stdout]).toEqual([
      1,
      expect.stringContaining('line 2: has more values than the first line has columns'),
    ]);
    expect((await stored()).length).toBe(2);
  });

  it('takes the template of Buffer, and fetches its picture', async () => {
    const file = tableWith('buffer.csv', host.url);
    expect(await importFile(file, ...ZONE, '--channel', 'Sandbox', '--yes')).toMatchObject({ code: 0 });
    const [post] = await sql<{ media: { path: string }[]; tags: string[] }>(
      crier,
      `select i.media, array(select t.name from post_tag pt join tag t on t.id = pt.tag_id
          where pt.post_id = p.id order by pt.position) as tags
        from post p join post_item i on i.post_id = p.id`,
    );
    expect(post?.tags).toEqual(['spring', 'menu']);
    expect(post?.media).toHaveLength(1);
    expect(JSON.stringify(post?.media)).not.toContain(host.url);
  });

  it('takes the template of Publer: link, pictures, alternative texts, labels and comments', async () => {
    const file = tableWith('publer.csv', host.url);
    const { first } = await crierJson<{
      first: { posts: { value: { content: string }[] }[]; tags: { label: string }[] }[];
    }>(crier.env, 'import', file, ...ZONE, '--channel', 'Sandbox');
    expect(first[0]?.posts[0]?.value.map(({ content }) => content)).toEqual([
      'Spring menu, with asparagus\nhttps://cafe.example/menu',
      'Book a table',
      'We look forward to it',
    ]);
    expect((await importFile(file, ...ZONE, '--channel', 'Sandbox', '--yes')).stdout).toContain(
      '1 post created',
    );
    const [item] = await sql<{ media: { alt: string }[] }>(
      crier,
      'select media from post_item where position = 0',
    );
    expect(item?.media.map(({ alt }) => alt)).toEqual(['A cake', 'A cup of tea']);
  });

  const parts = (): Promise<unknown> =>
    sql(
      crier,
      `select p.state, string_agg(i.content, ' / ' order by i.position) as parts,
          sum(jsonb_array_length(i.media))::int as files
        from post p join post_item i on i.post_id = p.id group by p.id order by p.publish_at`,
    );

  it.each([
    [
      'Metricool, with its drafts',
      'metricool.csv',
      [
        { state: 'scheduled', parts: 'Spring menu / Book a table', files: 1 },
        { state: 'draft', parts: 'Not yet', files: 0 },
      ],
    ],
    [
      'Vista Social, whose links may be pictures',
      'vista-social.csv',
      [
        { state: 'scheduled', parts: 'Spring menu / Book a table / See you', files: 1 },
        { state: 'scheduled', parts: 'Read this\nhttps://cafe.example/menu', files: 0 },
      ],
    ],
    [
      'SocialBee, with its three columns of files',
      'socialbee.csv',
      [
        { state: 'scheduled', parts: 'Spring menu', files: 2 },
        { state: 'scheduled', parts: 'It moves', files: 1 },
      ],
    ],
  ])('takes the template of %s', async (_, name, posts) => {
    const file = tableWith(name, host.url);
    const { code, stdout } = await importFile(file, ...ZONE, '--channel', 'Sandbox', '--yes');
    expect([code, stdout]).toEqual([0, '2 posts created from 2 lines.\n']);
    expect(await parts()).toEqual(posts);
  });

  it('knows no draft that is neither TRUE nor FALSE', async () => {
    const file = join(crier.dataDir, 'drafts.csv');
    writeFileSync(file, 'Date,Text,Draft\n2031-05-04 09:30,Hello,perhaps\n');
    expect((await importFile(file, ...ZONE, '--channel', 'Sandbox')).stdout).toContain(
      'line 2, column draft: "perhaps" must be TRUE or FALSE',
    );
  });

  it('takes a table without names of columns, as Hootsuite has it', async () => {
    expect((await importTable('hootsuite.csv', '--channel', 'Sandbox', '--yes')).code).toBe(0);
    expect(await stored()).toEqual([
      { at: '05-04 07:35', content: 'Closed today' },
      { at: '05-14 07:30', content: 'Spring menu\nhttps://cafe.example/menu' },
    ]);
  });

  it('takes pictures from several columns', async () => {
    const file = tableWith('numbered-pictures.csv', host.url);
    expect((await importFile(file, ...ZONE, '--channel', 'Sandbox', '--yes')).code).toBe(0);
    const [item] = await sql<{ media: { alt: string }[] }>(crier, 'select media from post_item');
    expect(item?.media.map(({ alt }) => alt)).toEqual(['A cake', 'Tea']);
  });

  it('fetches a picture over HTTP too, and creates nothing while one cannot be had', async () => {
    const env = { ...crier.env, CRIER_API_URL: crier.url, CRIER_API_KEY: crier.apiKey };
    const run = (file: string): Promise<CliRun> =>
      runCrier(env, 'import', file, ...ZONE, '--channel', 'Sandbox', '--yes');
    host.serve('/elsewhere/cake.png', (_, response) => void response.writeHead(404).end());
    const missing = await run(tableWith('buffer.csv', `${host.url}/elsewhere`));
    expect([missing.code, missing.stdout]).toEqual([
      1,
      expect.stringMatching(/^line 2, column media: http.*cake\.png: .*answered 404/),
    ]);
    const inside = await run(tableWith('buffer.csv', 'https://10.0.0.1'));
    expect([inside.code, inside.stdout]).toEqual([1, expect.stringContaining('SSRF_ALLOW_CIDRS')]);
    expect(await stored()).toEqual([]);
    expect((await run(tableWith('buffer.csv', host.url))).stdout).toContain('1 post created');
  });

  it('names a column that it does not know before anything is created', async () => {
    const dry = await importTable('unknown-columns.csv');
    expect([dry.code, dry.stdout]).toEqual([
      0,
      expect.stringContaining('Nothing is done with the column "link title"'),
    ]);
    const refused = await importTable('unknown-columns.csv', '--yes');
    expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining('add --ignore-columns')]);
    expect(await stored()).toEqual([]);
    expect((await importTable('unknown-columns.csv', '--yes', '--ignore-columns')).code).toBe(0);
  });

  it('shows the first posts in full before they are stored', async () => {
    const { stdout } = await importFile(
      tableWith('publer.csv', 'https://pictures.example'),
      ...ZONE,
      '--channel',
      'Sandbox',
    );
    expect(stdout).toContain(
      [
        'Line 2, 2031-05-04 09:30 Europe/Berlin (2031-05-04 07:30 UTC), Sandbox:',
        '    Spring menu, with asparagus',
        '    https://cafe.example/menu',
        '    ---',
        '    Book a table',
        '    ---',
        '    We look forward to it',
        '    [https://pictures.example/cake.png]',
        '    [https://pictures.example/tea.png]',
        '    tags: spring, menu',
      ].join('\n'),
    );
  });

  it('takes a draft without a date, and no scheduled post without one', async () => {
    expect((await importTable('drafts.csv', '--yes')).stdout).toBe('2 posts created from 2 lines.\n');
    expect((await importTable('drafts.csv', '--yes')).stdout).toContain('2 imported before');
    const file = join(crier.dataDir, 'undated.csv');
    writeFileSync(file, readFileSync(join(TABLES, 'drafts.csv'), 'utf8').replace(',draft', ',scheduled'));
    expect((await importFile(file, ...ZONE)).stdout).toContain('line 2, column date: is empty');
  });

  it('imports nothing twice, however the same table is saved again', async () => {
    expect((await importTable('excel-german-windows.csv', '--yes')).code).toBe(0);
    const again = ['04.05.2031 9:30', '2031/05/04 09:30:00', '2031-05-04T09:30+02:00'].map((date, at) => {
      const file = join(crier.dataDir, `again-${at}.csv`);
      writeFileSync(file, `Kanal,Datum,Text\nSandbox,${date},Grüße aus Köln – „schön“ €5\n`);
      return file;
    });
    for (const file of [...again, join(TABLES, 'excel-unicode-text.txt'), join(TABLES, 'cleared-rows.csv')]) {
      expect((await importFile(file, ...ZONE, '--yes')).stdout).toContain('0 posts created from 0 lines');
    }
    expect(await stored()).toEqual(GERMAN);
  });

  it('does not import again what was imported by release 2.12, or was moved to another day since', async () => {
    const file = join(crier.dataDir, 'earlier.csv');
    writeFileSync(file, 'Channel;Scheduled at;Text;Posting time;Link\nSandbox;2031-05-04 09:30;Hello;x;\n');
    expect((await importFile(file, ...ZONE, '--yes', '--ignore-columns')).stdout).toContain('1 post created');
    // As 2.12 named it: the hash of what it read of this line.
    await sql(crier, "update post set own_group = 'import-6986daef4d9d3a084ceb9171e69fa4b5'");
    expect((await importFile(file, ...ZONE, '--yes', '--ignore-columns')).stdout).toContain(
      '1 imported before',
    );
    await sql(crier, "update post set publish_at = now() - interval '3 days'");
    expect((await importFile(file, ...ZONE, '--yes', '--ignore-columns')).stdout).toContain(
      '1 imported before',
    );
  });
});
