import { encoded, image, testNetwork, times, video } from '../_kit/test-network.ts';
import { x } from './index.ts';
import { REPLIERS } from './schema.ts';

const MIB = 1024 ** 2;
const say = (content: string) => ({ value: [{ content }] });
const show = (...media: ReturnType<typeof image>[]) => ({ value: [{ content: 'Spring', media }] });
const gif = image({ mime: 'image/gif', fileName: 'spring.gif', width: 480, height: 480 });
const png = image({ mime: 'image/png', fileName: 'spring.png' });
const article = {
  post_type: 'article',
  article_title: 'Spring',
  article_status: 'published',
  who_can_reply_post: undefined,
};
const family = '👨‍👩‍👧‍👦';
const link = `https://example.com/${'menu'.repeat(100)}`;
const cover = { id: 'u1', path: 'https://crier.example/uploads/u1.jpg' };

const poll = (more: Record<string, unknown> = {}) => ({
  settings: { poll: { options: ['Tea', 'Coffee'], ...more } },
});
const subtitles = { language: 'en', file: '1\n00:00:01,000 --> 00:00:02,000\nTea' };
const quote = (post: unknown) => ({ settings: { quote: post } });

testNetwork(x, {
  settings: { who_can_reply_post: 'everyone' },
  requires: ['who_can_reply_post'],
  accepts: [
    ...['avc', 'hevc', 'av1'].map((codec) => [codec, show(encoded({ codec, chroma: '4:2:0' }))] as const),
    ...REPLIERS.map((who) => [`replies by ${who}`, { settings: { who_can_reply_post: who } }] as const),
    ['subtitles of a video', { settings: { subtitles }, ...show(video()) }],
    ['emptied subtitles', { settings: { subtitles: { language: '', file: null } }, ...show(png) }],
    ['a post in a community', { settings: { community: 'https://x.com/i/communities/1493446837214187523' } }],
    ...[
      'https://x.com/ada/status/1880028106020515840',
      'https://twitter.com/i/status/1880028106020515840?s=20',
      '1880028106020515840',
      '(post:7)',
      '',
      null,
    ].map((post) => [`the quote ${post}`, quote(post)] as const),
    [
      'ten people in a picture',
      { settings: { tagged_people: times(10, '@ada_1' as never) }, ...show(image()) },
    ],
    [
      'a poll of four answers of 25 letters for a week',
      poll({ options: times(4, 'x'.repeat(25) as never), duration_minutes: 10_080 }),
    ],
    ['a picture in the reply to a poll', { ...poll(), value: [{ content: 'Which?' }, { media: [image()] }] }],
    ['an empty community as the timeline', { settings: { community: '' } }],
    [
      'null for fields that are not set',
      {
        settings: {
          community: null,
          made_with_ai: null,
          paid_partnership: null,
          post_type: null,
          article_title: null,
          article_status: null,
          article_cover: null,
        },
      },
    ],
    [
      'the empty string for fields that are not set',
      { settings: { community: '', post_type: '', article_title: '', article_status: '' } },
    ],
    ['labels for AI and for promotion', { settings: { made_with_ai: true, paid_partnership: true } }],
    [
      'labels that are off',
      { settings: { made_with_ai: false, paid_partnership: false, post_type: 'post' } },
    ],
    ['280 letters', say('a'.repeat(280))],
    ['280 letters with an accent in two code points', say('e\u0301'.repeat(280))],
    ['140 ideographs', say('春'.repeat(140))],
    ['140 families, each one emoji', say(family.repeat(140))],
    ['a link of 420 characters as 23', say(`${'a'.repeat(256)} ${link}`)],
    ['25,000 letters with Premium', { ...say('a'.repeat(25_000)), details: { premium: true } }],
    ['an alternative text of 1,000 characters', show(image({ alt: 'a'.repeat(1000) }))],
    ['4 pictures', show(...times(4, png))],
    ['media without text', { value: [{ media: [image()] }] }],
    ['JPEG, PNG and WebP', show(image(), png, image({ mime: 'image/webp', fileName: 'a.webp' }))],
    ['a picture of 5 MB', show(image({ size: 5 * MIB }))],
    ['one GIF of 15 MB and 1280 × 1080', show({ ...gif, size: 15 * MIB, width: 1280, height: 1080 })],
    ['one video of 8 GB and 20 minutes', show(video({ size: 8192 * MIB, durationMs: 1_200_000 }))],
    ['a video of half a second, 1:3', show(video({ durationMs: 500, width: 32, height: 96 }))],
    ['a video of 3:1', show(video({ width: 960, height: 320 }))],
    [
      'a video of 125 minutes and 16 GB with Premium',
      { ...show(video({ durationMs: 7_500_000, size: 16_384 * MIB })), details: { premium: true } },
    ],
    ['a video of unknown size', show(video({ width: undefined, height: undefined, durationMs: undefined }))],
    [
      'a thread with media in each part',
      {
        value: [
          { content: '1/2', media: [image()] },
          { content: '2/2', media: [video()] },
        ],
      },
    ],
    ['an article, published or kept as a draft', { settings: article }],
    ['a draft of an article', { settings: { ...article, article_status: 'draft' } }],
    ['an article to which everyone can reply', { settings: { ...article, who_can_reply_post: 'everyone' } }],
    ['an article without who can reply', { settings: { ...article, who_can_reply_post: '' } }],
    ['a title of one character', { settings: { ...article, article_title: 'S' } }],
    ['a title of 1,000 characters', { settings: { ...article, article_title: 'S'.repeat(1000) } }],
    [
      'an article of 100,000 characters with its markup',
      { settings: article, ...say(`<p>${'a'.repeat(99_993)}</p>`) },
    ],
    ['an article with a GIF among its pictures', { settings: article, ...show(gif, ...times(9, png)) }],
    ['an article with 100 pictures', { settings: article, ...show(...times(100, png)) }],
    [
      'an article with replies of 280 characters without their markup',
      { settings: article, value: [{ content: 'Spring' }, { content: `<p>${'a'.repeat(280)}</p>` }] },
    ],
    [
      'a cover of 5 MB',
      {
        settings: { ...article, article_cover: cover },
        settingsMedia: [['article_cover', image({ size: 5 * MIB })]],
      },
    ],
  ],
  rejects: [
    ['a sound as Opus', show(encoded({ audio: 'opus' })), 'value.0.image'],
    ['a film with the colours of 4:2:2', show(encoded({ chroma: '4:2:2' })), 'value.0.image'],
    ['61 frames a second', show(encoded({ frameRate: 61 })), 'value.0.image'],
    ['subtitles of a picture', { settings: { subtitles }, ...show(png) }, 'settings.subtitles'],
    [
      'subtitles without a language',
      { settings: { subtitles: { ...subtitles, language: null } }, ...show(video()) },
      'settings.subtitles.language',
    ],
    [
      'subtitles that are none',
      { settings: { subtitles: { ...subtitles, file: 'Tea' } }, ...show(video()) },
      'settings.subtitles.file',
    ],
    [
      'subtitles in a language of three letters',
      { settings: { subtitles: { ...subtitles, language: 'eng' } }, ...show(video()) },
      'settings.subtitles.language',
    ],
    ['a quote of a profile', quote('https://x.com/ada'), 'settings.quote'],
    ['a quote beside a picture', { ...quote('1'), ...show(image()) }, 'settings.quote'],
    [
      'a quote of a post of this instance beside a picture',
      { ...quote('(post:7)'), ...show(image()) },
      'settings.quote',
    ],
    ['a quote beside a poll', { settings: { quote: '1', ...poll().settings } }, 'settings.quote'],
    ['a quote in an article', { settings: { ...article, quote: '1' } }, 'settings.quote'],
    ['people without a picture', { settings: { tagged_people: ['ada'] } }, 'settings.tagged_people'],
    [
      'eleven people',
      { settings: { tagged_people: times(11, 'ada' as never) }, ...show(image()) },
      'settings.tagged_people',
    ],
    [
      'a name with a space',
      { settings: { tagged_people: ['a da'] }, ...show(image()) },
      'settings.tagged_people.0',
    ],
    ['a poll of one answer', poll({ options: ['Tea'] }), 'settings.poll.options'],
    ['a poll of five answers', poll({ options: times(5, 'Tea' as never) }), 'settings.poll.options'],
    ['an answer of 26 letters', poll({ options: ['Tea', 'x'.repeat(26)] }), 'settings.poll.options.1'],
    ['a poll of four minutes', poll({ duration_minutes: 4 }), 'settings.poll.duration_minutes'],
    ['a poll beside a picture', { ...poll(), ...show(image()) }, 'settings.poll'],
    ['a poll in an article', { settings: { ...article, ...poll().settings } }, 'settings.poll'],
    [
      'a post without who can reply',
      { settings: { who_can_reply_post: undefined } },
      'settings.who_can_reply_post',
    ],
    [
      'an article to which only some can reply',
      { settings: { ...article, who_can_reply_post: 'following' } },
      'settings.who_can_reply_post',
    ],
    [
      'the empty string for who can reply',
      { settings: { who_can_reply_post: '' } },
      'settings.who_can_reply_post',
    ],
    [
      'an unknown value for who can reply',
      { settings: { who_can_reply_post: 'nobody' } },
      'settings.who_can_reply_post',
    ],
    ['a community by its number', { settings: { community: '1493446837214187523' } }, 'settings.community'],
    [
      'a community with more than its number',
      { settings: { community: 'https://x.com/i/communities/1493/about' } },
      'settings.community',
    ],
    [
      'a community of 20 digits',
      { settings: { community: `https://x.com/i/communities/${'1'.repeat(20)}` } },
      'settings.community',
    ],
    [
      'a label for AI that is not a boolean',
      { settings: { made_with_ai: 'maybe' } },
      'settings.made_with_ai',
    ],
    [
      'a label for promotion that is not a boolean',
      { settings: { paid_partnership: 1 } },
      'settings.paid_partnership',
    ],
    ['a type of post that X does not know', { settings: { post_type: 'story' } }, 'settings.post_type'],
    [
      'an article without a title',
      { settings: { ...article, article_title: undefined } },
      'settings.article_title',
    ],
    [
      'an article with an empty title',
      { settings: { ...article, article_title: '' } },
      'settings.article_title',
    ],
    [
      'an article with a title of 1,001 characters',
      { settings: { ...article, article_title: 'S'.repeat(1001) } },
      'settings.article_title',
    ],
    [
      'an article without a status',
      { settings: { ...article, article_status: undefined } },
      'settings.article_status',
    ],
    [
      'an article of another status',
      { settings: { ...article, article_status: 'private' } },
      'settings.article_status',
    ],
    [
      'a cover without a URL',
      { settings: { ...article, article_cover: { id: 'u1' } } },
      'settings.article_cover.path',
    ],
    ['a cover that is a string', { settings: { ...article, article_cover: 'u1' } }, 'settings.article_cover'],
    [
      'a cover over 5 MB',
      {
        settings: { ...article, article_cover: cover },
        settingsMedia: [['article_cover', image({ size: 5 * MIB + 1 })]],
      },
      'settings.article_cover',
    ],
    [
      'a cover that is a video',
      { settings: { ...article, article_cover: cover }, settingsMedia: [['article_cover', video()]] },
      'settings.article_cover',
    ],
    ['281 letters', say('a'.repeat(281)), 'value.0.content'],
    ['141 ideographs', say('春'.repeat(141)), 'value.0.content'],
    ['141 families', say(family.repeat(141)), 'value.0.content'],
    ['a link beside 257 letters', say(`${'a'.repeat(257)} ${link}`), 'value.0.content'],
    [
      '25,001 letters with Premium',
      { ...say('a'.repeat(25_001)), details: { premium: true } },
      'value.0.content',
    ],
    ['a text of many dots, without long thought', say('a.'.repeat(500_000)), 'value.0.content'],
    [
      'an article of 100,001 characters',
      { settings: article, ...say(`<p>${'a'.repeat(99_994)}</p>`) },
      'value.0.content',
    ],
    [
      'a reply of 281 letters to an article',
      { settings: article, value: [{ content: 'Spring' }, { content: 'a'.repeat(281) }] },
      'value.1.content',
    ],
    [
      'a reply to a draft of an article',
      {
        settings: { ...article, article_status: 'draft' },
        value: [{ content: 'Spring' }, { content: 'More' }],
      },
      'value.1',
    ],
    ['an alternative text of 1,001 characters', show(image({ alt: 'a'.repeat(1001) })), 'value.0.image'],
    ['5 pictures', show(...times(5, png)), 'value.0.image'],
    ['2 videos', show(video(), video()), 'value.0.image'],
    ['a picture besides a video', show(png, video()), 'value.0.image'],
    ['2 GIFs', show(gif, gif), 'value.0.image'],
    ['a GIF beside a picture', show(gif, png), 'value.0.image'],
    ['AVIF', show(image({ mime: 'image/avif', fileName: 'a.avif' })), 'value.0.image'],
    ['a picture over 5 MB', show(image({ size: 5 * MIB + 1 })), 'value.0.image'],
    ['a GIF over 15 MB', show({ ...gif, size: 15 * MIB + 1 }), 'value.0.image'],
    ['a GIF of 1281 × 1080', show({ ...gif, width: 1281, height: 1080 }), 'value.0.image'],
    ['a GIF of 1280 × 1081', show({ ...gif, width: 1280, height: 1081 }), 'value.0.image'],
    ['a video over 8 GB', show(video({ size: 8192 * MIB + 1 })), 'value.0.image'],
    ['a video over 20 minutes', show(video({ durationMs: 1_200_001 })), 'value.0.image'],
    [
      'a video over 16 GB with Premium',
      { ...show(video({ size: 16_384 * MIB + 1 })), details: { premium: true } },
      'value.0.image',
    ],
    [
      'a video over 125 minutes with Premium',
      { ...show(video({ durationMs: 7_500_001 })), details: { premium: true } },
      'value.0.image',
    ],
    ['a video of 0.4 seconds', show(video({ durationMs: 400 })), 'value.0.image'],
    ['a video narrower than 1:3', show(video({ width: 320, height: 1000 })), 'value.0.image'],
    ['a video wider than 3:1', show(video({ width: 1000, height: 320 })), 'value.0.image'],
    ['a video of 31 pixels', show(video({ width: 31, height: 32 })), 'value.0.image'],
    [
      '5 pictures in a reply',
      { value: [{ content: 'Spring' }, { content: 'More', media: times(5, png) }] },
      'value.1.image',
    ],
    ['a video in an article', { settings: article, ...show(video()) }, 'value.0.image'],
    ['101 pictures in an article', { settings: article, ...show(...times(101, png)) }, 'value.0.image'],
  ],
});
