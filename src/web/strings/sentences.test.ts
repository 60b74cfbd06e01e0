/** A reader of another language gets every sentence of the API about a field in that language. */
import { describe, expect, it } from '@jest/globals';
import { KEYWORDS_WITH_WORDS, issueWords } from '../../../providers/_kit/issue-words.ts';
import type { Provider } from '../../../providers/_kit/contract.ts';
import { createRegistry } from '../../../providers/index.ts';
import { appOperations, operations } from '../../run/operations.ts';
import { Reader, type Sentence } from '../../test/sentences/collect.ts';
import { readSources } from '../../test/sentences/syntax.ts';
import { DETAILED } from './de/errors.ts';
import { germanField } from './de/fields.ts';
import { germanIssue, germanReasons, germanSentence, phrases, sentences } from './de/sentences/index.ts';
import { translator } from './sentences.ts';

/** What answers the web app: not the web app itself, the command line, tests and their stand-ins. */
const ANSWERS =
  /^(?!.*(?:node_modules|\.test\.ts$|\.d\.ts$|fixtures\/|test-(?:provider|network|harness)\.ts$))(?!src\/(?:(?:[\w-]+\/)?(?:web|test|client|commands)|run\/(?:cli|embedded))\/)/;
const reader = new Reader(readSources(['src', 'providers'], (file) => ANSWERS.test(file)));

/** Whose whole error can become the problem of a field: a post's channel, its media. */
const PASSED_ON = /^src\/(?:uploads\/|platform\/media\/|posts\/create\/entries\/|channels\/policy\.ts)/;
/** Errors whose sentence is another's (the network's own, the plan's), or comes after its issues. */
const OTHERS = new Set(['network_refused', 'quota_exceeded', 'rate_limited', 'duplicate_request']);
const HEADS = ['The settings are not valid', '{} ("{}") would refuse this content'];

/** Sentences that are not written where they are said. */
const FOLLOWED_ELSEWHERE = [
  // Of every keyword of every schema, below.
  'providers/_kit/json-schema.ts: issueWords(error)',
  // Of a refusal as a whole: an upload's, a channel's.
  'src/posts/create/check-post.ts: message',
  // What of a text is taken out: `lossesOf`.
  'src/posts/create/check-post.ts: message',
  'src/posts/create/entries/find-media.ts: message',
  // What another process refused, in the words that it wrote.
  'src/platform/media/picture-jobs.ts: message',
  // An address that is blocked has one sentence for its code.
  'src/uploads/fetch-media.ts: error.message',
  // The shape of an answer.
  "src/http/openapi/components.ts: text('What is wrong with it')",
  "src/posts/create/check-post.route.ts: text('Which tag, and what becomes of what is in it')",
  "src/posts/create/check-post.route.ts: text('What is known of it, such as the name that was meant')",
  "src/posts/create/check-post.route.ts: text('What is wrong with it')",
];
/** Why a post waits (`src/posts/read/present-post.ts`): no refusal, and shown in the same way. */
const HOLDS = [
  'The channel "Nord" must be reconnected; the post is then published',
  'Publishing is frozen; the post goes out once it is resumed',
];
const withoutLine = (place: string): string => place.replace(/:\d+:/, ':');

/** A sentence as it is said: with a number for each value, and with a state of a post. */
const said = (template: string): string[] => [
  template.replaceAll('{}', '7'),
  template.replaceAll('{}', 'published'),
];

const issues = reader.issues();
const errors = reader.errors(
  (code, file) => (DETAILED.has(code as never) && !OTHERS.has(code)) || PASSED_ON.test(file),
);
const reasons = reader.listOf('src/uploads/refused-by.ts', 'refusalsOf');
const losses = reader.listOf('src/platform/html-parts.ts', 'lossesOf');
const unended = reader.listOf('src/platform/html-parts.ts', 'lossesOfUnended');
const written: readonly Sentence[] = [issues, errors, reasons, losses, unended]
  .flatMap(({ sentences: all }) => all)
  .filter(({ template }) => !HEADS.includes(template));

const schemas = [
  ...[...operations(), ...appOperations()].flatMap(({ body, query }) => [body, query]),
  ...[...createRegistry({ sandbox: true }).values()].flatMap((network) => [
    network.settingsSchema,
    ...Object.values((network as Partial<Provider>).tools ?? {}).map((tool) => tool.inputSchema),
  ]),
];

/** What a value that breaks a keyword is told, with one and with several of what the keyword counts. */
function wordsOf(keyword: string, schema: Readonly<Record<string, unknown>>): string[] {
  const value = schema[keyword];
  const saidOf = (params: object): string =>
    issueWords({ keyword, params, parentSchema: schema } as unknown as Parameters<typeof issueWords>[0]);
  const named = { type: value, pattern: value, format: value, allowedValue: value, allowedValues: value };
  const rest = { property: 'date', propertyName: 'x', tag: 'kind', multipleOf: 5 };
  return [1, 7].flatMap((limit) =>
    [undefined, limit].map((maxContains) =>
      saidOf({ ...rest, ...named, limit, minContains: limit, maxContains, passingSchemas: maxContains }),
    ),
  );
}

const SAYS_SOMETHING = ['type', 'enum', 'const', 'if', 'else', 'then', 'pattern', 'not', 'format'];

/** Every sentence that a schema, and the schemas in it, can be the reason of. */
function sentencesBy(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const node = schema as Readonly<Record<string, unknown>>;
  const own = Object.keys(node).filter((keyword) => KEYWORDS_WITH_WORDS.has(keyword));
  return [
    ...(isSchema(node) ? own.flatMap((keyword) => wordsOf(keyword, node)) : []),
    ...Object.values(node).flatMap(sentencesBy),
  ];
}

/** A map of properties may have one that is called as a keyword is: its value is a schema then. */
const isSchema = (node: Readonly<Record<string, unknown>>): boolean =>
  SAYS_SOMETHING.some((keyword) => keyword in node) &&
  !['type', 'format', 'pattern', 'enum'].some((name) => {
    const value = node[name];
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  });

/** Keywords and formats that no schema has today; their words are there. */
const UNUSED = 'exclusiveMinimum exclusiveMaximum multipleOf contains anyOf oneOf discriminator'.split(' ');
const FORMATS = ['time', 'hostname', 'binary', 'iri'];
const bySchemas: ReadonlySet<string> = new Set([
  ...schemas.flatMap(sentencesBy),
  ...UNUSED.flatMap((keyword) => wordsOf(keyword, {})),
  ...FORMATS.flatMap((format) => wordsOf('format', { format })),
  ...wordsOf('of tomorrow', {}),
  'has 3 more problems',
]);

describe('what the API says about a field', () => {
  it('is read from the source completely: what cannot be followed is named here', () => {
    expect(written.length).toBeGreaterThan(150);
    expect(
      [issues, errors, reasons, losses]
        .flatMap(({ unclear }) => unclear)
        .map(withoutLine)
        .toSorted(),
    ).toEqual(FOLLOWED_ELSEWHERE.toSorted());
  });

  it('has a German sentence, wherever it is written', () => {
    const missing = written.filter(({ template }) => !said(template).some(germanSentence));
    expect(missing.map(({ template, place }) => `${template} (${place})`)).toEqual([]);
    expect(HOLDS.filter((one) => germanSentence(one) === undefined)).toEqual([]);
  });

  it('has a German sentence for whatever breaks a schema', () => {
    expect(bySchemas.size).toBeGreaterThan(100);
    expect([...bySchemas].filter((sentence) => germanSentence(sentence) === undefined)).toEqual([]);
  });

  it('keeps its values in German', () => {
    const names = (text: string): string[] =>
      [...text.matchAll(/\{(\w+)(?::\w+)?\}/g)].map(([, name = '']) => name).toSorted();
    const lost = Object.entries(sentences).filter(
      ([english, german]) => names(english).join() !== names(german).join(),
    );
    // The help is beside the field already; times in UTC help nobody.
    expect(lost.map(([english]) => english)).toEqual([
      'is required ({label}: {help})',
      'is more than 10 minutes in the past: {date}, and now is {now}. Use type "now" to publish at once',
    ]);
  });

  it('has no German sentence that nobody needs any more', () => {
    const keys = Object.keys(sentences);
    const indexOf = translator({
      sentences: Object.fromEntries(keys.map((key, index) => [key, String(index)])),
      phrases,
      locale: 'en',
    });
    const needed = [...written.flatMap(({ template }) => said(template)), ...HOLDS, ...bySchemas];
    const used = new Set(needed.map((sentence) => keys[Number(indexOf(sentence))]));
    expect(keys.filter((key) => !used.has(key))).toEqual([]);
  });
});

describe('a sentence in German', () => {
  it.each([
    ['is 512 characters long; Mastodon allows 500', 'Der Text hat 512 Zeichen; Mastodon erlaubt 500'],
    ['is 5000 characters long; X allows 280', 'Der Text hat 5.000 Zeichen; X erlaubt 280'],
    ['must be text or null', 'Muss Text oder leer sein'],
    ['must be "x"', 'Muss "x" sein'],
    ['must be true or false or null', 'Muss wahr, falsch oder leer sein'],
    [
      'must be ISO 8601 such as 2031-05-04T09:30:00Z, not ""',
      'Muss ein Datum nach ISO 8601 wie 2031-05-04T09:30:00Z sein, nicht „“',
    ],
    ['must have at least 10 characters', 'Muss mindestens 10 Zeichen haben'],
    [
      'this is a.png has the aspect ratio 0.5 (width ÷ height); the minimum is 0.8',
      'this is a.png hat das Seitenverhältnis 0,5 (Breite ÷ Höhe); es muss mindestens 0,8 sein',
    ],
    [
      'The post can no longer be changed: it is partly published',
      'Der Beitrag kann nicht mehr geändert werden (Stand: Teilweise veröffentlicht)',
    ],
  ])('%s: %s', (english, german) => {
    expect(germanIssue(english)).toBe(german);
  });

  it('takes a file by any name, however much it looks like a sentence or a pattern', () => {
    for (const file of ['a has 7 bytes; the maximum is 1.png', '$& (.*) {max}.png', 'zwei\nZeilen.png']) {
      expect(germanIssue(`${file} has 2048 bytes; the maximum is 1024`)).toBe(
        `${file} hat 2.048 Bytes; erlaubt sind höchstens 1.024`,
      );
    }
  });

  it('of a newer API, which this page does not know, stays as it is', () => {
    expect(germanIssue('must be something new')).toBe('must be something new');
    expect(germanIssue('is 12 parsecs long; Mastodon allows 500')).toBe(
      'is 12 parsecs long; Mastodon allows 500',
    );
  });

  it('is found in a list of several, which the API joins', () => {
    expect(
      germanReasons(
        'a.bmp is image/bmp; allowed types are image/png; a.bmp has 9 bytes; the maximum is 8; new',
      ),
    ).toBe(
      'a.bmp hat den Typ image/bmp; erlaubt sind image/png; a.bmp hat 9 Bytes; erlaubt sind höchstens 8; new',
    );
  });
});

describe('a field that no form shows', () => {
  it.each([
    ['posts.0.value.1.content', 'Beitrag 1, Teil 2, Text'],
    ['posts.1.integration.id', 'Beitrag 2, Kanal'],
    ['posts.0.settings.title', 'Beitrag 1, Titel'],
    ['post.value.0.image.2', 'Teil 1, Datei 3'],
    ['body', ''],
    ['unheard_of', 'unheard_of'],
  ])('%s is named "%s" in German', (path, name) => {
    expect(germanField(path)).toBe(name);
  });
});
