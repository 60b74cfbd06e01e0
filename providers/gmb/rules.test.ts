import { image, testNetwork, times, video, type PostUnderTest } from '../_kit/test-network.ts';
import { gmb } from './index.ts';
import { LINK_ACTIONS, TOPICS } from './schema.ts';

const LINK = 'https://cafe.example/menu';
const EVENT = {
  topicType: 'EVENT',
  eventTitle: 'Tasting',
  eventStartDate: '2031-05-04',
  eventEndDate: '2031-05-04',
  eventStartTime: '09:30',
  eventEndTime: '17:00',
};
const event = (changes: Readonly<Record<string, unknown>>): PostUnderTest => ({
  settings: { ...EVENT, ...changes },
});
const text = (content: string): PostUnderTest => ({ value: [{ content }] });
const photo = (changes: Parameters<typeof image>[0]): PostUnderTest => ({
  value: [{ content: 'Spring', media: [image(changes)] }],
});
/** A URL with this number of characters. */
const url = (length: number): string => `https://cafe.example/${'x'.repeat(length - 21)}`;
const URLS = ['callToActionUrl', 'offerRedeemUrl'] as const;
const DAYS = ['eventStartDate', 'eventEndDate'] as const;
const TIMES = ['eventStartTime', 'eventEndTime'] as const;
const TEXTS = [
  ['eventTitle', 1000],
  ['offerCouponCode', 1000],
  ['offerTerms', 5000],
] as const;

testNetwork(gmb, {
  settings: {},
  accepts: [
    ...[...TOPICS, '', null].map(
      (topicType) =>
        [
          `the topic ${JSON.stringify(topicType)}`,
          { settings: { topicType, eventTitle: 'Tasting' } },
        ] as const,
    ),
    ...LINK_ACTIONS.map(
      (callToActionType) =>
        [
          `the button ${callToActionType} with a URL`,
          { settings: { callToActionType, callToActionUrl: LINK } },
        ] as const,
    ),
    ...['NONE', 'CALL', '', null].map(
      (callToActionType) =>
        [
          `the button ${JSON.stringify(callToActionType)} without a URL`,
          { settings: { callToActionType, callToActionUrl: '' } },
        ] as const,
    ),
    [
      'the button CALL with a URL, which it does not use',
      { settings: { callToActionType: 'CALL', callToActionUrl: LINK } },
    ],
    ['a URL without a button', { settings: { callToActionUrl: LINK } }],
    ...URLS.flatMap((field) =>
      [LINK, 'http://cafe.example', '', null, url(2048)].map(
        (value) =>
          [
            `${String(value).slice(0, 30)} of ${value?.length} characters as ${field}`,
            { settings: { [field]: value } },
          ] as const,
      ),
    ),
    ...TEXTS.flatMap(([field, max]) =>
      ['x'.repeat(max), '', null].map(
        (value) =>
          [`a text of ${value?.length} characters as ${field}`, { settings: { [field]: value } }] as const,
      ),
    ),
    ['an event with days and times', event({})],
    ['an event with a title alone', { settings: { topicType: 'EVENT', eventTitle: 'T' } }],
    ['an event that ends when it starts', event({ eventEndTime: '09:30' })],
    [
      'an event that ends on a later day at an earlier time',
      event({ eventEndDate: '2031-05-05', eventEndTime: '01:00' }),
    ],
    ...DAYS.flatMap((field) =>
      ['', null, '2032-02-29'].map(
        (value) => [`${JSON.stringify(value)} as ${field}`, { settings: { [field]: value } }] as const,
      ),
    ),
    ...TIMES.flatMap((field) =>
      ['', null, '00:00', '23:59'].map(
        (value) => [`${JSON.stringify(value)} as ${field}`, { settings: { [field]: value } }] as const,
      ),
    ),
    [
      'days in the wrong order without an event',
      { settings: { eventStartDate: '2031-05-04', eventEndDate: '2031-05-03' } },
    ],
    ['an offer without details', { settings: { topicType: 'OFFER' } }],
    [
      'an offer with everything',
      {
        settings: {
          ...EVENT,
          topicType: 'OFFER',
          offerCouponCode: 'MAY',
          offerRedeemUrl: LINK,
          offerTerms: 'In May',
        },
      },
    ],
    [
      'an offer with the button of older clients',
      { settings: { topicType: 'OFFER', callToActionType: 'GET_OFFER', callToActionUrl: LINK } },
    ],
    ['a text of 1,500 characters', text('x'.repeat(1500))],
    ['a text of 1,500 emoji', text('🌱'.repeat(1500))],
    ['a photo without text', { value: [{ media: [image()] }] }],
    ...['image/jpeg', 'image/png'].map((mime) => [`a photo of the type ${mime}`, photo({ mime })] as const),
    ['a photo of 5 MiB', photo({ size: 5 * 1024 ** 2 })],
    ['a photo of 10 KiB', photo({ size: 10_240 })],
    ['a photo of 250 × 250 pixels', photo({ width: 250, height: 250 })],
  ],
  rejects: [
    ...['event', 'ALERT', 7].map(
      (topicType) => [`the topic ${topicType}`, { settings: { topicType } }, 'settings.topicType'] as const,
    ),
    ...['BUY', 'book', 7].map(
      (callToActionType) =>
        [
          `the button ${callToActionType}`,
          { settings: { callToActionType, callToActionUrl: LINK } },
          'settings.callToActionType',
        ] as const,
    ),
    ...LINK_ACTIONS.flatMap((callToActionType) =>
      [undefined, '', null].map(
        (callToActionUrl) =>
          [
            `the button ${callToActionType} with the URL ${JSON.stringify(callToActionUrl)}`,
            { settings: { callToActionType, callToActionUrl } },
            'settings.callToActionUrl',
          ] as const,
      ),
    ),
    ...URLS.flatMap((field) =>
      ['ftp://cafe.example', 'cafe.example', 'https://cafe example', 'javascript:alert(1)', 7, url(2049)].map(
        (value) =>
          [
            `${String(value).slice(0, 30)} as ${field}`,
            { settings: { [field]: value } },
            `settings.${field}`,
          ] as const,
      ),
    ),
    ...TEXTS.flatMap(([field, max]) =>
      ['x'.repeat(max + 1), 7].map(
        (value) =>
          [
            `${String(value).slice(0, 3)} as ${field}, beyond its limits`,
            { settings: { [field]: value } },
            `settings.${field}`,
          ] as const,
      ),
    ),
    ...[undefined, '', '  ', null].map(
      (eventTitle) =>
        [
          `an event with the title ${JSON.stringify(eventTitle)}`,
          event({ eventTitle }),
          'settings.eventTitle',
        ] as const,
    ),
    ...DAYS.flatMap((field) =>
      ['04.05.2031', '2031-02-29', '2031-13-01', 'tomorrow', 20_310_504].map(
        (value) => [`${value} as ${field}`, { settings: { [field]: value } }, `settings.${field}`] as const,
      ),
    ),
    ...TIMES.flatMap((field) =>
      ['24:00', '9:30', '09:60', '9am', 930].map(
        (value) => [`${value} as ${field}`, { settings: { [field]: value } }, `settings.${field}`] as const,
      ),
    ),
    [
      'an event that ends on a day before it starts',
      event({ eventEndDate: '2031-05-03' }),
      'settings.eventEndDate',
    ],
    [
      'an offer that ends on a day before it starts',
      event({ topicType: 'OFFER', eventEndDate: '2031-05-03' }),
      'settings.eventEndDate',
    ],
    [
      'an event that ends on its day before it starts',
      event({ eventEndTime: '09:29' }),
      'settings.eventEndTime',
    ],
    ['a text of 1,501 characters', text('x'.repeat(1501)), 'value.0.content'],
    ['1,500 emoji and a letter', text(`${'🌱'.repeat(1500)}x`), 'value.0.content'],
    ['an empty post', { value: [{}] }, 'value.0.content'],
    ['a second part', { value: [{ content: 'one' }, { content: 'two' }] }, 'value.1'],
    ['two photos', { value: [{ media: times(2, image()) }] }, 'value.0.image'],
    ['a video', { value: [{ content: 'Spring', media: [video()] }] }, 'value.0.image'],
    ...['image/gif', 'image/webp', 'image/avif', 'image/bmp', 'image/tiff'].map(
      (mime) => [`a photo of the type ${mime}`, photo({ mime }), 'value.0.image'] as const,
    ),
    ['a photo one byte over 5 MiB', photo({ size: 5 * 1024 ** 2 + 1 }), 'value.0.image'],
    ['a photo of a byte under 10 KiB', photo({ size: 10_239 }), 'value.0.image'],
    ['a photo of 249 pixels width', photo({ width: 249, height: 600 }), 'value.0.image'],
    ['a photo of 249 pixels height', photo({ width: 600, height: 249 }), 'value.0.image'],
  ],
});
