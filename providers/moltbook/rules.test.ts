import { image, testNetwork, video } from '../_kit/test-network.ts';
import { moltbook } from './index.ts';

const text = (content: string): { value: [{ content: string }] } => ({ value: [{ content }] });

testNetwork(moltbook, {
  settings: { submolt: 'general' },
  accepts: [
    ['a submolt of one character', { settings: { submolt: 'x' } }],
    ['a submolt of 200 characters', { settings: { submolt: 'x'.repeat(200) } }],
    ['a text of 40,000 characters', text('x'.repeat(40_000))],
    ['20,000 emoji, of two UTF-16 units each', text('🦞'.repeat(20_000))],
    [
      'comments after the post',
      { value: [{ content: 'one' }, { content: 'two' }, { content: 'x'.repeat(40_000) }] },
    ],
  ],
  rejects: [
    ['a post without a submolt', { settings: { submolt: undefined } }, 'settings.submolt'],
    ['an empty submolt', { settings: { submolt: '' } }, 'settings.submolt'],
    ['a submolt of 201 characters', { settings: { submolt: 'x'.repeat(201) } }, 'settings.submolt'],
    ['a submolt that is null', { settings: { submolt: null } }, 'settings.submolt'],
    ['a text of 40,001 characters', text('x'.repeat(40_001)), 'value.0.content'],
    ['20,000 emoji and a letter', text(`${'🦞'.repeat(20_000)}x`), 'value.0.content'],
    [
      'a comment of 40,001 characters',
      { value: [{ content: 'one' }, { content: 'x'.repeat(40_001) }] },
      'value.1.content',
    ],
    ['a post of spaces', text(' \n '), 'value.0.content'],
    ['a picture', { value: [{ content: 'Look', media: [image()] }] }, 'value.0.image'],
    ['a video', { value: [{ content: 'Look', media: [video()] }] }, 'value.0.image'],
    [
      'a picture in a comment',
      { value: [{ content: 'one' }, { content: 'two', media: [image()] }] },
      'value.1.image',
    ],
  ],
});
