/**
 * What the adapter of a network is handed as text, read from the database as a worker reads it: the same as
 * `POST /posts/check` returns and as the web app shows. No network is called.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readPart } from '../../../activities/ledger/claim-part.ts';
import { loadRequest } from '../../../activities/load-request.ts';
import { contentOf, toPlainText } from '../../../providers/_kit/stored-text.ts';
import { createOne, sql, withContent } from '../factories.ts';
import { insertChannel } from '../insert-channel.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { seeded } from '../random.ts';

/** Networks of each format. Bluesky: 300 characters, and facets that count the text's bytes. */
const NETWORKS = ['bluesky', 'discord', 'telegram'] as const;
const COUNT = 2000;
/** The most parts that a post may have. */
const PARTS = 100;

interface Checked {
  readonly posts: readonly {
    readonly parts: readonly { readonly text: string }[];
    readonly issues: readonly { readonly path: string }[];
  }[];
}

describe('the text that a network is handed', () => {
  let crier: TestInstance;
  let sandbox: string;
  const channels: string[] = [];
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    sandbox = (await crier.connect('sandbox')).id;
    for (const network of NETWORKS) channels.push(await insertChannel(crier, network));
  });
  afterAll(() => crier?.stop());

  const entry = (channel: string, contents: readonly string[], type: string): object => ({
    integration: { id: channel },
    value: contents.map((content) => ({ content, image: [] })),
    settings: { __type: type },
  });
  /**
   * The results of the check, network by network, and which parts the sandbox takes, for which they are
   * stored.
   */
  const checked = async (contents: readonly string[]): Promise<{ said: string[][]; taken: boolean[] }> => {
    const posts = [
      ...NETWORKS.map((network, at) => entry(channels[at] ?? '', contents, network)),
      entry(sandbox, contents, 'sandbox'),
    ];
    const body = { ...withContent(sandbox, ''), posts };
    const answer = await crier.call<Checked>('POST', '/posts/check', { body });
    const said = answer.body.posts.map(({ parts }) => parts.map(({ text }) => text));
    const refused = answer.body.posts
      .at(-1)
      ?.issues.map(({ path }) => Number(/value\.(\d+)/.exec(path)?.[1]));
    const taken = contents.map((_, at) => !refused?.includes(at) && said.every((texts) => texts[at] !== ''));
    return { said: said.slice(0, -1), taken };
  };
  /** Stored by the API once; each network in turn then has the post, with the parts as they were stored. */
  const handed = async (contents: readonly string[]): Promise<string[][]> => {
    const posts = [entry(sandbox, contents, 'sandbox')];
    const id = await createOne(crier, { ...withContent(sandbox, ''), posts });
    const deps = { ...crier.context, providerEnv: crier.context.config.providerEnv };
    const texts: string[][] = [];
    for (const [at, network] of NETWORKS.entries()) {
      const provider = crier.context.providers.get(network);
      if (!provider) throw new Error(`no ${network}`);
      await sql(crier, 'update post set integration_id = $2, settings = $3 where id = $1', [
        id,
        channels[at],
        JSON.stringify({ __type: network }),
      ]);
      texts.push(
        await Promise.all(
          contents.map(async (_, position) => {
            const row = await readPart(crier.context.database, { postId: id, position });
            if (!row) throw new Error(`no part ${position}`);
            return (await loadRequest(deps, provider, row, position)).item.text;
          }),
        ),
      );
    }
    return texts;
  };

  it(`is what the check returns and the preview shows: ${COUNT} at random, as text, Markdown and HTML`, async () => {
    const formats = NETWORKS.map((network) => crier.context.providers.get(network)?.rules.format);
    expect(formats).toEqual(['plain', 'markdown', 'html']);
    const random = seeded(40);
    let compared = 0;
    for (let done = 0; done < COUNT; done += PARTS) {
      const texts = Array.from({ length: PARTS }, () => `${random.text()}.`);
      // Text that is typed into the composer is meant literally; what a client sends may be HTML.
      const isTyped = done % (2 * PARTS) === 0;
      const inputs = isTyped ? texts.map(contentOf) : texts;
      const { said: all, taken } = await checked(inputs);
      // A part in which nothing is left to be seen is refused.
      const isTaken = (_: unknown, at: number): boolean => taken[at] ?? false;
      const said = all.map((texts) => texts.filter(isTaken));
      const kept = inputs.filter(isTaken);
      compared += kept.length;
      expect(await handed(kept)).toEqual(said);
      if (!isTyped) continue;
      const shown = kept.map(toPlainText);
      expect(said[0]).toEqual(shown);
      expect(said[2]?.map(readAsHtml)).toEqual(shown);
    }
    expect(compared).toBeGreaterThan(0.9 * COUNT);
  }, 120_000);
});

/** Typed text as HTML has no tags. */
const readAsHtml = (html: string): string => {
  expect(html).not.toMatch(/<(?!br)/);
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
};
