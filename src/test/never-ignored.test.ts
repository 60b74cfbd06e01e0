/**
 * Settings that limit who sees a post, or declare what it is, are applied or refused: on every network, for
 * the names that networks and their clients use. The names here are written down apart from those of the
 * product.
 */
import { afterAll, describe, expect, it } from '@jest/globals';
import { checkSettings } from '../../providers/_kit/check-settings.ts';
import type { JsonSchema, Provider, Published, PublishRequest } from '../../providers/_kit/contract.ts';
import { NEVER_IGNORED, concernsOfField } from '../../providers/_kit/never-ignored.ts';
import { prepareStored } from '../../providers/_kit/test-harness.ts';
import { refusedSettings, settingsWithoutEffect } from '../../providers/_kit/unknown-settings.ts';
import { providers } from '../../providers/list.ts';
import * as lemmy from '../../providers/lemmy/fixtures/world.ts';
import * as mastodon from '../../providers/mastodon/fixtures/world.ts';
import * as medium from '../../providers/medium/fixtures/world.ts';
import * as tiktok from '../../providers/tiktok/fixtures/world.ts';
import * as x from '../../providers/x/fixtures/world.ts';
import * as youtube from '../../providers/youtube/fixtures/world.ts';

type Row = readonly [names: string, limits: readonly unknown[], changeNothing: readonly unknown[]];

const SET = [true, 'true', 'yes', 1] as const;
const NOT_SET = [false, 'false', 'no', 0, null, '', '  '] as const;
const ALLOWED = [true, 'true', 'yes', 1, null, ''] as const;
const FORBIDDEN = [false, 'false', 'no', 0] as const;
const OPEN = [
  'public',
  'PUBLIC',
  ' Public ',
  'everyone',
  'EVERYONE',
  'PUBLIC_TO_EVERYONE',
  null,
  '',
] as const;

const ROWS: readonly Row[] = [
  [
    'visibility Visibility VISIBILITY post_visibility visibility_level visiblity privacy privacySetting privacy_level ' +
      'privacyLevel privacy-level privacyStatus privacy_status audience audience_type whoCanSee who_can_see',
    [
      'unlisted',
      'private',
      'direct',
      'followers',
      'FOLLOWER_OF_CREATOR',
      'SELF_ONLY',
      'CONNECTIONS',
      ['friends'],
      { value: 'ALL_FRIENDS' },
    ],
    [...OPEN, [], {}, { value: 'EVERYONE' }],
  ],
  [
    'private is_private unlisted isUnlisted hidden locked secret local_only localOnly followers_only friendsOnly nullcast',
    SET,
    NOT_SET,
  ],
  ['for_super_followers_only subscribersOnly members_only closeFriends donut_paid_duration', SET, NOT_SET],
  ['password targeting feed_targeting circle_id', ['secret', { countries: ['DE'] }, [7]], [null, '', [], {}]],
  ['allowlisted_country_codes allowlistedCountryCodes', [['DE']], [null, '', []]],
  ['public isPublic share_to_feed shareToFeed', FORBIDDEN, ALLOWED],
  ['type access post_access', ['private', 'unlisted', 'Followers'], ['post', 'image', 'public', null, '']],
  ['draft is_draft isDraft save_as_draft', SET, NOT_SET],
  ['published publish is_published', FORBIDDEN, ALLOWED],
  [
    'status state post_status publishStatus lifecycle_state lifecycleState article_status',
    ['draft', 'DRAFT', 'private', 'pending', { privacyStatus: 'private' }],
    ['publish', 'published', 'PUBLISHED', 'public', null, ''],
  ],
  ['content_posting_method post_mode', ['UPLOAD', 'MEDIA_UPLOAD'], ['DIRECT_POST', null, '']],
  [
    'spoiler_text spoilerText SpoilerText spoiler-text content_warning contentWarning content-warning cw warning ' +
      'trigger_warning self_labels community_labels',
    ['Food', ['Food'], { text: 'Food' }],
    [null, '', ' ', false, [], {}],
  ],
  [
    'sensitive is_sensitive isSensitive possibly_sensitive mark_as_sensitive senstive nsfw isNsfw NSFW over_18 spoiler ' +
      'has_spoiler is_spoiler_media adult mature',
    SET,
    NOT_SET,
  ],
  [
    'poll polls poll_options pollOptions poll_attachment',
    [['Soup', 'Salad'], { options: ['Soup', 'Salad'], expires_in: 3600 }, { choices: [{ title: 'Soup' }] }],
    [null, '', false, [], {}, { options: [], expires_in: 86400, multiple: false }, { options: ['', ''] }],
  ],
  [
    'reply_settings replySettings reply_control replyControl who_can_reply whoCanReply who_can_reply_post whoCanReplyPost ' +
      'who_can_comment',
    ['following', 'mentionedUsers', 'nobody', 'none', { who: 'verified' }],
    ['everyone', 'EVERYONE', null, '', {}],
  ],
  ['disable_comment disableComments comments_disabled disable_replies close_comments', SET, NOT_SET],
  ['comment comments allow_comments allowComments comments_enabled allow_replies', FORBIDDEN, ALLOWED],
  ['comment_status commentStatus', ['closed', 'CLOSED', 'disabled'], ['open', null, '']],
  ['threadgate postgate', [{ allow: [] }, { allow: ['mentioned'] }, true], [null, '', false, {}]],
  ['quote_approval_policy quotePolicy who_can_quote', ['followers', 'nobody'], ['public', null, '']],
  ['disable_duet disableStitch is_reshare_disabled_by_author protect_content', SET, NOT_SET],
  ['allow_quotes allowReblogs', FORBIDDEN, ALLOWED],
  [
    'scheduled_at scheduledAt scheduled_publish_time publish_at publishAt post_at',
    ['2031-05-04T09:30:00Z', 1_935_653_400],
    [null, '', 0, false],
  ],
  [
    'expires_in expiresAt delete_after auto_delete',
    [3600, '2031-05-04T09:30:00Z', true],
    [null, '', 0, false],
  ],
  [
    'in_reply_to_id inReplyToId reply_to_id thread_ts quote_tweet_id quoted_status_id',
    ['109', 109],
    [null, '', 0],
  ],
];

const each = (names: string): string[] => names.split(/\s+/).filter(Boolean);
const propertiesOf = ({ properties = {} }: JsonSchema): Record<string, JsonSchema> =>
  properties as Record<string, JsonSchema>;
/** What checking finds about this one field; other fields may be missing. */
function refusals(network: Provider, settings: Record<string, unknown>): string[] {
  const checked = checkSettings(network, settings, { draft: true, fillType: true });
  return checked.ok ? [] : checked.issues.map(({ path }) => path);
}

describe('a setting that limits who sees a post, or declares what it is', () => {
  it.each(providers.map((one) => [one.name, one] as const))('is never ignored by %s', (_, network) => {
    const own = propertiesOf(network.settingsSchema);
    const ignored: unknown[] = [];
    const refused: unknown[] = [];
    for (const [names, limits, changeNothing] of ROWS) {
      for (const name of each(names).filter((one) => !Object.hasOwn(own, one))) {
        for (const value of limits) {
          if (!refusals(network, { [name]: value }).includes(`settings.${name}`)) ignored.push([name, value]);
        }
        for (const value of changeNothing) {
          if (refusals(network, { [name]: value }).length) refused.push([name, value]);
        }
      }
    }
    expect({ ignored, refused }).toEqual({ ignored: [], refused: [] });
  });

  it('is found wherever it stands, and in every spelling', () => {
    const network = providers.find(({ identifier }) => identifier === 'reddit') as Provider;
    const submission = { subreddit: 'cooking', title: 'Soup', type: 'self', is_flair_required: false };
    const places: readonly (readonly [string, Record<string, unknown>])[] = [
      ['options.visibility', { options: { visibility: 'private' } }],
      ['networks.0.post_info.privacy_level', { networks: [{ post_info: { privacy_level: 'SELF_ONLY' } }] }],
      ['subreddit.0.value.over_18', { subreddit: [{ value: { ...submission, over_18: true } }] }],
      ['subreddit.0.spoiler', { subreddit: [{ value: submission, spoiler: true }] }],
      ['poll_option_1', { poll_option_1: 'Soup' }],
      ['visіbility', { visіbility: 'private' }],
      ['reply.reply_settings', { reply: { reply_settings: 'following' } }],
      ['poll[options][]', { 'poll[options][]': ['Soup', 'Salad'] }],
      ['status.privacyStatus', { 'status.privacyStatus': 'private' }],
      ['ｖｉｓｉｂｉｌｉｔｙ', { ｖｉｓｉｂｉｌｉｔｙ: 'private' }],
      ['vis\u200Bibility', { 'vis\u200Bibility': 'private' }],
      ['__proto__.visibility', JSON.parse('{"__proto__":{"visibility":"private"}}')],
    ];
    for (const [path, settings] of places) {
      expect([path, refusedSettings(network, settings).map((issue) => issue.path)]).toEqual([
        path,
        [`settings.${path}`],
      ]);
    }
  });

  it('is refused with what the network has instead, or with the message that it has nothing', () => {
    const said = (identifier: string, settings: Record<string, unknown>): string[] =>
      refusedSettings(providers.find((one) => one.identifier === identifier) as Provider, settings).map(
        ({ message }) => message,
      );
    const without = (name: string): string =>
      `is not a setting of ${name}, and the post would be published without it`;
    expect(said('tiktok', { privacyLevel: 'SELF_ONLY' })).toEqual([
      `${without('TikTok')}; for who sees a post there is privacy_level`,
    ]);
    expect(said('lemmy', { nsfw: true })).toEqual([
      `${without('Lemmy')}; for warnings there is subreddit.value.nsfw`,
    ]);
    expect(said('nostr', { poll: ['Soup', 'Salad'] })).toEqual([
      `${without('Nostr')}; there is none for polls`,
    ]);
    expect(said('youtube', { publishAt: '2031-05-04T09:30:00Z' })).toEqual([
      'is not a setting of YouTube, and the post would be published at another time; use date of the request',
    ]);
  });

  it('is found among any number of others, or they are refused, in a time that is bounded', () => {
    const sandbox = providers.find(({ identifier }) => identifier === 'sandbox') as Provider;
    const others = (count: number): Record<string, string> =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`colour${i}`, 'x']));
    const paths = (settings: object): string[] =>
      refusedSettings(sandbox, settings).map(({ path }) => path.replace('settings.', ''));
    expect(paths({ ...others(999), visibility: 'private' })).toEqual(['visibility']);
    expect(paths({ ...others(200_000), visibility: 'private' })).toEqual(['colour1000']);
    // Each level of names whose values decide is read once, and no further than it takes.
    let deep: unknown = Array.from({ length: 100_000 }, () => 'public');
    for (let level = 0; level < 60; level++) deep = { type: deep };
    expect(paths(deep as object)).toEqual(['type']);
    expect(paths({ ['a.'.repeat(500_000)]: 'x', visibility: 'x'.repeat(1_000_000) })).toEqual(['visibility']);
  });

  it('has each name of the list refused for some value, and never for none', () => {
    const [sandbox] = providers.filter(({ identifier }) => identifier === 'sandbox') as [Provider];
    const some = [true, false, 'private', 'draft', 'nsfw', ['Soup'], { allow: [] }];
    const never = NEVER_IGNORED.filter(
      (name) => !some.some((one) => refusals(sandbox, { [name]: one }).length),
    );
    const always = NEVER_IGNORED.filter((name) =>
      [null, ''].some((one) => refusals(sandbox, { [name]: one }).length),
    );
    expect({ never, always }).toEqual({ never: [], always: [] });
  });
});

describe('a setting without effect', () => {
  it.each(providers.map((one) => [one.name, one] as const))('is kept and named at %s', (name, network) => {
    const settings = {
      a_field_of_another_network: 'x',
      first_comment: { text: 'Hi' },
      tags_: [{ label: 'a' }],
    };
    expect(refusals(network, settings)).toEqual([]);
    expect(settingsWithoutEffect(network, settings)).toHaveLength(3);
    expect(settingsWithoutEffect(network, settings)[0]).toMatchObject({
      path: 'settings.a_field_of_another_network',
      message: `is not a setting of ${name} and has no effect`,
    });
  });

  it('names the setting that was meant, where there is one like it', () => {
    const network = providers.find(({ identifier }) => identifier === 'tiktok') as Provider;
    const found = settingsWithoutEffect(network, {
      titel: 'Soup',
      stich: true,
      autoAddmusic: 'yes',
      colour: 1,
    });
    expect(found.map(({ message }) => /did you mean (\w+)\?/.exec(message)?.[1])).toEqual([
      'title',
      'stitch',
      'autoAddMusic',
      undefined,
    ]);
  });
});

/** The fields that networks declare, at any depth, for what is never ignored. */
function declared(schema: JsonSchema, path: string): string[] {
  const { items } = schema as { items?: JsonSchema };
  return [
    ...Object.entries(propertiesOf(schema)).flatMap(([name, field]) => [
      ...(concernsOfField(name, (field.enum as unknown[] | undefined) ?? []).length
        ? [`${path}.${name}`]
        : []),
      ...declared(field, `${path}.${name}`),
    ]),
    ...(items ? declared(items, path) : []),
  ];
}

describe('a setting that a network has for it', () => {
  const stops: (() => Promise<void>)[] = [];
  afterAll(async () => void (await Promise.all(stops.map((stop) => stop()))));
  const opened = async <T extends { stop(): Promise<void> }>(world: Promise<T>): Promise<T> => {
    const { stop } = await world;
    stops.push(stop);
    return world;
  };
  const publish = async (
    identifier: string,
    world: Pick<x.World, 'context'>,
    request: PublishRequest,
  ): Promise<Published | null> => {
    const provider = providers.find((one) => one.identifier === identifier) as Provider;
    const { context } = world;
    const sent = await provider.publish(request, await prepareStored(provider, request, context), context);
    return sent.status === 'published' ? sent.published : null;
  };
  const article = { __type: 'x', post_type: 'article', article_title: 'Soup' };

  /** What the network has of a post with these settings. */
  const shownBy: Readonly<
    Record<string, () => Promise<(settings: Record<string, unknown>) => Promise<unknown>>>
  > = {
    lemmy: async () => {
      const world = await opened(lemmy.startWorld());
      return async (settings) => {
        await publish('lemmy', world, world.request({ settings: world.settingsFor({ ...settings }) }));
        return world.network.posts().at(-1)?.nsfw;
      };
    },
    // Each part of a thread has them.
    mastodon: async () => {
      const world = await opened(mastodon.startWorld());
      return async (fields) => {
        const settings = { __type: 'mastodon', ...fields };
        const root = await publish('mastodon', world, world.request({ settings }));
        await publish('mastodon', world, world.request({ settings, root, parent: root }));
        const shown = world
          .live()
          .slice(-2)
          .map(({ visibility, spoilerText, sensitive }) => ({ visibility, spoilerText, sensitive }));
        expect(shown[1]).toEqual(shown[0]);
        return shown;
      };
    },
    medium: async () => {
      const world = await opened(medium.startWorld());
      return async (settings) => {
        await publish('medium', world, world.request({}, settings));
        return world.network.stories().at(-1)?.publishStatus;
      };
    },
    tiktok: async () => {
      const world = await opened(tiktok.startWorld());
      return async (settings) => {
        await publish('tiktok', world, world.request({}, settings));
        const { info, draft } = world.network.posts().at(-1) ?? {};
        return [info?.privacy_level, info?.disable_comment, draft];
      };
    },
    x: async () => {
      const world = await opened(x.startWorld());
      return async (settings) => {
        await publish('x', world, world.request({ settings: { __type: 'x', ...settings } }));
        return [world.live().at(-1)?.replySettings, world.network.articles().at(-1)?.postId === null];
      };
    },
    youtube: async () => {
      const world = await opened(youtube.startWorld());
      return async (settings) => {
        await publish('youtube', world, world.request({ settings: { ...youtube.SETTINGS, ...settings } }));
        return world.network.videos().at(-1)?.status.privacyStatus;
      };
    },
  };

  const EFFECTS: Readonly<
    Record<string, readonly [plain: Record<string, unknown>, limiting: Record<string, unknown>]>
  > = {
    'lemmy.subreddit.value.nsfw': [{}, { nsfw: true }],
    'mastodon.visibility': [{}, { visibility: 'unlisted' }],
    'mastodon.spoiler_text': [{}, { spoiler_text: 'Food' }],
    'mastodon.sensitive': [{}, { sensitive: true }],
    'medium.publishStatus': [{}, { publishStatus: 'unlisted' }],
    'tiktok.privacy_level': [{}, { privacy_level: 'SELF_ONLY' }],
    'tiktok.comment': [{ comment: true }, { comment: false }],
    'tiktok.content_posting_method': [{}, { content_posting_method: 'UPLOAD' }],
    'x.who_can_reply_post': [{ who_can_reply_post: 'everyone' }, { who_can_reply_post: 'following' }],
    'x.article_status': [
      { ...article, article_status: 'published' },
      { ...article, article_status: 'draft' },
    ],
    'youtube.type': [{ type: 'public' }, { type: 'unlisted' }],
  };
  /**
   * Shown with the server itself: providers/wordpress/publish.test.ts, "has the status of its settings";
   * publish.test.ts and prepare.test.ts of bluesky, instagram, nostr, threads and vk; schema.test.ts of
   * discord, linkedin, reddit, telegram and x; providers/mastodon/verify.test.ts and
   * schema/quote.test.ts.
   */
  const SHOWN_ELSEWHERE = each(`
    bluesky.labels bluesky.who_can_quote bluesky.who_can_reply discord.poll
    instagram-standalone.share_to_feed instagram.share_to_feed linkedin-page.poll linkedin.poll
    mastodon.poll mastodon.poll.expires_in mastodon.quote_approval_policy mastodon.quoted_status_id
    nostr.content_warning reddit.subreddit.value.nsfw
    reddit.subreddit.value.spoiler telegram.poll telegram.protect_content telegram.spoiler threads.poll
    threads.quote_post_id threads.reply_control vk.close_comments wordpress.status x.poll
  `);

  it('is one of those whose effect is shown here', () => {
    const all = providers.flatMap(({ identifier, settingsSchema }) => declared(settingsSchema, identifier));
    expect(all.toSorted()).toEqual([...Object.keys(EFFECTS), ...SHOWN_ELSEWHERE].toSorted());
  });

  const worlds = new Map<string, Promise<(settings: Record<string, unknown>) => Promise<unknown>>>();
  it.each(Object.entries(EFFECTS))('changes what the network gets: %s', async (field, [plain, limiting]) => {
    const network = field.split('.')[0] ?? '';
    const open = worlds.get(network) ?? shownBy[network]?.();
    if (!open) throw new Error(`${network} has no world here`);
    worlds.set(network, open);
    const show = await open;
    expect(await show(limiting)).not.toEqual(await show(plain));
  });
});
