import { describe, expect, it } from '@jest/globals';
import { newState, reduce, type Action } from './composer-state.ts';
import { entriesOf, placeOf, requestOf } from './to-request.ts';

const file = {
  id: 'x',
  name: 'x.png',
  path: 'https://crier.example/uploads/x.png',
  type: 'image/png',
  width: 1,
  height: 1,
};
const start = newState('draft', { part: 'a', channels: ['nord', 'sud', 'gone'] });
const state = (
  [
    { type: 'text-changed', part: 'a', text: 'Soup & <bread>' },
    { type: 'media-added', part: 'a', file, alt: 'A soup' },
    { type: 'part-added', id: 'b' },
    { type: 'text-changed', part: 'b', text: 'Second' },
    { type: 'delay-changed', part: 'b', seconds: 90 },
    { type: 'settings-changed', channel: 'nord', settings: { title: 'Menu' } },
    { type: 'tags-changed', tags: ['spring'] },
  ] satisfies Action[]
).reduce(reduce, start);
const networkOf = (channel: string): string | undefined => ({ nord: 'mastodon', sud: 'sandbox' })[channel];

describe('the request for a draft', () => {
  const entries = entriesOf(state, networkOf);

  it('has an entry for each channel that exists, with its network', () => {
    expect(entries.map(({ integration }) => integration.id)).toEqual(['nord', 'sud']);
    expect(entries[0]?.settings).toEqual({ title: 'Menu', __type: 'mastodon' });
  });

  it('has the text as it is typed, media by their URLs, and delays in minutes', () => {
    expect(entries[0]?.value).toEqual([
      { content: 'Soup & <bread>', image: [{ id: 'x', path: file.path, alt: 'A soup' }] },
      { content: 'Second', image: [], delay: 1.5 },
    ]);
  });

  it('has tags that were typed as text', () => {
    const parts = [{ id: 'a', text: 'Use <b> & &amp;', media: [], delaySeconds: 0 }];
    const typed = { ...state, document: { ...state.document, parts, variations: {} } };
    expect(entriesOf(typed, networkOf)[0]?.value[0]?.content).toBe(
      '<span class="plain-text">Use &lt;b&gt; &amp; &amp;amp;</span>',
    );
  });

  it('has what stands for a video as it came', () => {
    const film = { id: 'x', alt: '', thumbnail: 'https://ours/uploads/a.png', thumbnailTimestamp: 1200 };
    const parts = [{ id: 'a', text: 'Soup', media: [film], delaySeconds: 0 }];
    const changed = { ...state, document: { ...state.document, parts, variations: {} } };
    expect(entriesOf(changed, networkOf)[0]?.value[0]?.image).toEqual([{ ...film, path: file.path }]);
  });

  it('returns a text with markup as it came, until it is changed', () => {
    const formatted = { a: { text: 'Soup & <bread>', html: '<p>Soup &amp; <strong>bread</strong></p>' } };
    const content = (input: typeof state): unknown => entriesOf(input, networkOf)[0]?.value[0]?.content;
    expect(content({ ...state, formatted })).toBe(formatted.a.html);
    const changed = reduce({ ...state, formatted }, { type: 'text-changed', part: 'a', text: 'Soup' });
    expect(content(changed)).toBe('Soup');
  });

  it('is for now, or for a date', () => {
    const now = '2031-01-01T00:00:00.000Z';
    const atOnce = { ...state.document, when: { kind: 'now', date: null } as const };
    expect(requestOf(entries, { document: atOnce, now })).toMatchObject({ type: 'now', date: now });
    const planned = { ...state.document, when: { kind: 'at', date: '2031-05-04T09:30:00.000Z' } as const };
    expect(requestOf(entries, { document: planned, now })).toMatchObject({
      type: 'schedule',
      date: '2031-05-04T09:30:00.000Z',
      tags: [{ value: 'spring', label: 'spring' }],
    });
  });
});

describe('the place that an issue names', () => {
  it.each([
    ['posts.0.value.1.content', { kind: 'text', part: 1 }],
    ['posts.3.value.0.image.2.path', { kind: 'media', part: 0 }],
    ['posts.0.value.2', { kind: 'text', part: 2 }],
    ['posts.0.settings.subreddit.0.value.title', { kind: 'settings', field: 'subreddit.0.value.title' }],
    ['post.settings.board', { kind: 'settings', field: 'board' }],
    ['posts.1.integration.id', { kind: 'channel' }],
    ['date', { kind: 'date' }],
  ])('is %s', (path, place) => {
    expect(placeOf(path)).toEqual(place);
  });
});
