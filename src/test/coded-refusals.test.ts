/** What clients and the web app are given to say a refusal in another language, by the API itself. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { germanError, germanIssue } from '../web/strings/de/errors.ts';
import { UNKNOWN_ID, buildPost, buildTarget, png, upload, type ErrorBody } from './factories.ts';
import { insertChannel } from './insert-channel.ts';
import { startInstance, type TestInstance } from './instance.ts';

type Names = Readonly<Record<'sandbox' | 'mastodon' | 'bluesky' | 'gmb', string>>;

/** Bodies of `POST /posts`, and the codes of what is wrong with each. */
const POSTS: readonly (readonly [
  what: string,
  codes: readonly string[],
  body: (ids: Names) => Readonly<Record<string, unknown>>,
])[] = [
  ['nothing', ['required', 'required'], () => ({})],
  ['an unknown type', ['not_one_of'], ({ sandbox }) => buildPost(sandbox, { type: 'sometime' })],
  ['no posts', ['too_few_entries'], () => ({ ...buildPost([]), posts: [] })],
  ['posts that are not a list', ['wrong_type'], () => ({ ...buildPost([]), posts: 'one' })],
  ['no date', ['date_required'], ({ sandbox }) => buildPost(sandbox, { date: null })],
  [
    'a date of long ago',
    ['in_the_past'],
    ({ sandbox }) => buildPost(sandbox, { date: '2020-01-01T00:00:00Z' }),
  ],
  ['an invalid date', ['not_iso_8601'], ({ sandbox }) => buildPost(sandbox, { date: 'soon' })],
  [
    'a date without its plus',
    ['plus_lost'],
    ({ sandbox }) => buildPost(sandbox, { date: '2031-05-04T09:30:00 02:00' }),
  ],
  ['a channel that there is not', ['no_such_channel'], () => buildPost(UNKNOWN_ID)],
  ['a NUL', ['nul_character'], ({ sandbox }) => buildPost(sandbox, { note: 'a\u0000b' })],
  [
    'who may see it beside the settings',
    ['unknown_field_of_settings'],
    ({ sandbox }) => buildPost(sandbox, { visibility: 'private' }),
  ],
  ...(
    [
      ['no text', 'mastodon', '', {}, ['no_content']],
      ['a long text', 'mastodon', 'a'.repeat(501), {}, ['text_too_long']],
      ['a text of many bytes', 'bluesky', '👩‍👩‍👧'.repeat(299), {}, ['bluesky_too_many_bytes']],
      ['endless markup', 'mastodon', '<p>'.repeat(10_001), {}, ['too_many_tags']],
      [
        'a warning of nothing',
        'mastodon',
        ' ',
        { spoiler_text: 'x' },
        ['no_content', 'mastodon_warning_without_text'],
      ],
      ['an unknown language', 'mastodon', 'a', { language: '??' }, ['not_a_language_code']],
      ['settings of another', 'mastodon', 'a', { __type: 'x' }, ['other_network']],
      ['a poll', 'bluesky', 'a', { poll: { options: ['a', 'b'] } }, ['setting_unknown']],
      [
        'an event without a name',
        'gmb',
        'a',
        { topicType: 'EVENT', callToActionType: 'NONE', eventTitle: ' ' },
        ['gmb_event_needs_it'],
      ],
      ['a button to nowhere', 'gmb', 'a', { topicType: 'STANDARD', callToActionType: 'BOOK' }, ['required']],
    ] as const
  ).map(
    ([what, network, content, settings, codes]) =>
      [
        what,
        codes,
        (ids: Names) =>
          buildPost([], {
            posts: [
              buildTarget(ids[network], { value: [{ content }], settings: { __type: network, ...settings } }),
            ],
          }),
      ] as const,
  ),
];

/** Other requests: of the Public API, and one of the app's. */
const OTHERS: readonly (readonly [method: string, path: string, body: unknown, codes: readonly string[]])[] =
  [
    ['GET', '/posts?limit=0', undefined, ['too_small']],
    ['GET', '/posts?state=NEW', undefined, ['not_one_of']],
    ['POST', '/upload-from-url', { url: 'http://example.org/a.png' }, ['not_an_https_url']],
    ['POST', '/upload-from-url', { url: 'https://a:b@example.org/a.png' }, ['url_with_password']],
    ['POST', '/upload-from-url', {}, ['required']],
    [
      'POST',
      '/webhooks',
      { url: 'http://10.0.0.1/#a', events: ['post.published'] },
      ['address_of_private_network', 'not_an_https_url', 'url_with_fragment'],
    ],
    ['POST', '/webhooks', { url: 'https://example.org', events: ['post.eaten'] }, ['not_one_of']],
  ];

describe('a refused request', () => {
  let crier: TestInstance;
  let ids: Names;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    const networks = ['mastodon', 'bluesky', 'gmb'] as const;
    const made = await Promise.all(
      networks.map(async (name) => [name, await insertChannel(crier, name, { name: `Nord: ${name}` })]),
    );
    const sandbox = (await crier.connect('sandbox')).id;
    ids = { ...(Object.fromEntries(made) as Names), sandbox };
  });
  afterAll(() => crier?.stop());

  /** Each has a message that is made from its code, and a German one with the same values. */
  function expectSaid({ issues = [] }: ErrorBody): void {
    for (const issue of issues) {
      const german = germanIssue(issue);
      expect({ issue, german }).not.toEqual({ issue, german: issue.message });
      for (const value of Object.values(issue.params ?? {})) {
        if (typeof value === 'number') expect(issue.message).toContain(String(value));
      }
    }
  }

  it.each(POSTS)('for %s says so by codes', async (_, codes, body) => {
    const answer = await crier.call<ErrorBody>('POST', '/posts', { body: body(ids) });
    expect(answer.body.issues?.map(({ code }) => code)).toEqual(codes);
    expectSaid(answer.body);
  });

  it.each(OTHERS)('%s %s %j says so by codes', async (method, path, body, codes) => {
    const answer = await crier.call<ErrorBody>(method, path, { body });
    expect(answer.body.issues?.map(({ code }) => code)).toEqual(codes);
    expectSaid(answer.body);
  });

  it('is checked with the same ones, beside the code of the refusal', async () => {
    const { body: file } = await upload<{ id: string; path: string }>(crier, png(40, 30));
    const value = [{ content: 'a'.repeat(2000), image: Array.from({ length: 5 }, () => file) }];
    const settings = { __type: 'mastodon' };
    const body = buildPost([], { posts: [buildTarget(ids.mastodon, { value, settings })] });
    const { posts } = (await crier.call<{ posts: { issues: object[] }[] }>('POST', '/posts/check', { body }))
      .body;
    expect(posts[0]?.issues).toMatchObject([
      { code: 'invalid_content', reason: 'text_too_long', params: { length: 2000, max: 500 } },
      { code: 'invalid_content', reason: 'too_many_pictures', params: { count: 5, max: 4 } },
    ]);
  });

  it('whose code has several messages says which it is', async () => {
    const { body } = await upload(crier, Buffer.from('no picture'), { name: 'a.png' });
    expect(body).toMatchObject({ code: 'unsupported_file', reason: 'file_type_unknown' });
    expect(germanError(body as Parameters<typeof germanError>[0])).toMatch(
      /^Dieser Dateityp wird nicht unterstützt\./,
    );
  });
});
