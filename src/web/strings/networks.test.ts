/** What networks call their settings and what they ask for, in the other language. */
import { describe, expect, it } from '@jest/globals';
import type { Provider } from '../../../providers/_kit/contract.ts';
import { createRegistry } from '../../../providers/index.ts';
import { fieldsOf, helpOf, labelOf, type SettingSchema } from '../pages/composer/settings-schema.ts';
import { NETWORK_WORDS } from './de/networks.ts';

/** Labels, help and choices of the settings, at any depth, as the form shows them. */
function settingWords(schema: SettingSchema): string[] {
  return fieldsOf(schema).flatMap(([name, field]) => [
    labelOf(name),
    helpOf(field),
    ...(field.enum ?? field.items?.enum ?? []).map((value) =>
      typeof value === 'string' && value ? labelOf(value) : '',
    ),
    ...('path' in (field.properties ?? {}) ? [] : settingWords(field)),
    ...(field.items ? settingWords(field.items) : []),
  ]);
}

function connectWords({ connection, oauth }: Provider): string[] {
  const fields = [...(connection.kind === 'credentials' ? connection.fields : []), ...(oauth?.fields ?? [])];
  return fields.flatMap(({ label, help }) => [label, help]);
}

const formWords = ({ postForm }: Provider): string[] =>
  (postForm?.({}).notices ?? []).flatMap(({ message, links = [] }) => [
    message,
    ...links.map(({ name }) => name),
  ]);

const shown = new Set(
  [...createRegistry({ sandbox: true }).values()]
    .flatMap((provider) => [
      ...settingWords(provider.settingsSchema as SettingSchema),
      ...connectWords(provider),
      ...formWords(provider),
      provider.unofficial ?? '',
    ])
    .filter(Boolean),
);

describe('what a network asks for', () => {
  it('has German words for each label, help and choice of a network that can be published to', () => {
    expect(shown.size).toBeGreaterThan(40);
    expect([...shown].filter((words) => !(words in NETWORK_WORDS))).toEqual([]);
  });

  it('has no German words that no network needs any more', () => {
    expect(Object.keys(NETWORK_WORDS).filter((words) => !shown.has(words))).toEqual([]);
  });
});
