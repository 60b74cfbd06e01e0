/** The table of both LinkedIn networks: what they take and refuse is the same. */
import { image, type NetworkTable, times, video } from './test-network.ts';

const say = (content: string) => ({ value: [{ content }] });
const show = (...media: ReturnType<typeof image>[]) => ({ value: [{ content: 'Spring', media }] });
const png = image({ mime: 'image/png', fileName: 'spring.png' });
const carousel = { post_as_images_carousel: true };

export const linkedInTable: NetworkTable = {
  settings: {},
  accepts: [
    ['pictures that are no carousel', { settings: { post_as_images_carousel: false }, ...show(png) }],
    ['a carousel of 2 pictures', { settings: carousel, ...show(png, image()) }],
    ['a carousel of 300 pictures', { settings: carousel, ...show(...times(300, png)) }],
    ['a carousel with a name of 1,000 characters', { settings: { ...carousel, carousel_name: 'M'.repeat(1000) }, ...show(png, png) }],
    ['a name without a carousel, which is not used', { settings: { carousel_name: 'Menu' } }],
    ['what is not given as null or as an empty text', { settings: { post_as_images_carousel: null, carousel_name: '' } }],
    ['a name that is null', { settings: { carousel_name: null } }],
    ['3,000 letters', say('a'.repeat(3000))],
    ['1,500 emoji of two units', say('🌱'.repeat(1500))],
    ['characters that the API has to be given escaped', say('(#*_~|<>@[]{}\\)'.repeat(200))],
    ['media without text', { value: [{ media: [image()] }] }],
    ['20 pictures', show(...times(20, png))],
    ['JPEG, PNG and GIF', show(image(), png, image({ mime: 'image/gif', fileName: 'a.gif' }))],
    ['a picture of 36,152,319 pixels', show(image({ width: 36_152_319, height: 1 }))],
    ['a large picture, for which no limit is documented', show(image({ size: 20_000_000 }))],
    ['a picture that does not tell its sides', show(image({ width: undefined, height: undefined }))],
    ['a video of 75 KB and 3 seconds', show(video({ size: 75_000, durationMs: 3000 }))],
    ['a video of 500 MB and 30 minutes', show(video({ size: 500 * 1024 ** 2, durationMs: 1_800_000 }))],
    ['a video of 1:2.4', show(video({ width: 1000, height: 2400 }))],
    ['a video of 2.4:1', show(video({ width: 2400, height: 1000 }))],
    ['comments under a post with media', { value: [{ content: 'Spring', media: [image()] }, { content: 'More' }, { content: 'c'.repeat(1250) }] }],
    ['a comment under a carousel', { settings: carousel, value: [{ content: 'Spring', media: [png, png] }, { content: 'More' }] }],
  ],
  refuses: [
    ['a carousel that is a text', { settings: { post_as_images_carousel: 'yes' } }, 'settings.post_as_images_carousel'],
    ['a name that is a number', { settings: { carousel_name: 7 } }, 'settings.carousel_name'],
    ['a name of 1,001 characters', { settings: { carousel_name: 'M'.repeat(1001) } }, 'settings.carousel_name'],
    ['a carousel without pictures', { settings: carousel }, 'value.0.image'],
    ['a carousel of one picture', { settings: carousel, ...show(png) }, 'value.0.image'],
    ['a carousel of 301 pictures', { settings: carousel, ...show(...times(301, png)) }, 'value.0.image'],
    ['a carousel of a picture and a video', { settings: carousel, ...show(png, video()) }, 'value.0.image'],
    ['3,001 letters', say('a'.repeat(3001)), 'value.0.content'],
    ['1,501 emoji of two units', say('🌱'.repeat(1501)), 'value.0.content'],
    ['a comment of 3,001 letters', { value: [{ content: 'Spring' }, { content: 'a'.repeat(3001) }] }, 'value.1.content'],
    ['21 pictures', show(...times(21, png)), 'value.0.image'],
    ['2 videos', show(video(), video()), 'value.0.image'],
    ['a picture beside a video', show(png, video()), 'value.0.image'],
    ['WebP', show(image({ mime: 'image/webp', fileName: 'a.webp' })), 'value.0.image'],
    ['a picture of 36,152,320 pixels', show(image({ width: 36_152_320, height: 1 })), 'value.0.image'],
    ['a video under 75 KB', show(video({ size: 74_999 })), 'value.0.image'],
    ['a video over 500 MB', show(video({ size: 500 * 1024 ** 2 + 1 })), 'value.0.image'],
    ['a video of 2.9 seconds', show(video({ durationMs: 2900 })), 'value.0.image'],
    ['a video over 30 minutes', show(video({ durationMs: 1_800_001 })), 'value.0.image'],
    ['a video narrower than 1:2.4', show(video({ width: 1000, height: 2450 })), 'value.0.image'],
    ['a video wider than 2.4:1', show(video({ width: 2450, height: 1000 })), 'value.0.image'],
    ['a comment with a picture', { value: [{ content: 'Spring' }, { content: 'More', media: [image()] }] }, 'value.1.image'],
    ['a comment with a video', { value: [{ content: 'Spring' }, { content: 'More', media: [video()] }] }, 'value.1.image'],
  ],
};
