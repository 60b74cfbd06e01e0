import { describe, expect, it } from '@jest/globals';
import { FAR_VIDEO, instagramTable } from './fixtures/table.ts';
import { metaAccepts, metaRejects } from '../_kit/fixtures/encodings.ts';
import { image, testNetwork, video } from '../_kit/test-network.ts';
import { instagram, instagramStandalone } from './index.ts';

const sound = { id: '1234567890' };
const reel = { value: [{ content: 'Spring', media: [video()] }] };

testNetwork(instagram, {
  ...instagramTable,
  accepts: [
    ...instagramTable.accepts,
    ...metaAccepts,
    ['a video, whose bytes are sent, on an instance that Instagram cannot reach', FAR_VIDEO],
    ['a reel with a sound', { settings: { audio: sound }, ...reel }],
    [
      'a sound with all details',
      {
        settings: {
          audio: {
            ...sound,
            title: 'Spring',
            artist: 'A. Vivaldi',
            image: 'https://example.com/a.jpg',
            audio_volume: 0,
            video_volume: 100,
          },
        },
        ...reel,
      },
    ],
    [
      'a sound without details',
      {
        settings: {
          audio: { ...sound, title: null, artist: '', image: null, audio_volume: null, video_volume: null },
        },
        ...reel,
      },
    ],
    ['an id of 100 characters', { settings: { audio: { id: '1'.repeat(100) } }, ...reel }],
    ['null as no sound, also for a story', { settings: { post_type: 'story', audio: null } }],
  ],
  rejects: [
    ...instagramTable.rejects,
    ...metaRejects,
    ['a sound without an id', { settings: { audio: { title: 'Spring' } }, ...reel }, 'settings.audio.id'],
    ['a sound with an empty id', { settings: { audio: { id: '' } }, ...reel }, 'settings.audio.id'],
    [
      'a sound with an id of 101 characters',
      { settings: { audio: { id: '1'.repeat(101) } }, ...reel },
      'settings.audio.id',
    ],
    ['a sound that is only its id', { settings: { audio: '1234567890' }, ...reel }, 'settings.audio'],
    [
      'a sound louder than 100',
      { settings: { audio: { ...sound, audio_volume: 101 } }, ...reel },
      'settings.audio.audio_volume',
    ],
    [
      'a sound quieter than 0',
      { settings: { audio: { ...sound, audio_volume: -1 } }, ...reel },
      'settings.audio.audio_volume',
    ],
    [
      'a video louder than 100',
      { settings: { audio: { ...sound, video_volume: 101 } }, ...reel },
      'settings.audio.video_volume',
    ],
    [
      'a video quieter than 0',
      { settings: { audio: { ...sound, video_volume: -1 } }, ...reel },
      'settings.audio.video_volume',
    ],
    [
      'a title that is a number',
      { settings: { audio: { ...sound, title: 4 } }, ...reel },
      'settings.audio.title',
    ],
    ['a sound for a picture', { settings: { audio: sound } }, 'value.0.image'],
    [
      'a sound for 2 videos',
      { settings: { audio: sound }, value: [{ media: [video(), video()] }] },
      'value.0.image',
    ],
    [
      'a sound for a video and a picture',
      { settings: { audio: sound }, value: [{ media: [video(), image()] }] },
      'value.0.image',
    ],
    ['a sound for a story', { settings: { post_type: 'story', audio: sound }, ...reel }, 'settings.audio'],
  ],
});

describe('a caption with hashtags', () => {
  const tags = (count: number): string =>
    Array.from({ length: count }, (_, n) => `#soup${n} https://example.com/#${n}`).join(' ');
  const codes = (text: string, place = { settings: {}, position: 0 }): string[] | undefined =>
    instagram.warnings?.(text, place).map(({ code }) => code);

  it('is warned of from the sixth on, as Instagram lowers its limit, until it is refused', () => {
    expect(codes(tags(5))).toEqual([]);
    expect(codes(tags(6))).toEqual(['instagram_many_hashtags']);
    expect(codes(tags(30))).toEqual(['instagram_many_hashtags']);
    expect(codes(tags(31))).toEqual([]);
  });

  it('is none of a comment or a story', () => {
    expect(codes(tags(6), { settings: {}, position: 1 })).toEqual([]);
    expect(codes(tags(6), { settings: { post_type: 'story' }, position: 0 })).toEqual([]);
  });
});

testNetwork(instagramStandalone, {
  ...instagramTable,
  accepts: [
    ...instagramTable.accepts,
    ['a sound, which is not used', { settings: { audio: { id: '1234567890' } } }],
    [
      'a sound for a story, which is not used',
      { settings: { post_type: 'story', audio: { id: '1234567890' } } },
    ],
  ],
  rejects: [
    ...instagramTable.rejects,
    ['a video at a URL that Instagram cannot reach', FAR_VIDEO, 'value.0.image'],
  ],
});
