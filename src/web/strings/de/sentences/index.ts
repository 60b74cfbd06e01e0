/** What the API says, in German: by the code of a sentence and its values. */
import type { Concern } from '../../../../../providers/_kit/sentences/content.ts';
import { fill, type Params, type Sentence } from '../../../../../providers/_kit/sentences/fill.ts';
import { posts } from '../posts.ts';
import { accessSentences } from './access.ts';
import { channelSentences } from './channels.ts';
import { contentSentences } from './content.ts';
import { errorSentences } from './errors.ts';
import { sentencesOfNetworks } from './networks.ts';
import { failureSentences } from './failures.ts';
import { networkSentences, wordsOfFailures } from './failures-of-networks.ts';
import { healthSentences } from './health.ts';
import { postSentences } from './posts.ts';
import { requestSentences } from './requests.ts';
import { schemaSentences } from './schema.ts';
import { tableSentences } from './tables.ts';
import { uploadSentences } from './uploads.ts';
import type { RoleWord, Thing } from '../../../../../src/platform/sentences/access.ts';

/** Every German template by its code. */
export const sentences: Readonly<Record<string, string>> = {
  ...schemaSentences,
  ...contentSentences,
  ...networkSentences,
  ...requestSentences,
  ...accessSentences,
  ...channelSentences,
  ...failureSentences,
  ...healthSentences,
  ...postSentences,
  ...tableSentences,
  ...uploadSentences,
  ...sentencesOfNetworks,
};

/** What a setting that a network does not have is about. */
const CONCERNS: Readonly<Record<Concern, string>> = {
  'who sees a post': 'Sichtbarkeit',
  drafts: 'Entwürfe',
  warnings: 'Warnungen',
  polls: 'Umfragen',
  'who may reply': 'Antworten',
  'who may quote or share': 'Zitieren und Teilen',
  'dates of its own': 'eigene Termine',
  'an end of a post': 'ein Ablaufdatum',
  'answers and quotes': 'Bezüge auf andere Beiträge',
};
/** Why a webhook is switched off, as its row says it. */
export const WHY_OFF: Readonly<Record<string, string>> = {
  'the receiver answered 410 Gone': 'der Empfänger hat mit 410 Gone geantwortet',
  'it has taken nothing for three days': 'er hat drei Tage lang nichts angenommen',
  'it was switched off': 'jemand hat ihn ausgeschaltet',
  'the app that made it has no access any more': 'die App, die ihn angelegt hat, hat keinen Zugriff mehr',
};
const ROLES: Readonly<Record<RoleWord, string>> = {
  an_owner: '„Eigentum“',
  an_owner_or_an_admin: '„Eigentum“ oder „Verwaltung“',
  an_admin: '„Verwaltung“',
  a_member: '„Mitglied“',
};
const THINGS: Readonly<Record<Thing, string>> = {
  post: 'Beitrag',
  draft: 'Entwurf',
  snippet: 'Textbaustein',
  hashtag_set: 'Hashtag-Gruppe',
  channel: 'Kanal',
  channel_group: 'Kanalgruppe',
  organisation: 'Organisation',
  API_key: 'API-Schlüssel',
  invitation: 'Einladung',
  webhook: 'Webhook',
  listener: 'Zuhörer',
  delivery: 'Zustellung',
};
const errors: Readonly<Record<string, string>> = errorSentences;
const words: Readonly<Record<string, string>> = {
  ...CONCERNS,
  ...posts.states,
  ...WHY_OFF,
  ...ROLES,
  ...THINGS,
  ...wordsOfFailures,
  bytes: 'Bytes',
};

/** The types of JSON Schema: each in one word, or in several of which any may apply. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  string: ['Text'],
  number: ['eine Zahl'],
  integer: ['eine ganze Zahl'],
  boolean: ['wahr', 'falsch'],
  array: ['eine Liste'],
  object: ['ein Objekt'],
  null: ['leer'],
};

export const germanWord = (word: string): string => words[word] ?? word;

const numbers = new Intl.NumberFormat('de', { maximumFractionDigits: 3 });
const either = new Intl.ListFormat('de', { type: 'disjunction' });
const german = {
  number: (value: number) => numbers.format(value),
  word: germanWord,
  types: (types: readonly string[]) => either.format(types.flatMap((type) => TYPES[type] ?? type)),
  sentence: ({ message, code, params }: Sentence): string => germanSentence(code, params) ?? message,
  plurals: new Intl.PluralRules('de'),
};

/** A sentence in German; undefined for one of a newer API, which this page does not know. */
export function germanSentence(code: string, params: Params = {}): string | undefined {
  const template = [sentences, errors].find((some) => Object.hasOwn(some, code))?.[code];
  return template === undefined ? undefined : fill(template, params, german);
}
