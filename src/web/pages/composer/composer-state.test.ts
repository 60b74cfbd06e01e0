import { describe, expect, it } from '@jest/globals';
import {
  channelsInScope,
  currentParts,
  isDirty,
  isEmpty,
  newState,
  partsFor,
  reduce,
  uploadsOf,
  type Action,
  type ComposerState,
} from './composer-state.ts';

const start = newState('draft', { part: 'a', channels: ['nord', 'sud'] });
const after = (...actions: readonly Action[]): ComposerState => actions.reduce(reduce, start);
const type = (part: string, text: string): Action => ({ type: 'text-changed', part, text });
const file = (id: string) => ({
  id,
  name: `${id}.png`,
  path: `/uploads/${id}.png`,
  type: 'image/png',
  width: 1,
  height: 1,
});
const texts = (state: ComposerState): string[] => currentParts(state).map(({ text }) => text);
const media = (state: ComposerState): string[] => currentParts(state)[0]?.media.map(({ id }) => id) ?? [];

describe('a new draft', () => {
  it('is empty, has nothing to save, and is published at once unless a date was chosen for it', () => {
    expect(isEmpty(start.document)).toBe(true);
    expect(isDirty(start)).toBe(false);
    expect(start.document.when).toEqual({ kind: 'slot', date: null });
    expect(newState('x', { part: 'a', date: '2031-05-04T09:30:00Z' }).document.when.kind).toBe('at');
  });
});

describe('channels', () => {
  it('are chosen in order, and given up again', () => {
    const chosen = after({ type: 'channel-toggled', channel: 'ost' });
    expect(chosen.document.channels).toEqual(['nord', 'sud', 'ost']);
    expect(reduce(chosen, { type: 'channel-toggled', channel: 'sud' }).document.channels).toEqual([
      'nord',
      'ost',
    ]);
  });

  it('keep their own text when they are given up and chosen again', () => {
    const state = after({ type: 'customised', channel: 'sud', ids: ['b'] }, type('b', 'Only here'), {
      type: 'channel-toggled',
      channel: 'sud',
    });
    expect(state.scope).toBeNull();
    const again = reduce(state, { type: 'channel-toggled', channel: 'sud' });
    expect(partsFor(again.document, 'sud')[0]?.text).toBe('Only here');
  });
});

describe('what was taken away', () => {
  const own = [{ type: 'customised', channel: 'sud', ids: ['b'] }, type('b', 'Only here')] as const;
  const part = { id: 'c', text: 'Gone', media: [], delaySeconds: 60 };

  it('comes back in its place, although another text is open by now', () => {
    const back = { type: 'parts-restored', scope: 'sud', parts: [part], at: 0 } as const;
    const state = after(...own, { type: 'scope-chosen', channel: null }, back);
    expect(state.document.variations.sud?.map(({ id }) => id)).toEqual(['c', 'b']);
    expect([texts(state), state.scope, isDirty(state)]).toEqual([[''], null, true]);
    expect(after({ ...back, scope: null, at: 9 }).document.parts.map(({ id }) => id)).toEqual(['a', 'c']);
  });

  it('does not come back when the text to which it belonged was given up', () => {
    const state = after(...own, { type: 'shared-again', channel: 'sud' });
    expect(reduce(state, { type: 'parts-restored', scope: 'sud', parts: [part] })).toBe(state);
  });

  it('keeps nobody waiting for its files', () => {
    const uploads = ['a', 'b', 'c'].map((place) => ({ places: [place] }));
    expect(uploadsOf(start.document, uploads)).toEqual(uploads.slice(0, 1));
    expect(uploadsOf(after(...own).document, uploads)).toEqual(uploads.slice(0, 2));
  });
});

it('a text loses what no database takes, and nothing else', () => {
  expect(texts(after(type('a', 'A\0B \ud83d 👩‍👩‍👧 שלום \u200d')))).toEqual(['AB \ufffd 👩‍👩‍👧 שלום \u200d']);
});

describe('files', () => {
  const add = (id: string, before: readonly string[] = [], part = 'a'): Action => ({
    type: 'media-added',
    part,
    file: file(id),
    before,
  });

  it('stand in the order in which they were chosen, whichever upload ends first', () => {
    expect(media(after(add('third'), add('first', ['third']), add('second', ['third'])))).toEqual([
      'first',
      'second',
      'third',
    ]);
  });

  it('go to the part for which they were chosen, although the text of another channel is open by now', () => {
    const elsewhere = after({ type: 'customised', channel: 'sud', ids: ['b'] }, add('x'));
    expect(elsewhere.document.parts[0]?.media).toHaveLength(1);
    expect(media(elsewhere)).toEqual([]);
    const back = after(
      { type: 'customised', channel: 'sud', ids: ['b'] },
      { type: 'scope-chosen', channel: null },
      add('x', [], 'b'),
    );
    expect(partsFor(back.document, 'sud')[0]?.media).toHaveLength(1);
    expect(media(back)).toEqual([]);
  });
});

describe('the text of one channel', () => {
  const own = after(type('a', 'For all'), { type: 'customised', channel: 'sud', ids: ['b'] });

  it('begins as the common one, and changes alone from then on', () => {
    expect(texts(own)).toEqual(['For all']);
    const changed = reduce(own, type('b', 'For the south'));
    expect(partsFor(changed.document, 'sud')[0]?.text).toBe('For the south');
    expect(partsFor(changed.document, 'nord')[0]?.text).toBe('For all');
  });

  it('is written alone: the other channels get the common one', () => {
    expect(channelsInScope(own)).toEqual(['sud']);
    expect(channelsInScope(reduce(own, { type: 'scope-chosen', channel: null }))).toEqual(['nord']);
  });

  it('can be given up for the common one', () => {
    const shared = reduce(own, { type: 'shared-again', channel: 'sud' });
    expect(shared.document.variations).toEqual({});
    expect(channelsInScope(shared)).toEqual(['nord', 'sud']);
  });

  it('keeps the markup that its text came with', () => {
    const formatted = { a: { text: 'For all', html: '<p>For all</p>' } };
    const state = reduce({ ...start, formatted }, { type: 'customised', channel: 'sud', ids: ['b'] });
    expect(state.formatted.b).toEqual(formatted.a);
  });
});

describe('the parts of a thread', () => {
  const thread = after(type('a', 'One'), { type: 'part-added', id: 'b' }, { type: 'part-added', id: 'c' });
  const three = reduce(reduce(thread, type('b', 'Two')), type('c', 'Three'));

  it('are added at the end and removed, but never the last one', () => {
    expect(texts(three)).toEqual(['One', 'Two', 'Three']);
    const one = reduce(reduce(three, { type: 'part-removed', part: 'a' }), {
      type: 'part-removed',
      part: 'b',
    });
    expect(texts(one)).toEqual(['Three']);
    expect(reduce(one, { type: 'part-removed', part: 'c' })).toBe(one);
  });

  it('are moved to another place, and stay where they are beyond the ends', () => {
    expect(texts(reduce(three, { type: 'part-moved', part: 'c', to: 0 }))).toEqual(['Three', 'One', 'Two']);
    expect(texts(reduce(three, { type: 'part-moved', part: 'a', to: 1 }))).toEqual(['Two', 'One', 'Three']);
    for (const to of [-1, 3, 0]) expect(reduce(three, { type: 'part-moved', part: 'a', to })).toBe(three);
  });

  it('wait for whole seconds, never for less than none', () => {
    const wait = (seconds: number): number | undefined =>
      currentParts(reduce(three, { type: 'delay-changed', part: 'b', seconds }))[1]?.delaySeconds;
    expect([wait(90.4), wait(-5)]).toEqual([90, 0]);
  });

  it('are replaced by those of a template', () => {
    const parts = [{ id: 't', text: 'Lunch today', media: [], delaySeconds: 0 }];
    const file = { id: 'f', name: 'a.png', path: '/a.png', type: 'image/png', width: 1, height: 1 };
    const next = reduce(three, { type: 'texts-inserted', parts, files: [file] });
    expect([texts(next), next.files.f]).toEqual([['Lunch today'], file]);
    expect(reduce(three, { type: 'texts-inserted', parts: [], files: [file] })).toBe(three);
  });
});

describe('media', () => {
  const two = after(
    { type: 'media-added', part: 'a', file: file('x') },
    { type: 'media-added', part: 'a', file: file('y') },
  );

  it('are added once, described, moved and removed', () => {
    expect(media(reduce(two, { type: 'media-added', part: 'a', file: file('x') }))).toEqual(['x', 'y']);
    const described = reduce(two, { type: 'alt-changed', part: 'a', media: 'y', alt: 'A soup' });
    expect(currentParts(described)[0]?.media[1]).toEqual({ id: 'y', alt: 'A soup' });
    expect(media(reduce(two, { type: 'media-moved', part: 'a', media: 'y', by: -1 }))).toEqual(['y', 'x']);
    expect(media(reduce(two, { type: 'media-moved', part: 'a', media: 'y', by: 1 }))).toEqual(['x', 'y']);
    expect(media(reduce(two, { type: 'media-removed', part: 'a', media: 'x' }))).toEqual(['y']);
  });

  it('keep place and description when they are cropped', () => {
    const described = reduce(two, { type: 'alt-changed', part: 'a', media: 'x', alt: 'A soup' });
    const cropped = reduce(described, { type: 'media-replaced', part: 'a', media: 'x', file: file('z') });
    expect(currentParts(cropped)[0]?.media[0]).toEqual({ id: 'z', alt: 'A soup' });
    expect(cropped.files.z?.name).toBe('z.png');
  });

  it('keep the frame that stands for a video when it is trimmed, unless it was cut off', () => {
    const chosen = reduce(two, { type: 'cover-chosen', part: 'a', media: 'x', ms: 1200 });
    const trimmed = (startMs: number, endMs: number) =>
      currentParts(
        reduce(chosen, {
          type: 'media-replaced',
          part: 'a',
          media: 'x',
          file: file('z'),
          cut: { startMs, endMs },
        }),
      )[0]?.media[0]?.thumbnailTimestamp;
    expect([trimmed(1000, 5000), trimmed(0, 1000), trimmed(2000, 5000)]).toEqual([200, null, null]);
    const converted = reduce(chosen, { type: 'media-replaced', part: 'a', media: 'x', file: file('z') });
    expect(currentParts(converted)[0]?.media[0]?.thumbnailTimestamp).toBe(1200);
    const left = reduce(chosen, { type: 'cover-chosen', part: 'a', media: 'x', ms: null });
    expect(currentParts(left)[0]?.media[0]?.thumbnailTimestamp).toBeNull();
  });
});

describe('saving', () => {
  it('is needed after each change, until the server has the newest one', () => {
    const changed = after(type('a', 'One'));
    expect(isDirty(changed)).toBe(true);
    const newer = reduce(changed, type('a', 'One and'));
    const saved: Action = {
      type: 'saved',
      revision: 1,
      at: '2031-05-04T09:30:00Z',
      version: changed.version,
    };
    expect(isDirty(reduce(changed, saved))).toBe(false);
    // The answer was on its way while the person went on writing.
    expect(isDirty(reduce(newer, saved))).toBe(true);
    expect(reduce(newer, saved).saved?.revision).toBe(1);
  });

  it('is not needed after looking at another text', () => {
    expect(isDirty(after({ type: 'scope-chosen', channel: 'nord' }))).toBe(false);
  });

  it('covers settings, tags and the date', () => {
    const state = after(
      { type: 'settings-changed', channel: 'nord', settings: { title: 'Menu' } },
      { type: 'tags-changed', tags: ['spring'] },
      { type: 'when-changed', when: { kind: 'slot', date: null } },
    );
    expect(state.version - state.savedVersion).toBe(3);
    expect(state.document).toMatchObject({
      settings: { nord: { title: 'Menu' } },
      tags: ['spring'],
      when: { kind: 'slot' },
    });
  });
});
