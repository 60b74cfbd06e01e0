import { describe, expect, it } from '@jest/globals';
import { compileCheck } from '../_kit/json-schema.ts';
import { wordpress as provider } from './index.ts';

const check = compileCheck(provider.settingsSchema);
const base = { __type: 'wordpress', title: 'Hi', type: 'post' };
const issues = (changes: Record<string, unknown>): string[] =>
  check({ ...base, ...changes }).map((issue) => issue.path);

describe('the settings of a WordPress post', () => {
  it('require a title of two characters and a type', () => {
    expect(issues({})).toEqual([]);
    expect(issues({ title: 'H' })).toEqual(['title']);
    expect(issues({ title: undefined, type: undefined }).toSorted()).toEqual(['title', 'type']);
    expect(issues({ type: '' })).toEqual(['type']);
    const validate = (title: string): unknown =>
      provider.validate?.({
        settings: { ...base, title },
        channel: { details: {} },
        item: { id: '', position: 0, text: 'x', media: [] },
      });
    expect(validate('Hi')).toEqual([]);
    expect(validate('  H  ')).toMatchObject([
      { path: 'settings.title', message: 'A title of at least 2 characters is required' },
    ]);
  });

  it.each(['publish', 'draft', 'pending', 'private'])('accept the status %s', (status) =>
    expect(issues({ status })).toEqual([]),
  );
  it.each(['future', 'trash', 'PUBLISH', ''])('reject the status "%s"', (status) =>
    expect(issues({ status })).toEqual(['status']),
  );

  it('have the status publish by default', () => {
    const settings: Record<string, unknown> = { ...base };
    check(settings);
    expect(settings.status).toBe('publish');
  });

  it('refer to terms by their IDs', () => {
    expect(issues({ categories: [1, 2], tags: [3] })).toEqual([]);
    expect(issues({ categories: [] })).toEqual([]);
    expect(issues({ categories: ['news'] })).toEqual(['categories.0']);
    expect(issues({ tags: [0, 1.5] })).toEqual(['tags.0', 'tags.1']);
    expect(issues({ tags: [1, 1] })).toEqual(['tags']);
  });

  it('refer to the featured image as an upload', () => {
    expect(issues({ main_image: { id: 'x', path: 'https://crier.example/uploads/x.png' } })).toEqual([]);
    expect(issues({ main_image: { path: 'https://crier.example/uploads/x.png', alt: null } })).toEqual([]);
    expect(issues({ main_image: null })).toEqual([]);
    expect(issues({ main_image: { id: 'x' } })).toEqual(['main_image.path']);
    expect(issues({ main_image: 'x.png' })).toEqual(['main_image']);
  });
});

describe('the length of a WordPress post', () => {
  it('counts characters of the HTML', () => {
    expect(provider.rules.length('<p>né 🎉</p>')).toBe(11);
    expect(provider.rules.maxLength({ details: {} })).toBe(100_000);
  });
});
