/** What networks call their settings and what they ask for, in the other language. */
import { describe, expect, it } from '@jest/globals';
import type { Provider } from '../../../providers/_kit/contract.ts';
import { createRegistry } from '../../../providers/index.ts';
import { fieldsOf, helpOf, labelOf, nameOf, type SettingSchema } from '../pages/composer/settings-schema.ts';
import { NETWORK_WORDS } from './de/networks.ts';
import { BETTER } from './en/networks.ts';

const choicesOf = ({ enum: own, items }: SettingSchema): string[] =>
  (own ?? items?.enum ?? []).filter((value): value is string => typeof value === 'string' && value !== '');

/** Every field of the form, at any depth. */
function everyField(schema: SettingSchema): [string, SettingSchema][] {
  return fieldsOf(schema).flatMap(([name, field]): [string, SettingSchema][] => [
    [name, field],
    ...('path' in (field.properties ?? {}) ? [] : everyField(field)),
    ...(field.items ? everyField(field.items) : []),
  ]);
}

/** Labels, help and choices of the settings, as the form shows them. */
const settingWords = (schema: SettingSchema): string[] =>
  everyField(schema).flatMap(([name, field]) => [
    nameOf(name, field),
    helpOf(field),
    ...choicesOf(field).map(labelOf),
  ]);

function connectWords({ connection, oauth }: Provider): string[] {
  const fields = [...(connection.kind === 'credentials' ? connection.fields : []), ...(oauth?.fields ?? [])];
  return fields.flatMap(({ label, help }) => [label, help]);
}

const formWords = ({ postForm }: Provider): string[] =>
  (postForm?.({}).notices ?? []).flatMap(({ message, links = [] }) => [
    message,
    ...links.map(({ name }) => name),
  ]);

const networks = [...createRegistry({ sandbox: true }).values()];
const shown = new Set(
  networks
    .flatMap((provider) => [
      ...settingWords(provider.settingsSchema as SettingSchema),
      ...connectWords(provider),
      ...formWords(provider),
      ...(provider.appSetup?.notes ?? []),
      provider.unofficial ?? '',
    ])
    .filter(Boolean),
);

describe('what a network asks for', () => {
  it('has German words for each label, help and choice of a network that can be published to', () => {
    expect(shown.size).toBeGreaterThan(40);
    expect([...shown].filter((text) => !(text in NETWORK_WORDS))).toEqual([]);
  });

  it('has no German words that no network needs any more', () => {
    expect(Object.keys(NETWORK_WORDS).filter((text) => !shown.has(text))).toEqual([]);
  });

  it('has no better English words for what no network says any more', () => {
    expect(Object.keys(BETTER).filter((text) => !shown.has(text))).toEqual([]);
  });

  it.each(networks.map((network) => [network.name, network] as const))(
    'is named as people name it, and not as the API does: %s',
    (_, { settingsSchema }) => {
      const schema = settingsSchema as SettingSchema;
      const fields = everyField(schema);
      // `public` is a word of English, and may be one of the help; in German it can only be a value.
      const values = fields.flatMap(([, field]) => choicesOf(field)).concat('true', 'false', 'null');
      const names = [...fields.map(([name]) => name), ...values].filter((name) => /[A-Z_-]/.test(name));
      const wrong = settingWords(schema).flatMap((text) => {
        const english = BETTER[text] ?? text;
        const german = NETWORK_WORDS[text] ?? '';
        const lowerCase = values.filter((value) => /^[a-z]{4,}$/.test(value) && !LOAN_WORDS.has(value));
        return [
          ...(isOfPrograms(english, names) ? [english] : []),
          ...(isOfPrograms(german, [...names, ...lowerCase]) ? [german] : []),
        ];
      });
      expect(wrong).toEqual([]);
    },
  );
});

/** Values of German texts that are words of German too, or of a page in English. */
const LOAN_WORDS: ReadonlySet<string> = new Set(['orange']);

/** Braces, underscores, `camelCase`, and names of settings and values; parts of URLs are none. */
function isOfPrograms(text: string, names: readonly string[]): boolean {
  const said = text.replaceAll(/https?:\/\/\S+/g, '');
  const isNamed = (name: string): boolean =>
    new RegExp(`(?<![\\p{L}\\d-])${name}(?![\\p{L}\\d-])`, 'u').test(said);
  return /[{}[\]`_]|\b[a-z]+[A-Z]|\bSs\b/.test(said.replaceAll(/\b\w*\d\w*\b/g, '')) || names.some(isNamed);
}
