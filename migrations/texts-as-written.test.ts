import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toFormat } from '../providers/_kit/text.ts';
import { buildPost, createOne, sql } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';

const MIGRATION = '20261127200000-texts-as-written';
/** As it was stored, as it is stored, and as it is published both times. */
const TEXTS: readonly (readonly [old: string, written: string, published: string])[] = [
  ['Spring menu', 'Spring menu', 'Spring menu'],
  ['', '', ''],
  ['Fish &amp; chips &lt; 5 &gt; 3', 'Fish & chips < 5 > 3', 'Fish & chips < 5 > 3'],
  ['a ?b=1&amp;copy=2 &amp;lt;', 'a ?b=1&copy=2 &lt;', 'a ?b=1&copy=2 &lt;'],
  ['List&lt;string&gt; &lt;a@b.example&gt;', 'List<string> <a@b.example>', 'List<string> <a@b.example>'],
  [
    'one\n&lt;b&gt;two&lt;/b&gt; &quot;3&quot;',
    '<span class="plain-text">one\n&lt;b&gt;two&lt;/b&gt; &quot;3&quot;</span>',
    'one\n<b>two</b> "3"',
  ],
  [
    '&lt;x onclick=alert(1)&gt;',
    '<span class="plain-text">&lt;x onclick=alert(1)&gt;</span>',
    '<x onclick=alert(1)>',
  ],
  ['<p>R&amp;D &lt;b&gt;</p>', '<p>R&amp;D &lt;b&gt;</p>', 'R&D <b>'],
];

describe('texts of a release that stored them as HTML', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
  });
  afterAll(() => crier?.stop());

  it('are published afterwards as they would have been, and go back to what they were', async () => {
    const { migrator } = crier.context.database.orm;
    await migrator.down({ migrations: [MIGRATION] });
    const ids: string[] = [];
    for (const [old] of TEXTS) {
      const id = await createOne(crier, buildPost(channel));
      await sql(crier, 'update post_item set content = $2 where post_id = $1', [id, old]);
      ids.push(id);
    }
    const read = async (): Promise<string[]> => {
      const rows = await sql<{ id: string; content: string }>(
        crier,
        'select post_id as id, content from post_item where post_id = any($1)',
        [ids],
      );
      return ids.map((id) => rows.find((row) => row.id === id)?.content ?? 'gone');
    };
    await migrator.up();
    expect(await read()).toEqual(TEXTS.map(([, written]) => written));
    expect((await read()).map((content) => toFormat(content, 'plain'))).toEqual(
      TEXTS.map(([, , published]) => published),
    );
    await migrator.down({ migrations: [MIGRATION] });
    // Quotes need no entity, and had none in texts.
    expect((await read()).map((content) => content.replaceAll('&quot;', '"'))).toEqual(
      TEXTS.map(([old]) => old.replaceAll('&quot;', '"')),
    );
    await migrator.up();
  });
});
