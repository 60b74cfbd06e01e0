/** Our requests to Reddit have the form of those that real clients have made. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { filmFile, pngFile, publishUntilLive } from '../../../../providers/_kit/test-harness.ts';
import { settingsFor, startWorld, type World } from '../../../../providers/reddit/fixtures/world.ts';
import { reddit as provider } from '../../../../providers/reddit/index.ts';
import { describeWith } from '../../servers/server.ts';
import { differences, formOfExchange, formOfRequest, partNames, type Form } from './forms.ts';
import { recordings } from './recordings.ts';

/** What real clients did not do, or did otherwise, and why we do. */
const EXPLAINED: Readonly<Record<string, string>> = {};

describeWith([recordings], 'the requests to Reddit', () => {
  let world: World;
  let recorded: readonly Form[];

  beforeAll(async () => {
    recorded = recordings
      .read(
        /^Test(Subreddit\.|Submission|Comment\.|User\.|Redditor|Reddit\.|Rule|Authorizer|Subreddits|SubredditLinkFlair)/,
      )
      .flatMap((exchange) => formOfExchange(exchange) ?? []);
    world = await startWorld();
    world.network.addSubreddit({ name: 'flairs', flairs: [{ id: 'f1', text: 'News', mod_only: false }] });
    await callEverything();
  }, 60_000);
  afterAll(() => world?.stop());

  /** One of each call that the provider makes. */
  async function callEverything(): Promise<void> {
    const flair = { subreddit: 'flairs', is_flair_required: true, flair: { id: 'f1', name: 'News' } };
    const publish = (settings: Record<string, unknown>, media = [] as ReturnType<typeof pngFile>[]) =>
      publishUntilLive(provider, world.request({ text: 'Fresh', settings, media }), world.context);
    const root = await publish(settingsFor(flair));
    await publish(settingsFor({ type: 'link', url: 'https://cafe.example/menu' }));
    await publish(settingsFor({ type: 'image' }), [pngFile()]);
    const marks = { nsfw: true, spoiler: true, sendreplies: false };
    await publish(settingsFor({ ...marks, type: 'crosspost', subreddit: 'bakeries', url: root.url }));
    await publish(settingsFor({ type: 'media' }), [pngFile(), pngFile()]);
    await publish(settingsFor({ type: 'video' }), [filmFile()]);
    await publish(settingsFor({ type: 'videogif' }), [filmFile()]);
    await publish(settingsFor({}, { subreddit: 'bakeries' }));
    await publishUntilLive(provider, world.request({ text: 'More', root, parent: root }), world.context);
    await provider.recent?.(world.channel, world.context);
    await provider.analytics?.(world.channel, world.context);
    await provider.postAnalytics?.(world.channel, root, world.context);
    await provider.tools?.subreddits?.run(world.channel, { word: 'cafe' }, world.context);
    await provider.tools?.restrictions?.run(world.channel, { subreddit: 'flairs' }, world.context);
    await provider.refresh?.(world.channel, world.context);
    await provider.remove?.(world.channel, root, world.context);
    const step = {
      app: world.network.client,
      redirectUri: 'https://crier.example/integrations/social/reddit',
    };
    await provider.oauth?.exchange({ ...step, code: 'made-up' }, world.context).catch(() => undefined);
  }

  it('go to endpoints, with fields and values, that are recorded', () => {
    const ours = world.network
      .requests()
      .filter(({ path }) => path !== '/storage/')
      .map(formOfRequest);
    const endpoints = new Set(ours.map(({ endpoint, variant }) => `${endpoint} ${variant}`));
    expect(endpoints.size).toBeGreaterThanOrEqual(20);
    const found = new Set(ours.flatMap((form) => differences(form, recorded)));
    expect([...found].filter((difference) => !(difference in EXPLAINED))).toEqual([]);
    expect(Object.keys(EXPLAINED).filter((known) => !found.has(known))).toEqual([]);
  });

  it('upload a file as the last part of a form, after every field of the lease', () => {
    const uploads = recordings
      .read(/^TestSubreddit\.test_submit_(image|gallery|video)/)
      .filter(({ method, url }) => method === 'POST' && url.hostname.endsWith('.amazonaws.com'))
      .map(({ requestBody }) => partNames(requestBody))
      .filter((names) => names.length > 0);
    expect(uploads.length).toBeGreaterThan(10);
    expect(new Set(uploads.map((names) => names.at(-1)))).toEqual(new Set(['file']));
    const ours = world.network
      .requests()
      .filter(({ path }) => path === '/storage/')
      .map(({ body, headers }) => ({ names: partNames(body.toString()), headers }));
    expect(ours.length).toBeGreaterThan(4);
    for (const { names, headers } of ours) {
      expect([names.at(-1), names.includes('key'), headers.authorization]).toEqual(['file', true, undefined]);
    }
  });

  it('are compared: a wrong endpoint, field, kind of value or type of body is a difference', () => {
    const right = world.network
      .requests()
      .map(formOfRequest)
      .find(({ variant }) => variant === 'self');
    if (!right) throw new Error('no text was submitted');
    expect(differences(right, recorded)).toEqual([]);
    const { title: _, ...untitled } = right.fields;
    const wrong: readonly (readonly [Partial<Form>, string])[] = [
      [{ endpoint: 'POST /api/submit_text/' }, 'is not recorded'],
      [{ fields: { ...right.fields, titel: 'text' } }, 'titel is not recorded'],
      [{ fields: { ...right.fields, nsfw: 'number' } }, 'nsfw is number, recorded as boolean'],
      [{ fields: untitled }, 'title is missing'],
      [{ type: 'application/json' }, 'type is application/json'],
      [{ scheme: null }, 'scheme is null'],
      [{ query: {} }, 'raw_json is missing'],
    ];
    for (const [change, message] of wrong) {
      expect(differences({ ...right, ...change }, recorded)).toEqual([expect.stringContaining(message)]);
    }
  });
});
