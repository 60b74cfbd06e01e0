/** Our client understands what the real Reddit has answered. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Channel, PublishRequest } from '../../../../providers/_kit/contract.ts';
import { ProviderError } from '../../../../providers/_kit/errors.ts';
import { accessOf, call, type Post } from '../../../../providers/reddit/api.ts';
import { accountOf, requestTokens } from '../../../../providers/reddit/auth.ts';
import { settingsFor } from '../../../../providers/reddit/fixtures/world.ts';
import { reddit as provider } from '../../../../providers/reddit/index.ts';
import type { Draft, Prepared } from '../../../../providers/reddit/prepare.ts';
import { describeWith } from '../../servers/server.ts';
import { recordings, type Exchange } from './recordings.ts';
import { listingOf, startReplay, type Replay } from './replay.ts';

const channel: Channel = {
  id: randomUUID(),
  internalId: '4cixf',
  name: 'ada',
  profile: 'u/ada',
  credentials: { token: 'token', refreshToken: 'refresh' },
  details: { username: 'ada' },
};
const request: PublishRequest = {
  channel,
  item: { id: randomUUID(), position: 0, text: 'Test text.', media: [] },
  settings: settingsFor({}),
  root: null,
  parent: null,
  idempotencyKey: randomUUID(),
};
const SUBMIT = /^\/api\/submit\//;
const GALLERY = /^\/api\/submit_gallery_post\.json/;
/** A lease of the storage, or a submission, as the next requests answer it. */
const to = (exchanges: readonly Exchange[], path: RegExp): Exchange[] =>
  exchanges.filter(({ url }) => path.test(url.pathname));

/** Recordings that do not show what they name. */
const NOT_OF_ONE_RUN: Readonly<Record<string, string>> = {
  'TestSubreddit.test_submit_image__flair': 'the upload is of 2020, the submission of January 2019',
  'TestSubreddit.test_submit_video__flair': 'the upload is of 2020, the submission of January 2019',
  'TestSubreddit.test_submit_video_chat': 'a discussion as a chat, which Reddit shows as a text',
};

describeWith([recordings], 'an answer of the real Reddit', () => {
  let replay: Replay;
  beforeAll(async () => void (replay = await startReplay()));
  afterAll(() => replay?.stop());

  const draft = (changes: Partial<Draft>): Prepared => ({
    text: 'Test text.',
    submissions: [
      {
        sr: '<TEST_SUBREDDIT>',
        title: 'Test Title',
        kind: 'self',
        url: null,
        assets: [],
        poster: null,
        flairId: null,
        flairText: null,
        crosspost: null,
        nsfw: false,
        spoiler: false,
        sendreplies: true,
        ...changes,
      },
    ],
    parents: [],
    newest: null,
  });
  /** The kind of a typed error, or what the call resolved with. */
  const outcome = async (work: Promise<unknown> | undefined): Promise<unknown> =>
    work?.catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      return { kind: error.kind, networkCode: error.networkCode, message: error.message };
    });
  const publish = (prepared: Prepared): Promise<unknown> =>
    outcome(provider.publish(request, prepared, replay.context));

  it('to a submission is a post, one that is being processed, or the rule that refuses it', async () => {
    const seen = { published: 0, processing: 0, rejected: 0 };
    for (const exchange of to(recordings.read(/^TestSubreddit\.test_submit/), SUBMIT)) {
      replay.answer(SUBMIT, exchange);
      const sent = new URLSearchParams(exchange.requestBody);
      const kind = (sent.get('kind') ?? 'self') as Draft['kind'];
      // Our provider makes neither of them.
      if (!['self', 'link', 'image', 'video', 'videogif'].includes(kind)) continue;
      const assets = ['self', 'link'].includes(kind) ? [] : [{ id: 'a', url: sent.get('url') ?? '' }];
      const result = await publish(draft({ kind, assets, url: assets.length ? null : sent.get('url') }));
      const body = JSON.parse(exchange.body) as { json?: { data?: { name?: string; url?: string } } };
      const { name, url } = body.json?.data ?? {};
      if (exchange.status === 400) {
        seen.rejected++;
        expect(result).toEqual({
          kind: 'rejected',
          networkCode: 'SUBMIT_VALIDATION_TITLE_BLACKLISTED_STRING',
          message: expect.stringMatching(
            /^Reddit answered SUBMIT_VALIDATION_\w+: You may not have "\w+" in your title\.$/,
          ),
        });
      } else if (name) {
        seen.published++;
        expect(result).toEqual({
          status: 'published',
          published: { id: name.replace('t3_', ''), url, ref: { names: [name] } },
        });
      } else {
        seen.processing++;
        expect(result).toMatchObject({ status: 'processing' });
      }
    }
    expect(Object.values(seen).every((count) => count > 2)).toBe(true);
  });

  it('to a gallery has its id with the prefix, or the error for a subreddit without galleries', async () => {
    const assets = [{ id: 'a', url: 'a' }];
    const seen: unknown[] = [];
    for (const exchange of to(recordings.read(/^TestSubreddit\.test_submit_gallery/), GALLERY)) {
      replay.answer(GALLERY, exchange);
      seen.push(await publish(draft({ kind: 'gallery', assets })));
    }
    expect(seen).toContainEqual({
      kind: 'rejected',
      networkCode: 'GALLERIES_DISABLED',
      message: expect.stringContaining("Gallery posts aren't allowed in this subreddit"),
    });
    const published = seen.filter((one) => (one as { status?: string }).status === 'published');
    expect(published.length).toBe(seen.length - 1);
    expect(published[0]).toMatchObject({ published: { id: 'huw6vs', ref: { names: ['t3_huw6vs'] } } });
  });

  it('to a comment has its id, or nothing, after which the comment is looked up', async () => {
    const comment = { ...draft({}), submissions: [], parents: ['t3_4b1tfm'] };
    const ask = async (file: RegExp): Promise<unknown> => {
      const [exchange] = to(recordings.read(file), /^\/api\/comment\//);
      if (!exchange) throw new Error(`${file}`);
      replay.answer(/^\/api\/comment\//, exchange);
      return publish(comment);
    };
    expect(await ask(/^TestSubmission\.test_reply\.json/)).toMatchObject({
      status: 'published',
      published: { id: 'd162ara', ref: { names: ['t1_d162ara'] } },
    });
    expect(await ask(/^TestSubmission\.test_reply__none/)).toMatchObject({ kind: 'outcome_unknown' });
  });

  it('to a deletion is empty', async () => {
    const [exchange] = to(recordings.read(/^TestSubmission\.test_delete\.json/), /^\/api\/del\//);
    if (!exchange) throw new Error('not recorded');
    replay.answer(/^\/api\/del\//, exchange);
    const live = { id: '4b1tfm', url: null, ref: { names: ['t3_4b1tfm'] } };
    expect(await provider.remove?.(channel, live, replay.context)).toBeUndefined();
  });

  it('shows a submission with the id of the upload that it was made of, by which it is found', async () => {
    const files = recordings.read(/^TestSubreddit\.test_submit_(image|video|gallery)/);
    const names = new Set(files.map(({ file }) => file));
    let found = 0;
    for (const name of names) {
      const own = files.filter(({ file }) => file === name);
      const assets = to(own, /^\/api\/media\/asset\.json/).map(
        ({ body }) => (JSON.parse(body) as { asset: { asset_id: string } }).asset.asset_id,
      );
      for (const shown of to(own, /^\/comments\//)) {
        const post = (JSON.parse(shown.body) as { data: { children: { data: Post }[] } }[])[0]?.data
          .children[0]?.data;
        if (!post || !post.title) continue;
        replay.answer(/^\/user\/ada\/submitted/, listingOf('t3', post));
        const find = (ids: readonly string[]) =>
          provider.verify(
            request,
            {
              prepared: draft({
                sr: post.subreddit,
                kind: 'image',
                assets: ids.map((id) => ({ id, url: id })),
              }),
              readAt: new Date(),
              sentAt: new Date(),
              ref: null,
            },
            replay.context,
          );
        const verdicts = await Promise.all(assets.map((id) => find([id])));
        const hits = verdicts.filter(({ status }) => status === 'found');
        expect({ name, hits: hits.length > 0 }).toEqual({ name, hits: !(name in NOT_OF_ONE_RUN) });
        if (name in NOT_OF_ONE_RUN) continue;
        expect(hits[0]).toMatchObject({ published: { id: post.id }, byWords: false });
        expect(await find(['0000000000000'])).toMatchObject({ status: 'absent' });
        found++;
      }
    }
    expect(found).toBeGreaterThan(10);
  });

  it('to a search, a list of flairs, the requirements and the rules is what the tools show', async () => {
    const use = (file: RegExp, path: RegExp): Exchange => {
      const [exchange] = to(recordings.read(file), path);
      if (!exchange) throw new Error(`${file}`);
      return exchange;
    };
    replay.answer(
      /^\/subreddits\/search/,
      use(/^TestSubreddits\.test_search\.json/, /^\/subreddits\/search/),
    );
    const subreddits = await provider.tools?.subreddits?.run(channel, { word: 'praw' }, replay.context);
    expect(subreddits).toContainEqual({
      id: '6hpJ2_hrs_praw_test',
      name: 'r/6hpJ2_hrs_praw_test',
      title: '/u/Hellrespawn PRAW Test',
      members: expect.any(Number),
    });
    const about = use(/^TestSubreddit\.test_submit_image\.json/, /\/about\/$/);
    const required = use(/^TestSubreddit\.test_post_requirements/, /post_requirements$/);
    const flairs = use(/^TestSubredditLinkFlairTemplates\.test__iter/, /link_flair_v2$/);
    replay.answer(/^\/r\/cafes\/about\//, about);
    replay.answer(/^\/r\/cafes\/about\/rules/, use(/^TestRule\.test_iter_rules/, /about\/rules/));
    replay.answer(/post_requirements/, required);
    replay.answer(/link_flair_v2/, flairs);
    const allowed = await provider.tools?.restrictions?.run(channel, { subreddit: 'cafes' }, replay.context);
    const forAll = (JSON.parse(flairs.body) as { mod_only: boolean }[]).filter((flair) => !flair.mod_only);
    expect(allowed).toMatchObject({
      subreddit: 'cafes',
      is_flair_required: false,
      requirements: { link_restriction_policy: 'blacklist' },
      rules: expect.arrayContaining([{ name: expect.any(String), text: expect.any(String) }]),
    });
    expect((allowed as { flairs: unknown[] }).flairs).toHaveLength(forAll.length);
  });

  it('to who the account is has its id, its name and its karma', async () => {
    const [me] = to(recordings.read(/^TestUser\.test_me\.json/), /^\/api\/v1\/me$/);
    if (!me) throw new Error('not recorded');
    replay.answer(/^\/api\/v1\/me/, me);
    const issued = { token: 't', refreshToken: 'r', expiresAt: new Date(), scopes: ['*'] };
    expect(await accountOf(issued, replay.context)).toMatchObject({
      internalId: '4cixf',
      name: 'PyAPITestUser2',
      profile: 'u/PyAPITestUser2',
    });
    expect(await provider.analytics?.(channel, replay.context)).toEqual([
      { label: 'Post karma', total: 12 },
      { label: 'Comment karma', total: 9 },
    ]);
  });

  it.each([
    ['TestSession.test_request__with_invalid_access_token', 401, 'token_expired'],
    ['TestSession.test_request__with_insufficient_scope', 403, 'channel_gone'],
    ['TestSession.test_request__forbidden', 403, 'rejected'],
    ['TestSession.test_request__not_found', 404, 'rejected'],
    ['TestSession.test_request__too_large', 413, 'rejected'],
    ['TestSession.test_request__too__many_requests__with_retry_headers', 429, 'rate_limited'],
    ['TestSession.test_request__internal_server_error', 500, 'outcome_unknown'],
    ['TestSession.test_request__bad_gateway', 502, 'outcome_unknown'],
    ['TestSession.test_request__service_unavailable', 503, 'outcome_unknown'],
    ['TestSession.test_request__gateway_timeout', 504, 'outcome_unknown'],
    ['TestSession.test_request__cloudflare_unknown_error', 520, 'outcome_unknown'],
    ['TestSession.test_request__cloudflare_connection_timed_out', 522, 'outcome_unknown'],
  ])('as in %s, with %d, is %s', async (file, status, kind) => {
    const exchange = recordings
      .read(new RegExp(`^${file.replaceAll('.', '\\.')}\\.json$`))
      .find((one) => one.status === status);
    if (!exchange) throw new Error('not recorded');
    replay.answer(/^\/anything/, exchange);
    const result = await outcome(call(accessOf(channel), replay.context, '/anything'));
    expect(result).toMatchObject({ kind });
  });

  it.each([
    ['TestAuthorizer.test_authorize__with_permanent_grant', { refreshToken: expect.any(String) }],
    ['TestAuthorizer.test_authorize__with_temporary_grant', { refreshToken: null }],
    ['TestAuthorizer.test_refresh', { refreshToken: expect.any(String), expiresAt: expect.any(Date) }],
    [
      'TestAuthorizer.test_authorize__with_invalid_code',
      { kind: 'channel_gone', networkCode: 'invalid_grant' },
    ],
    ['TestAuthorizer.test_refresh__with_invalid_token', { kind: 'channel_gone' }],
    ['TestSession.test_request__too__many_requests__without_retry_headers', { kind: 'rate_limited' }],
  ])('for a token as in %s is understood', async (file, expected) => {
    const [exchange] = to(
      recordings.read(new RegExp(`^${file.replaceAll('.', '\\.')}\\.json$`)),
      /access_token$/,
    );
    if (!exchange) throw new Error('not recorded');
    replay.answer(/^\/api\/v1\/access_token/, exchange);
    const app = { id: 'id', secret: 'secret' };
    expect(await outcome(requestTokens({ app }, { grant_type: 'x' }, replay.context))).toMatchObject(
      expected,
    );
  });
});
