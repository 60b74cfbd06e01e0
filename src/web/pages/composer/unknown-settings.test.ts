import { expect, it } from '@jest/globals';
import { reddit } from '../../../../providers/reddit/index.ts';
import { hasForm, without } from './unknown-settings.ts';
import type { SettingSchema } from './settings-schema.ts';

const schema = reddit.settingsSchema as SettingSchema;

it.each([
  ['subreddit', true],
  ['subreddit.0.value.title', true],
  ['subreddit.0.value.nsfw', true],
  ['subreddit.0.value.visibility', false],
  ['visibility', false],
  ['options.0.visibility', false],
])('a form shows the setting %s: %s', (path, shown) => {
  expect(hasForm(schema, path)).toBe(shown);
});

it('a setting that is taken away is null where what is stored is merged, and gone inside a list', () => {
  const entry = { value: { title: 'Soup', nsfw: true } };
  const settings = { subreddit: [{ value: { title: 'Tea' } }, entry], visibility: 'private', options: [{}] };
  expect(without(settings, 'visibility', schema)).toEqual({ ...settings, visibility: null });
  expect(without(settings, 'options.0.visibility', schema)).toEqual({ ...settings, options: null });
  expect(without(settings, 'subreddit.1.value.nsfw', schema)).toEqual({
    ...settings,
    subreddit: [settings.subreddit[0], { value: { title: 'Soup' } }],
  });
});
