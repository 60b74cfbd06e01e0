/** The gate of the English: no comment, test name, document or message has a phrase that no native writes. */
import { describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { files, product, text } from './source-tree.ts';
import { boundNames, parse } from './syntax-tree.ts';

/** The networks by their names, without those that are words or letters of the language too. */
const NETWORKS = files
  .filter((file) => /^providers\/[^/_]+\/index\.ts$/.test(file))
  .flatMap((file) => [...text(file).matchAll(/^ {2}name: '(\w{3,})',$/gm)].map(([, name = '']) => name))
  .filter((name) => !/^(?:Medium|Sandbox)$/.test(name))
  .join('|');
/** Phrases that are wrong in every use, with what to write instead. Spaces match line breaks too. */
const PHRASES: Readonly<Record<string, string>> = {
  '(?<!\\blook(?:s|ed|ing)? )at (?:the|its|their|a|each|every) networks?': 'on the network',
  [`at (?:${NETWORKS})(?!\\.\\w)`]: 'on, as in "a post on Mastodon"',
  whoever: 'a person, the caller, the user, or the noun that is meant',
  somebody: 'a person, another person, or the noun that is meant',
  whatever: 'any, every, "regardless of", or the noun that is meant',
  'so many': 'this many, a number of',
  'for good': 'permanently',
  'as far as': 'if, where, or what is meant by the limit',
  nowhere: 'not, never, only here',
  anew: 'again',
  'of old(?=[.,;:)])': 'earlier, old',
  'in words': 'as text, with a message',
  '(?<!-)tells?(?!-| (?:\\S+ ){1,4}from)': 'notify, report, show, distinguish',
  told: 'notified, shown, reported',
  '(?:become|becomes|became) of': 'the outcome of, what happens to',
  '(?:is|are|be|was|were|go|goes|going|went) (?:not )?out(?! of)': 'is published, is sent',
  'comes? (?:along|over)': 'is copied, is imported',
  'mend(?:s|ed|ing)?': 'fix',
  'doors?': 'endpoint, way in',
  'strangers?': 'untrusted, an outsider',
};
const WRONG = Object.entries(PHRASES).map(
  ([phrase, instead]) =>
    [new RegExp(`\\b(?:${phrase.replaceAll(' ', '\\s+')})(?!\\w)`, 'gi'), instead] as const,
);

/** The text with everything but its line breaks covered, so that places stay where they are. */
const covered = (part: string): string => part.replaceAll(/[^\n]/g, '·');

/** What `prose` finds in a text, in its place; all else is covered. */
function only(source: string, prose: RegExp): string {
  let at = 0;
  let shown = '';
  for (const { 0: found, index } of source.matchAll(prose)) {
    shown += covered(source.slice(at, index)) + found;
    at = index + found.length;
  }
  return shown + covered(source.slice(at));
}

const COMMENT = /^[ \t]*\{?\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n?)+|(?<=\S[ \t]+)\/\/ .*$/gm;
const TEST_NAME = /(?<=(?:\b(?:it|test|describe)(?:\.\w+)*|\))\(\s*)(['"`])(?:\\.|(?!\1)[^\\])*\1(?=,)/g;
/** Files whose literals people read: the product, its SQL too, and what faults and mutants promise. */
const TEXTS = [
  // A migration is a record, and quotes what it replaces.
  ...product.filter((file) => !file.startsWith('migrations/')),
  ...files.filter((file) => /\btest\/(?:faults|mutants)\//.test(file)),
];
/** Programs beside the source tree. */
const BESIDE = [
  'src/run/embedded/install.mjs',
  ...readdirSync('bench', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join('bench', name)),
];
const LITERAL = /(['"`])(?:\\.|(?!\1)[^\\])*\1/g;
/** Code, quotations, labels, links, and what `npm run generate` writes from elsewhere. */
const NO_PROSE =
  /^ *```[\s\S]*?^ *```|<!-- (\w+) -->[\s\S]*?<!-- \/\1 -->|`[^`]*`|"[^"\n]*"|\*\*[^*]*\*\*|\]\([^)]*\)/gm;

const withoutMarks = (comments: string): string =>
  comments.replaceAll(/^[ \t]*(?:\{?\/\*+|\*\/?|\/\/)/gm, (mark) => ' '.repeat(mark.length));
const withoutCode = (prose: string): string => prose.replaceAll(/`[^`]*`|"[^"\n]*"/g, covered);

/** Each wrong phrase of a text: its place, the phrase, and what to write. */
function findings(file: string, prose: string): string[] {
  return WRONG.flatMap(([wrong, instead]) =>
    [...prose.matchAll(wrong)].map(({ 0: phrase, index }) => {
      const line = prose.slice(0, index).split('\n').length;
      return `${file}:${line}: "${phrase.replaceAll(/\s+/g, ' ')}": write ${instead}`;
    }),
  );
}

describe('the English of this tree', () => {
  const inComments = (file: string, source: string): string[] =>
    findings(file, withoutCode(withoutMarks(only(source, COMMENT))));

  it('is plain in comments', () => {
    expect([...files, ...BESIDE].flatMap((file) => inComments(file, text(file)))).toEqual([]);
  });

  it('is read across the lines of a comment, and without its code', () => {
    const source = "const at = 'anew';\n/**\n * Not `anew`: a post at the\n * network.\n */\n";
    expect(inComments('a.ts', source)).toEqual(['a.ts:3: "at the network": write on the network']);
  });

  it('begins each docstring with what the thing is, not with a pronoun or a condition', () => {
    const found = [...files, ...BESIDE].flatMap((file) =>
      [...text(file).matchAll(/\/\*\*[\s*]*(?:It|This|These|They|That|So|If|Used|Note) [^\n]*/g)].map(
        ({ 0: comment }) => `${file}: ${comment}`,
      ),
    );
    expect(found).toEqual([]);
  });

  it('is plain in the names of tests', () => {
    const found = files
      .filter((file) => /\b(?:it|test|describe)[.(]/.test(text(file)))
      .flatMap((file) => findings(file, only(text(file), TEST_NAME)));
    expect(found).toEqual([]);
  });

  it('is plain in messages, labels, descriptions, statements, and the promises of faults and mutants', () => {
    const found = TEXTS.flatMap((file) =>
      findings(file, only(text(file).replaceAll(COMMENT, covered), LITERAL)),
    );
    expect(found).toEqual([]);
  });

  // A field of the API or of a message may have such a name; what takes it is renamed: `{ of: scope }`.
  const NAMES = /^(?:given|told|of|meant|judge\w*|doors?|isOut|mayBeOut|wordsOf)$/;
  const namedAmiss = (file: string, source: string): string[] =>
    Array.from(boundNames(parse(file, source)), ({ name, start }) => ({ name: String(name), start }))
      .filter(({ name }) => NAMES.test(name))
      .map(({ name, start }) => `${file}:${source.slice(0, start).split('\n').length}: ${name}`);

  it('is plain in the names of functions, parameters and variables', () => {
    // Most files have them in prose and in `for (… of …)` only, and are not parsed.
    const mayHave =
      /\b(?:given|told|meant|judge\w*|doors?|isOut|mayBeOut|wordsOf)\b|\bof\b\??\s*[,:=)}\]]|\((?:\.\.\.)?of\b|\w of of\b/;
    const found = files
      .filter((file) => mayHave.test(text(file)))
      .flatMap((file) => namedAmiss(file, text(file)));
    expect(found).toEqual([]);
  });

  it('is read in every kind of a parameter and a variable', () => {
    const source =
      'const { of, a: { told } } = f((given) => 1);\nfunction g([meant]: string[], { a: of = 1 }, ...told: number[]) {}\n' +
      'type T = (given: string) => void;\nfor (const of of [{ of: 1, given: 2 }]) h(of.told);\n' +
      'function wordsOf() {}\n';
    expect(namedAmiss('a.ts', source).map((one) => one.slice('a.ts:'.length))).toEqual([
      '1: of',
      '1: told',
      '1: given',
      '2: meant',
      '2: of',
      '2: told',
      '3: given',
      '4: of',
      '5: wordsOf',
    ]);
  });

  // Decisions are records, which are not changed, errors.md has the messages of the API, and the glossary
  // names what not to say.
  it('is plain in documents', () => {
    const documents = ['docs', 'providers'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /^(?!decisions|errors|glossary).*\.md$/.test(name))
        .map((name) => join(folder, name)),
    );
    const found = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', ...documents].flatMap(
      (file) => findings(file, text(file).replaceAll(NO_PROSE, covered)),
    );
    expect(found).toEqual([]);
  });
});
