import { expect, it } from '@jest/globals';
import { statusSettings } from './schema.ts';

it.each([
  ['nothing', {}, {}],
  ['empty values', { visibility: '', spoiler_text: ' ', sensitive: null, language: null }, {}],
  ['a visibility', { visibility: 'private' }, { visibility: 'private' }],
  ['a warning', { spoiler_text: ' Food ' }, { spoiler_text: 'Food' }],
  ['no hidden media', { sensitive: false }, { sensitive: false }],
  // As another instance may have stored them: none is public by mistake.
  ['a list', { visibility: ['private'] }, { visibility: '["private"]' }],
  ['a text for yes', { sensitive: 'true', spoiler_text: 7 }, { sensitive: true, spoiler_text: '7' }],
])('Mastodon gets %s of the settings, and public where they are empty', (_, settings, sent) => {
  expect(statusSettings(settings)).toEqual({ visibility: 'public', ...sent });
});
