/** A reader of another language gets every sentence of the API in that language. */
import { describe, expect, it } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { KEYWORDS_WITH_WORDS, issueWords } from '../../../providers/_kit/issue-words.ts';
import { catalogue } from '../../../providers/_kit/sentences/catalogue.ts';
import { contentSentences } from '../../../providers/_kit/sentences/content.ts';
import { networkSentences } from '../../../providers/_kit/sentences/failures.ts';
import { namesIn, type Sentence } from '../../../providers/_kit/sentences/fill.ts';
import { schemaSentences } from '../../../providers/_kit/sentences/schema.ts';
import { errorKinds } from '../../platform/errors.ts';
import { sentence } from '../../platform/sentences.ts';
import { AUDIT_EVENTS } from '../../platform/audit.ts';
import { accessSentences } from '../../platform/sentences/access.ts';
import { channelSentences } from '../../platform/sentences/channels.ts';
import { failureSentences } from '../../platform/sentences/failures.ts';
import { healthSentences } from '../../platform/sentences/health.ts';
import { postSentences } from '../../platform/sentences/posts.ts';
import { requestSentences } from '../../platform/sentences/requests.ts';
import { tableSentences } from '../../platform/sentences/tables.ts';
import { uploadSentences } from '../../platform/sentences/uploads.ts';
import { networkFolders } from '../../test/write-registry.ts';
import { auditEvents } from './de/audit-events.ts';
import { germanIssue } from './de/errors.ts';
import { germanField } from './de/fields.ts';
import { media } from './de/media.ts';
import { germanSentence, germanWord, sentences as german } from './de/sentences/index.ts';

type Templates = Readonly<Record<string, string>>;

/** Those of networks, by the network. */
const ofNetworks = new Map<string, Templates>();
for (const folder of networkFolders()) {
  const files = readdirSync(join('providers', folder));
  if (!files.includes('sentences.ts')) continue;
  const { english } = (await import(`../../../providers/${folder}/sentences.ts`)) as { english: Templates };
  ofNetworks.set(folder, english);
}
const areas: readonly Templates[] = [
  schemaSentences,
  contentSentences,
  networkSentences,
  requestSentences,
  accessSentences,
  channelSentences,
  failureSentences,
  healthSentences,
  postSentences,
  tableSentences,
  uploadSentences,
  ...ofNetworks.values(),
];
const english: Templates = Object.assign({}, ...areas) as Templates;
const codes = Object.keys(english);

/** The product where sentences are said: not where they are written. */
const product = ['src', 'providers', 'activities', 'migrations']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /(?<!\.test|\.d|sentences)\.ts$/.test(file))
  .filter((file) => !/node_modules|\/sentences\/|^src\/(test|web|client)\//.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

describe('the catalogue of sentences', () => {
  it('has each code once, which is no code of an error, and those of a network begin with its name', () => {
    expect(codes.length).toBeGreaterThan(300);
    expect(areas.flatMap((area) => Object.keys(area)).toSorted()).toEqual(codes.toSorted());
    expect(codes.filter((code) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)+$|^[a-z]+$/.test(code))).toEqual([]);
    expect(codes.filter((code) => code in errorKinds)).toEqual([]);
    const others = [...ofNetworks].flatMap(([network, own]) =>
      Object.keys(own).filter((code) => !code.startsWith(`${network}_`)),
    );
    expect(others).toEqual([]);
  });

  it('has a use for each code', () => {
    expect(codes.filter((code) => !product.includes(`'${code}'`))).toEqual([]);
  });

  it('has each line of the audit log in German', () => {
    expect(Object.keys(auditEvents).toSorted()).toEqual(Object.keys(AUDIT_EVENTS).toSorted());
  });

  it('has each sentence in German, with the same values', () => {
    expect(Object.keys(german).toSorted()).toEqual(codes.toSorted());
    const valuesIn = (template = ''): string =>
      [...namesIn(template), ...(template.match(/\w+:(?:word|types)/g) ?? [])].join();
    const lost = codes.filter((code) => valuesIn(english[code]) !== valuesIn(german[code]));
    // The help is beside the field already; times in UTC help nobody.
    expect(lost).toEqual(['credential_required', 'create_limit_reached', 'in_the_past']);
  });

  it('has each word in German that a failure of a network puts into a sentence', () => {
    const made = [...product.matchAll(/entence\('(\w+)', \{([^{}]*)\}/g)];
    const words = made.flatMap(([, code = '', values = '']) =>
      [...values.matchAll(/(\w+): (['"])(.*?)\2/g)]
        .filter(([, name]) => name !== 'who' && english[code]?.includes(`{${name}:word}`))
        .map(([, , , word = '']) => word),
    );
    expect(new Set(words).size).toBeGreaterThan(20);
    expect(words.filter((word) => germanWord(word) === word)).toEqual([]);
  });

  it('has words for each keyword of a schema', () => {
    const said = [...KEYWORDS_WITH_WORDS].map((keyword) =>
      issueWords({ keyword, params: { allowedValues: ['a'], allowedValue: 'a', limit: 2, type: 'string' } }),
    );
    expect(said.filter(({ code, params }) => germanSentence(code, params) === undefined)).toEqual([]);
  });
});

describe('a sentence', () => {
  const bluesky = catalogue(
    ofNetworks.get('bluesky') as { bluesky_too_many_bytes: '{bytes:number}{max:number}' },
  );
  const schema = (keyword: string, params: object): Sentence => issueWords({ keyword, params });

  it.each<[Sentence, string, string]>([
    [
      sentence('text_too_long', { length: 512, network: 'Mastodon', max: 500 }),
      'is 512 characters long; Mastodon allows 500',
      'Der Text hat 512 Zeichen; Mastodon erlaubt 500',
    ],
    [
      sentence('text_too_long', { length: 5000, network: 'X', max: 280 }),
      'is 5000 characters long; X allows 280',
      'Der Text hat 5.000 Zeichen; X erlaubt 280',
    ],
    [
      bluesky('bluesky_too_many_bytes', { bytes: 3001, max: 3000 }),
      'The text has 3001 bytes; Bluesky allows 3000',
      'Der Text hat 3.001 Bytes; Bluesky erlaubt 3.000',
    ],
    [
      sentence('file_too_many_bytes', { file: 'a.png', size: 2_000_001, max: 2_000_000 }),
      'a.png is 2.01 MB; the maximum is 2 MB',
      'a.png hat 2,01 MB; erlaubt sind höchstens 2 MB',
    ],
    [
      sentence('file_too_few_bytes', { file: 'a.png', size: 999, min: 10_240 }),
      'a.png is 999 bytes; at least 10.24 kB is required',
      'a.png hat 999 Bytes; es müssen mindestens 10,24 kB sein',
    ],
    [
      sentence('file_over_limit', { max: 1024 ** 3 }),
      'The file is larger than 1.07 GB',
      'Die Datei hat mehr als 1,07 GB',
    ],
    [schema('type', { type: ['null', 'string'] }), 'must be text or null', 'Muss Text oder leer sein'],
    [schema('const', { allowedValue: 'x' }), 'must be "x"', 'Muss "x" sein'],
    [
      schema('type', { type: ['boolean', 'null'] }),
      'must be true or false or null',
      'Muss wahr, falsch oder leer sein',
    ],
    [schema('enum', { allowedValues: ['a', 'b', null, ''] }), 'must be one of a, b', 'Erlaubt sind a, b'],
    [
      sentence('not_iso_8601', { example: '2031-05-04T09:30:00Z', given: '' }),
      'must be ISO 8601 such as 2031-05-04T09:30:00Z, not ""',
      'Muss ein Datum nach ISO 8601 wie 2031-05-04T09:30:00Z sein, nicht „“',
    ],
    [
      schema('minLength', { limit: 10 }),
      'must have at least 10 characters',
      'Muss mindestens 10 Zeichen haben',
    ],
    [schema('maxItems', { limit: 1 }), 'must have at most 1 entry', 'Darf höchstens 1 Eintrag haben'],
    [
      schema('maxItems', { limit: 2000 }),
      'must have at most 2000 entries',
      'Darf höchstens 2.000 Einträge haben',
    ],
    [
      sentence('files_required', { min: 1 }),
      'is empty; at least 1 file is required',
      'Es fehlen Dateien; mindestens 1 wird gebraucht',
    ],
    [
      sentence('files_required', { min: 2 }),
      'is empty; at least 2 files are required',
      'Es fehlen Dateien; mindestens 2 werden gebraucht',
    ],
    [
      sentence('aspect_too_small', { file: 'this is a.png', value: 0.5, limit: 0.8 }),
      'this is a.png has the aspect ratio 0.5 (width ÷ height); the minimum is 0.8',
      'this is a.png hat das Seitenverhältnis 0,5 (Breite ÷ Höhe); es muss mindestens 0,8 sein',
    ],
    [
      sentence('setting_unknown_but', {
        network: 'Mastodon',
        concern: 'who sees a post',
        fields: ['visibility', 'a'],
      }),
      'is not a setting of Mastodon, and the post would be published without it; for who sees a post there is visibility, a',
      'Diese Einstellung kennt Mastodon nicht, der Beitrag würde ohne sie veröffentlicht; zuständig für Sichtbarkeit ist dort: visibility, a',
    ],
    [
      sentence('locked_post', { state: 'partly_published' }),
      'The post can no longer be changed: it is partly published',
      'Der Beitrag kann nicht mehr geändert werden (Stand: Teilweise veröffentlicht)',
    ],
    [
      sentence('hold_disconnected', { name: 'Nord' }),
      'The channel "Nord" must be reconnected; the post is then published',
      'Der Kanal „Nord“ muss neu verbunden werden; danach wird der Beitrag veröffentlicht',
    ],
    [
      sentence('nothing_with_id', { thing: 'channel_group', id: '7' }),
      'No channel group has the id 7',
      'Nicht vorhanden: Kanalgruppe 7',
    ],
    [
      sentence('nothing_with_id', { thing: 'post', id: '7' }),
      'No post has the id 7',
      'Nicht vorhanden: Beitrag 7',
    ],
    [
      sentence('some_published', { done: 1, all: 3, noun: 'stories', why: sentence('file_is_empty') }),
      '1 of 3 stories are published. The file is empty',
      'Storys: 1 von 3 veröffentlicht. Die Datei ist leer',
    ],
    [
      sentence('role_too_low', { least: 'an_owner_or_an_admin', own: 'a_member' }),
      'Only an owner or an admin of the organisation may do this; you are a member',
      'Das darf nur die Rolle „Eigentum“ oder „Verwaltung“; die eigene ist „Mitglied“',
    ],
    [
      sentence('words_of_network', { network: 'Slack', words: 'channel_not_found' }),
      'Slack: channel_not_found',
      'Slack: channel_not_found',
    ],
    [
      sentence('words_of_network', { network: 'Slack', words: sentence('network_sent_no_code') }),
      'Slack: it sent no code',
      'Slack: Es kam kein Code',
    ],
    [
      sentence('look_at_the_account', { why: sentence('repeat_rejected', { why: 'Too long' }) }),
      'A repeat was rejected: Too long. Look at the account: the post may have been published.',
      'Eine Wiederholung wurde abgelehnt: Too long. Bitte im Konto nachsehen: Der Beitrag ist vielleicht veröffentlicht.',
    ],
    [
      sentence('link_card_picture_left_out'),
      'the chosen picture could not be fitted in time, and is left out',
      'Das gewählte Bild konnte nicht rechtzeitig angepasst werden und fehlt',
    ],
    [
      sentence('webhook_receiver_answered', { status: '1000' }),
      'the receiver answered 1000',
      'Der Empfänger hat mit 1000 geantwortet',
    ],
    [
      sentence('webhook_is_off', { why: 'it has taken nothing for three days' }),
      'the webhook was switched off: it has taken nothing for three days',
      'Der Webhook wurde ausgeschaltet: er hat drei Tage lang nichts angenommen',
    ],
  ])('%j is in English and in German what it was', (said, inEnglish, inGerman) => {
    expect(said.message).toBe(inEnglish);
    expect(germanIssue(said)).toBe(inGerman);
  });

  it('takes a file by any name, however much it looks like a placeholder or a pattern', () => {
    for (const file of ['a has 7 bytes; the maximum is 1.png', '$& (.*) {max}.png', 'zwei\nZeilen.png']) {
      const said = sentence('file_too_many_bytes', { file, size: 2048, max: 1024 });
      expect(said.message).toBe(`${file} is 2.05 kB; the maximum is 1.02 kB`);
      expect(germanIssue(said)).toBe(`${file} hat 2,05 kB; erlaubt sind höchstens 1,02 kB`);
    }
  });

  it('stands in another one in English where this page knows the other alone', () => {
    const said = sentence('words_of_network', {
      network: 'X',
      words: { code: 'new_here', message: 'is new' },
    });
    expect([said.message, germanIssue(said)]).toEqual(['X: is new', 'X: is new']);
  });

  it('of a newer API, whose code or values this page does not know, stays as it is', () => {
    const message = 'must be something new';
    expect(germanIssue({ message, code: 'something_new', params: { a: 'b' } })).toBe(message);
    expect(germanIssue({ message, code: 'text_too_long', params: { parsecs: 12 } })).toBe(message);
    expect(germanIssue({ message, code: 'toString' })).toBe(message);
  });

  it('that is the message of an error is what that error is in German', () => {
    const { message } = errorKinds.blocked_address;
    expect(germanIssue({ message, code: 'blocked_address' })).toBe('Diese Adresse ist gesperrt');
  });

  it('stands in a list of several', () => {
    const file = 'a.bmp';
    expect(
      media.refusal('Bluesky', [
        sentence('file_type_not_allowed', { file, mime: 'image/bmp', types: ['image/png', 'image/gif'] }),
        sentence('file_too_many_bytes', { file, size: 9, max: 8 }),
        { message: 'new', code: 'new' },
      ]),
    ).toBe(
      'Bluesky: a.bmp hat den Typ image/bmp; erlaubt sind image/png, image/gif; a.bmp hat 9 Bytes; erlaubt sind höchstens 8 Bytes; new',
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
