import type { MediaFile } from '../_kit/contract.ts';
import { image, testNetwork, times, video } from '../_kit/test-network.ts';
import { dribbble } from './index.ts';

const shot = (changes: Partial<MediaFile> = {}): MediaFile => image({ width: 800, height: 600, ...changes });
const withMedia = (...media: MediaFile[]): { value: { content: string; media: MediaFile[] }[] } => ({
  value: [{ content: 'A dashboard', media }],
});
const written = (content: string): { value: { content: string; media: MediaFile[] }[] } => ({
  value: [{ content, media: [shot()] }],
});
const EIGHT_MIB = 8 * 1024 ** 2;
const TEAM = 'https://dribbble.com/';

testNetwork(dribbble, {
  settings: { title: 'Dashboard' },
  value: [{ content: 'A dashboard', media: [shot()] }],
  accepts: [
    ['a title of one character', { settings: { title: 'D' } }],
    ['a title of 1,000 characters', { settings: { title: '🎨'.repeat(1000) } }],
    ['the URL of a team', { settings: { team: `${TEAM}our-team` } }],
    ['a URL of 2,048 characters', { settings: { team: TEAM + 'a'.repeat(2048 - TEAM.length) } }],
    ['an empty team as none', { settings: { team: '' } }],
    ['null as no team', { settings: { team: null } }],
    ['400 × 300 pixels', withMedia(shot({ width: 400, height: 300 }))],
    ['PNG', withMedia(shot({ mime: 'image/png' }))],
    ['GIF', withMedia(shot({ mime: 'image/gif' }))],
    ['a picture of 8 MiB', withMedia(shot({ size: EIGHT_MIB }))],
    ['a picture of unknown size', withMedia(shot({ width: undefined, height: undefined }))],
    ['no text', written('')],
    ['40,000 characters', written('x'.repeat(40_000))],
    ['40,000 emoji', written('🎨'.repeat(40_000))],
  ],
  rejects: [
    ['no title', { settings: { title: undefined } }, 'settings.title'],
    ['an empty title', { settings: { title: '' } }, 'settings.title'],
    ['a title of spaces', { settings: { title: '  ' } }, 'settings.title'],
    ['a title of 1,001 characters', { settings: { title: 'x'.repeat(1001) } }, 'settings.title'],
    ['a title that is not a string', { settings: { title: 7 } }, 'settings.title'],
    ['a team by its name', { settings: { team: 'our-team' } }, 'settings.team'],
    ['a team with another protocol', { settings: { team: 'ftp://dribbble.com/our-team' } }, 'settings.team'],
    ['a URL with a space', { settings: { team: `${TEAM}our team` } }, 'settings.team'],
    [
      'a URL of 2,049 characters',
      { settings: { team: TEAM + 'a'.repeat(2049 - TEAM.length) } },
      'settings.team',
    ],
    ['text without media', { value: [{ content: 'A dashboard' }] }, 'value.0.image'],
    ['two pictures', withMedia(...times(2, shot())), 'value.0.image'],
    ['a video', withMedia(video()), 'value.0.image'],
    ['a video besides the picture', withMedia(shot(), video()), 'value.0.image'],
    ['a picture one byte over 8 MiB', withMedia(shot({ size: EIGHT_MIB + 1 })), 'value.0.image'],
    ['WebP', withMedia(shot({ mime: 'image/webp' })), 'value.0.image'],
    ['801 × 600 pixels', withMedia(shot({ width: 801 })), 'value.0.image'],
    ['800 × 300 pixels', withMedia(shot({ height: 300 })), 'value.0.image'],
    ['1600 × 1200 pixels', withMedia(shot({ width: 1600, height: 1200 })), 'value.0.image'],
    ['40,001 characters', written('x'.repeat(40_001)), 'value.0.content'],
    [
      'a second part',
      {
        value: [
          { content: 'one', media: [shot()] },
          { content: 'two', media: [shot()] },
        ],
      },
      'value.1',
    ],
  ],
});
