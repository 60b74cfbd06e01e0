import { image, testNetwork, times, video } from '../_kit/test-network.ts';
import { mastodon } from './index.ts';
import { VISIBILITIES } from './schema.ts';

const QUOTES = { apiVersion: 7, baseUrl: 'https://social.example' };
const quote = (id: string) => ({ quoted_status_id: id });
const text = (content: string): { value: [{ content: string }] } => ({ value: [{ content }] });
const poll = (changes: object = {}) => ({ settings: { poll: { options: ['Soup', 'Salad'], ...changes } } });
const MIB = 1024 ** 2;
/** An instance that allows more than Mastodon's defaults. */
const LARGE = {
  maxCharacters: 5000,
  maxMedia: 6,
  mimeTypes: ['image/jpeg', 'image/avif', 'video/mp4'],
  imageSizeLimit: 40 * MIB,
  videoSizeLimit: 200 * MIB,
  descriptionLimit: 2000,
};
/** An instance that allows less. */
const SMALL = { maxCharacters: 100, maxMedia: 1, mimeTypes: ['image/png'], imageSizeLimit: MIB };

testNetwork(mastodon, {
  settings: {},
  accepts: [
    ...VISIBILITIES.map(
      (visibility) => [`the visibility ${visibility}`, { settings: { visibility } }] as const,
    ),
    [
      'settings without a value',
      { settings: { visibility: '', spoiler_text: null, sensitive: null, language: '' } },
    ],
    ['a poll of two answers, for a day', poll()],
    [
      'a poll of four answers, for a month',
      poll({
        options: ['a', 'b', 'c', '👨‍👩‍👧‍👦'.repeat(50)],
        expires_in: 2_629_746,
        multiple: true,
        hide_totals: true,
      }),
    ],
    ['a poll without answers, which is none', poll({ options: [''], multiple: true })],
    [
      'six answers if the instance does',
      { ...poll({ options: [...'abcdef'] }), details: { maxPollOptions: 6 } },
    ],
    [
      'a picture in the part after a poll',
      { ...poll(), value: [{ content: 'Soup?' }, { content: 'two', media: [image()] }] },
    ],
    ['a quote by its ID', { settings: quote('1234'), details: QUOTES }],
    ['a quote by its URL here', { settings: quote('https://social.example/@ada/1234'), details: QUOTES }],
    [
      'a quote of a post that came from elsewhere, by its URL here',
      { settings: quote(' https://social.example/@ada@other.example/1234/ '), details: QUOTES },
    ],
    [
      'files in the part after a quote',
      {
        settings: quote('1234'),
        details: QUOTES,
        value: [{ content: 'one' }, { content: 'two', media: [image()] }],
      },
    ],
    ...['public', 'followers', 'nobody', '', null].map(
      (policy) =>
        [
          `quotes by ${policy}`,
          { settings: { quote_approval_policy: policy }, details: policy ? QUOTES : {} },
        ] as const,
    ),
    ['an emptied quote on an older instance', { settings: quote('') }],
    ['media that are hidden at first', { settings: { sensitive: true } }],
    ...['de', 'DE', 'pt-BR', 'zh-Hans-CN', 'nan'].map(
      (language) => [`the language ${language}`, { settings: { language } }] as const,
    ),
    [
      'a warning of 100 characters above a text of 400',
      { settings: { spoiler_text: 'w'.repeat(100) }, ...text('x'.repeat(400)) },
    ],
    ['a text of 500 letters', text('x'.repeat(500))],
    ['500 families of seven code points', text('👨‍👩‍👧‍👦'.repeat(500))],
    [
      'a link of any length as 23 characters',
      text(`${'x'.repeat(476)} https://a.example/${'y'.repeat(900)}`),
    ],
    ['a remote mention without its domain', text(`${'x'.repeat(495)} @ada@social.example`)],
    ['replies with media', { value: [{ content: 'one' }, { content: 'two', media: [image()] }] }],
    ['four pictures without text', { value: [{ media: times(4, image()) }] }],
    ...['image/jpeg', 'image/png', 'image/gif', 'image/webp'].map(
      (mime) => [`a picture of the type ${mime}`, { value: [{ media: [image({ mime })] }] }] as const,
    ),
    ['a picture of a byte under 16 MiB', { value: [{ media: [image({ size: 16 * MIB - 1 })] }] }],
    ['a video of a byte under 99 MiB', { value: [{ media: [video({ size: 99 * MIB - 1 })] }] }],
    ['a description of 1,500 characters', { value: [{ media: [image({ alt: 'x'.repeat(1500) })] }] }],
    ['5,000 letters if the instance does', { ...text('x'.repeat(5000)), details: LARGE }],
    [
      'six large pictures of a newer type if the instance does',
      {
        value: [
          { media: times(6, image({ mime: 'image/avif', size: 40 * MIB - 1, alt: 'x'.repeat(2000) })) },
        ],
        details: LARGE,
      },
    ],
    [
      'a video of a byte under 200 MiB if the instance does',
      { value: [{ media: [video({ size: 200 * MIB - 1 })] }], details: LARGE },
    ],
  ],
  rejects: [
    [
      'a quote on an instance before 4.5',
      { settings: quote('1234'), details: { apiVersion: 6 } },
      'settings.quoted_status_id',
    ],
    [
      'a quote on an instance that states no version',
      { settings: quote('1234') },
      'settings.quoted_status_id',
    ],
    [
      'a choice of who may quote, there',
      { settings: { quote_approval_policy: 'nobody' } },
      'settings.quote_approval_policy',
    ],
    [
      'a quote by its URL on another instance',
      { settings: quote('https://other.example/@ada/1234'), details: QUOTES },
      'settings.quoted_status_id',
    ],
    [
      'a quote beside a picture',
      { settings: quote('1234'), details: QUOTES, value: [{ content: 'one', media: [image()] }] },
      'settings.quoted_status_id',
    ],
    [
      'a quote beside a poll',
      { settings: { ...quote('1234'), ...poll().settings }, details: QUOTES },
      'settings.quoted_status_id',
    ],
    [
      'a quote in a direct post',
      { settings: { ...quote('1234'), visibility: 'direct' }, details: QUOTES },
      'settings.quoted_status_id',
    ],
    [
      'a quote that is no ID',
      { settings: quote('the last one'), details: QUOTES },
      'settings.quoted_status_id',
    ],
    [
      'quotes by friends',
      { settings: { quote_approval_policy: 'friends' }, details: QUOTES },
      'settings.quote_approval_policy',
    ],
    ...['followers', 'Unlisted', true].map(
      (visibility) =>
        [`the visibility ${visibility}`, { settings: { visibility } }, 'settings.visibility'] as const,
    ),
    ['a warning that is no text', { settings: { spoiler_text: ['Food'] } }, 'settings.spoiler_text'],
    [
      'a warning of 5,001 characters',
      { settings: { spoiler_text: 'w'.repeat(5001) } },
      'settings.spoiler_text',
    ],
    [
      'a warning without a text',
      { settings: { spoiler_text: 'Food' }, value: [{ media: [image()] }] },
      'settings.spoiler_text',
    ],
    [
      'a warning of 101 characters above a text of 400',
      { settings: { spoiler_text: 'w'.repeat(101) }, ...text('x'.repeat(400)) },
      'value.0.content',
    ],
    [
      'something else than yes or no as sensitive',
      { settings: { sensitive: 'maybe' } },
      'settings.sensitive',
    ],
    ...['German', 'de_DE', 7].map(
      (language) => [`the language ${language}`, { settings: { language } }, 'settings.language'] as const,
    ),
    ['a poll of one answer', poll({ options: ['Soup', ' '] }), 'settings.poll.options'],
    ['a poll of five answers', poll({ options: ['a', 'b', 'c', 'd', 'e'] }), 'settings.poll.options'],
    ['the same answer twice', poll({ options: ['Soup', 'Soup '] }), 'settings.poll.options'],
    ['an answer of 51 characters', poll({ options: ['x'.repeat(51), 'y'] }), 'settings.poll.options'],
    ['a poll of four minutes', poll({ expires_in: 240 }), 'settings.poll.expires_in'],
    ['a poll of two months', poll({ expires_in: 60 * 86_400 }), 'settings.poll.expires_in'],
    ['a poll that ends on a date', poll({ expires_in: '2031-05-04' }), 'settings.poll.expires_in'],
    ['answers that are one text', poll({ options: 'Soup, Salad' }), 'settings.poll.options'],
    ['several answers, perhaps', poll({ multiple: 'maybe' }), 'settings.poll.multiple'],
    ['a poll and a picture', { ...poll(), value: [{ content: 'x', media: [image()] }] }, 'settings.poll'],
    ['a poll where there are none', { ...poll(), details: { maxPollOptions: 0 } }, 'settings.poll'],
    ['a poll that is a text', { settings: { poll: 'Soup or salad?' } }, 'settings.poll'],
    ['a text of 501 letters', text('x'.repeat(501)), 'value.0.content'],
    ['501 families', text('👨‍👩‍👧‍👦'.repeat(501)), 'value.0.content'],
    ['477 letters and a link', text(`${'x'.repeat(477)} https://a.io/y`), 'value.0.content'],
    ['496 letters and a remote mention', text(`${'x'.repeat(496)} @ada@social.example`), 'value.0.content'],
    [
      'a reply of 501 letters',
      { value: [{ content: 'one' }, { content: 'x'.repeat(501) }] },
      'value.1.content',
    ],
    ['an empty post', { value: [{}] }, 'value.0.content'],
    ['five pictures', { value: [{ media: times(5, image()) }] }, 'value.0.image'],
    ['two videos', { value: [{ media: times(2, video()) }] }, 'value.0.image'],
    ['a picture besides a video', { value: [{ media: [image(), video()] }] }, 'value.0.image'],
    ...['image/avif', 'image/bmp', 'image/tiff'].map(
      (mime) =>
        [
          `a picture of the type ${mime}`,
          { value: [{ media: [image({ mime })] }] },
          'value.0.image',
        ] as const,
    ),
    ['a picture of 16 MiB', { value: [{ media: [image({ size: 16 * MIB })] }] }, 'value.0.image'],
    ['a video of 99 MiB', { value: [{ media: [video({ size: 99 * MIB })] }] }, 'value.0.image'],
    [
      'a description of 1,501 characters',
      { value: [{ media: [image(), image({ alt: 'x'.repeat(1501) })] }] },
      'value.0.image.1',
    ],
    [
      '101 letters if the instance allows 100',
      { ...text('x'.repeat(101)), details: SMALL },
      'value.0.content',
    ],
    [
      'two pictures if the instance allows one',
      { value: [{ media: times(2, image({ mime: 'image/png' })) }], details: SMALL },
      'value.0.image',
    ],
    [
      'a type that the instance does not support',
      { value: [{ media: [image()] }], details: SMALL },
      'value.0.image',
    ],
    [
      'a picture of 1 MiB if the instance allows less',
      { value: [{ media: [image({ mime: 'image/png', size: MIB })] }], details: SMALL },
      'value.0.image',
    ],
    [
      '5,001 letters if the instance allows 5,000',
      { ...text('x'.repeat(5001)), details: LARGE },
      'value.0.content',
    ],
    [
      'seven pictures if the instance allows six',
      { value: [{ media: times(7, image()) }], details: LARGE },
      'value.0.image',
    ],
  ],
});
