import { image, testNetwork, times, video, type PostUnderTest } from '../_kit/test-network.ts';
import { listmonk } from './index.ts';

const TEN_MIB = 10 * 1024 ** 2;
const settings = (changes: Record<string, unknown>): PostUnderTest => ({ settings: changes });

testNetwork(listmonk, {
  settings: { subject: 'Spring menu', preview: 'What grows now', list: '3' },
  accepts: [
    ['a subject of one character', settings({ subject: 'x' })],
    ['a subject of 5,000 bytes', settings({ subject: 'x'.repeat(5000) })],
    ['a subject of 1,250 emoji of four bytes each', settings({ subject: '🥕'.repeat(1250) })],
    ['a subject with braces', settings({ subject: 'News for {{ .Subscriber.FirstName }}' })],
    ['an empty preview', settings({ preview: '' })],
    ['a preview of 5,000 characters', settings({ preview: '🥕'.repeat(5000) })],
    ['a list as a number', settings({ list: 3 })],
    ['the smallest list', settings({ list: '1' })],
    ['the largest list', settings({ list: 2_147_483_647 })],
    ['a template', settings({ template: '2' })],
    ['a template as a number', settings({ template: 2_147_483_647 })],
    ['an empty template as the default', settings({ template: '' })],
    ['"0" as the default template', settings({ template: '0' })],
    ['0 as the default template', settings({ template: 0 })],
    ['null as the default template', settings({ template: null })],
    ['100,000,000 characters', { value: [{ content: 'x'.repeat(100_000_000) }] }],
    ['braces in the text', { value: [{ content: '<p>Dear {{ .Subscriber.FirstName }}</p>' }] }],
    ['50 pictures without text', { value: [{ media: times(50, image()) }] }],
    [
      'PNG, GIF, WebP and AVIF',
      { value: [{ media: ['png', 'gif', 'webp', 'avif'].map((type) => image({ mime: `image/${type}` })) }] },
    ],
    ['a picture of 10 MiB', { value: [{ media: [image({ size: TEN_MIB })] }] }],
  ],
  rejects: [
    ['no subject', settings({ subject: undefined }), 'settings.subject'],
    ['an empty subject', settings({ subject: '' }), 'settings.subject'],
    ['a subject of spaces', settings({ subject: '  ' }), 'settings.subject'],
    ['a subject of 5,001 bytes', settings({ subject: 'x'.repeat(5001) }), 'settings.subject'],
    ['a subject of 1,251 emoji', settings({ subject: '🥕'.repeat(1251) }), 'settings.subject'],
    ['no preview', settings({ preview: undefined }), 'settings.preview'],
    ['null as a preview', settings({ preview: null }), 'settings.preview'],
    ['a preview of 5,001 characters', settings({ preview: 'x'.repeat(5001) }), 'settings.preview'],
    ['no list', settings({ list: undefined }), 'settings.list'],
    ['an empty list', settings({ list: '' }), 'settings.list'],
    ['a list by its name', settings({ list: 'Friends' }), 'settings.list'],
    ['the list 0', settings({ list: '0' }), 'settings.list'],
    ['a list that exceeds 4 bytes', settings({ list: 2_147_483_648 }), 'settings.list'],
    ['several lists', settings({ list: ['1', '2'] }), 'settings.list'],
    ['a template by its name', settings({ template: 'Default' }), 'settings.template'],
    ['a template below 0', settings({ template: -1 }), 'settings.template'],
    ['a template that exceeds 4 bytes', settings({ template: 2_147_483_648 }), 'settings.template'],
    ['100,000,001 characters', { value: [{ content: 'x'.repeat(100_000_001) }] }, 'value.0.content'],
    ['neither text nor pictures', { value: [{ content: ' ' }] }, 'value.0.content'],
    ['51 pictures', { value: [{ media: times(51, image()) }] }, 'value.0.image'],
    ['a video', { value: [{ content: 'Look', media: [video()] }] }, 'value.0.image'],
    ['TIFF', { value: [{ media: [image({ mime: 'image/tiff' })] }] }, 'value.0.image'],
    [
      'a picture one byte over 10 MiB',
      { value: [{ media: [image({ size: TEN_MIB + 1 })] }] },
      'value.0.image',
    ],
    ['a second part', { value: [{ content: 'one' }, { content: 'two' }] }, 'value.1'],
  ],
});
