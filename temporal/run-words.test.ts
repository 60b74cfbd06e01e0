import { describe, expect, it } from '@jest/globals';
import { describeRefresh, describeRequest, namesOfRequest, type NamedTarget } from './run-words.ts';

const NOON = Date.UTC(2031, 4, 4, 12, 0, 0);
const POST: NamedTarget = {
  postId: 'post-1',
  provider: 'mastodon',
  dueMs: NOON,
  organization: 'Ada & Co',
  channel: 'Spring Café',
  content: null,
};
const bytesOf = (text: unknown): number => Buffer.byteLength(JSON.stringify(text));

describe('the summary of a run in the Temporal UI', () => {
  it('names the organisation, how many posts, the channels, the networks, and when', () => {
    expect(describeRequest([POST])).toBe(
      'Ada & Co: 1 post for Spring Café (mastodon) at 2031-05-04 12:00 UTC',
    );
    expect(describeRequest([POST, { ...POST, provider: 'bluesky', channel: 'Ada' }])).toBe(
      'Ada & Co: 2 posts for Spring Café (mastodon), Ada (bluesky) at 2031-05-04 12:00 UTC',
    );
  });

  it('names a channel once, and the first of several dates', () => {
    expect(describeRequest([{ ...POST, dueMs: NOON + 60_000 }, POST])).toBe(
      'Ada & Co: 2 posts for Spring Café (mastodon) at 2031-05-04 12:00 UTC and later',
    );
  });

  it('ends with the beginning of the text, where Temporal may show it, as it is published and on one line', () => {
    expect(describeRequest([{ ...POST, content: '<p>Spring &amp; menu</p><p>From Monday</p>' }])).toBe(
      'Ada & Co: 1 post for Spring Café (mastodon) at 2031-05-04 12:00 UTC: “Spring & menu From Monday”',
    );
    expect(describeRequest([{ ...POST, content: 'x'.repeat(2000) }])).toContain(`“${'x'.repeat(59)}…”`);
  });

  it('stays a line that Temporal takes, with any names and any number of channels', () => {
    for (const name of ['A', '"\\'.repeat(200), '🦊'.repeat(200), '\u0000\u202e\n\u2028'.repeat(99), '']) {
      const many = Array.from({ length: 200 }, (_, i) => ({
        ...POST,
        postId: `0190f0e0-0000-7000-8000-0000000${10_000 + i}`,
        organization: name,
        channel: `${name}${i}`,
        content: name,
      }));
      for (const targets of [many, many.slice(0, 1)]) {
        const { staticSummary, memo, attributes } = namesOfRequest(targets, { web: 'https://crier.example' });
        expect(bytesOf(staticSummary)).toBeLessThanOrEqual(350);
        expect(staticSummary).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028]/u);
        expect(bytesOf(memo)).toBeLessThan(16_384);
        for (const { value } of attributes) {
          for (const one of [value].flat()) expect(String(one).length).toBeLessThanOrEqual(120);
          expect(bytesOf(value)).toBeLessThan(2000);
        }
      }
      expect(bytesOf(describeRefresh({ ...POST, organization: name, channel: name }))).toBeLessThanOrEqual(
        350,
      );
    }
    const names = Array.from({ length: 32 }, (_, i) => ({ ...POST, channel: `channel ${i + 1}` }));
    expect(describeRequest(names)).toMatch(
      /^Ada & Co: 32 posts for channel 1 \(mastodon\), .* and 26 more at /,
    );
  });
});

describe('the memo of a run', () => {
  it('has the organisation, each post with its channel, and where Crier is; no text of a post', () => {
    const { memo, attributes } = namesOfRequest([POST], { web: 'https://crier.example' });
    expect(memo).toEqual({
      organization: 'Ada & Co',
      posts: { 'post-1': { channel: 'Spring Café' } },
      web: 'https://crier.example',
    });
    expect(attributes.map(({ key, value }) => [key.name, value])).toEqual([
      ['Organization', 'Ada & Co'],
      ['Channel', ['Spring Café']],
    ]);
  });

  it('has the beginning of the text only where it was handed out', () => {
    const { memo, attributes } = namesOfRequest([{ ...POST, content: 'Spring menu' }], { web: undefined });
    expect(memo).toEqual({
      organization: 'Ada & Co',
      posts: { 'post-1': { channel: 'Spring Café', text: 'Spring menu' } },
    });
    expect(attributes.at(-1)).toMatchObject({ key: { name: 'PostText' }, value: 'Spring menu' });
  });

  it('names the other posts of the request too, which may join the run, and has no text of them', () => {
    const other = { ...POST, postId: 'post-2', channel: 'Ada', content: 'Never scheduled' };
    const { memo, attributes, staticSummary } = namesOfRequest([POST], { web: undefined, others: [other] });
    expect(memo).toEqual({
      organization: 'Ada & Co',
      posts: { 'post-1': { channel: 'Spring Café' }, 'post-2': { channel: 'Ada' } },
    });
    expect(attributes.map(({ value }) => value)).toEqual(['Ada & Co', ['Spring Café', 'Ada']]);
    expect(staticSummary).toContain('1 post for Spring Café (mastodon) at');
  });
});
