import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { compileCheck } from '../_kit/json-schema.ts';
import { pngFile } from '../_kit/test-harness.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { discord as provider } from './index.ts';

describe('the settings of a Discord post', () => {
  const issues = (settings: unknown): string[] =>
    compileCheck(provider.settingsSchema)(settings).map((issue) => issue.path);

  it.each([[{ __type: 'discord', channel: '613425648685547541' }]])('may be %j', (settings) =>
    expect(issues(settings)).toEqual([]),
  );
  it.each([
    [{ __type: 'discord' }],
    [{ __type: 'discord', channel: '' }],
    [{ __type: 'discord', channel: 'news' }],
    [{ __type: 'discord', channel: 613425 }],
    [{ __type: 'slack', channel: '1' }],
  ])('may not be %j', (settings) => expect(issues(settings)).not.toEqual([]));
});

const SILENT_WITHOUT_PREVIEWS = 4100;
const PICTURE = 'https://shop.example/menu.png';
const poll = { options: ['Tea, with milk', 'Coffee'] };

describe('on Discord', () => {
  let world: World;
  beforeEach(async () => void (world = await startWorld()));
  afterEach(() => world.stop());

  it('a message is silent and without previews only if a person chose that, with a file and in a forum too', async () => {
    const { network, guild } = world;
    const settings = { silent: true, suppress_embeds: true };
    const channel = network.createChannel({ guild, name: 'stories', type: 'forum' });
    await world.publish(world.request());
    await world.publish(world.request({}, { silent: false, suppress_embeds: null }));
    await world.publish(world.request({ media: [pngFile()] }, settings));
    await world.publish(world.request({}, { ...settings, channel }));
    expect(world.live().map(({ flags }) => flags)).toEqual([
      0,
      0,
      SILENT_WITHOUT_PREVIEWS,
      SILENT_WITHOUT_PREVIEWS,
    ]);
  });

  it('a poll has the text as its question, as it was written', async () => {
    await world.publish(world.request({ text: 'Tea *or* coffee?' }, { poll }));
    expect(world.live()).toMatchObject([
      {
        content: '',
        poll: { question: 'Tea *or* coffee?', answers: poll.options, multiple: false, hours: 24 },
      },
    ]);
  });

  it('a poll with a question of its own stands below the text, and is replied to', async () => {
    const root = await world.publish(
      world.request({ text: 'Spring' }, { poll: { ...poll, question: 'Which?', multiple: true, hours: 48 } }),
    );
    await world.publish(world.request({ root, parent: root }, { poll }));
    expect(world.live()).toMatchObject([
      { content: 'Spring', poll: { question: 'Which?', multiple: true, hours: 48 } },
      { poll: null },
    ]);
  });

  it('a poll is found again after a lost answer, and not taken for one with other answers', async () => {
    const lost = world.request({ text: 'Which?' }, { poll });
    const attempt = await world.lose(lost);
    expect(await provider.verify(lost, attempt, world.context)).toMatchObject({ status: 'found' });
    const other = world.request({ text: 'Which?' }, { poll: { options: ['Red', 'Blue'] } });
    const gone = await world.lose(other, 'reset_before');
    await world.publish(world.request({ text: 'Which?' }, { poll }));
    expect(await provider.verify(other, gone, world.context)).toMatchObject({ status: 'repeatable' });
  });

  it('a poll that Discord refuses is refused with its message', async () => {
    const refused = world.publish(world.request({}, { poll: { options: ['x'.repeat(56), 'Tea'] } }));
    await expect(refused).rejects.toThrow(
      'poll.answers.0.poll_media.text: Must be between 1 and 55 in length.',
    );
  });

  it('a message has its embeds with the first part alone, in a forum too', async () => {
    const { network, guild } = world;
    const channel = network.createChannel({ guild, name: 'stories', type: 'forum' });
    const [one, two] = [
      { title: ' Menu ', url: 'https://shop.example/', color: '#1f8b4c' },
      { image: PICTURE },
    ];
    const settings = { embeds: [one, { title: '' }, { ...two, author: 'Ada', footer: 'Daily' }] };
    const root = await world.publish(world.request({}, settings));
    await world.publish(world.request({ root, parent: root }, settings));
    await world.publish(world.request({}, { ...settings, channel }));
    const sent = [
      { title: 'Menu', url: 'https://shop.example/', color: 0x1f8b4c },
      { image: { url: PICTURE }, author: { name: 'Ada' }, footer: { text: 'Daily' } },
    ];
    expect(world.live().map(({ embeds }) => embeds)).toEqual([sent, [], sent]);
  });

  it('a message with embeds is found again after a lost answer, and not taken for one with others', async () => {
    const lost = world.request({ text: 'Which?' }, { embeds: [{ title: 'Tea' }] });
    const attempt = await world.lose(lost);
    expect(await provider.verify(lost, attempt, world.context)).toMatchObject({ status: 'found' });
    const other = world.request({ text: 'Which?' }, { embeds: [{ title: 'Red' }] });
    const gone = await world.lose(other, 'reset_before');
    await world.publish(world.request({ text: 'Which?' }, { embeds: [{ title: 'Tea' }] }));
    expect(await provider.verify(other, gone, world.context)).toMatchObject({ status: 'repeatable' });
  });

  it.each([
    [{ title: 'x'.repeat(257) }, 'embeds.0.title: Must be 256 or fewer in length.'],
    [{ color: '#1f8b4c' }, 'embeds.0.description: This field is required'],
    [{ image: 'ftp://shop.example/a' }, 'embeds.0.image.url: Scheme "ftp" is not supported.'],
    [
      { description: 'x'.repeat(4096), footer: 'x'.repeat(2000) },
      'embeds: Embed size exceeds maximum size of 6000',
    ],
  ])('an embed that Discord refuses is refused with its message: %#', async (embed, message) => {
    await expect(world.publish(world.request({}, { embeds: [embed] }))).rejects.toThrow(message);
  });

  it('an embed is refused where the bot lacks the permission', async () => {
    world.network.permit(world.news, { EMBED_LINKS: false });
    await expect(world.publish(world.request({}, { embeds: [{ title: 'Menu' }] }))).rejects.toThrow(
      'Missing Permissions',
    );
    await world.publish(world.request());
  });

  it('a post in a forum has its tags, by name and by ID, and is refused with the names without one', async () => {
    const { network, guild } = world;
    const channel = network.createChannel({
      guild,
      name: 'stories',
      type: 'forum',
      requireTag: true,
      tags: ['Spring', 'News'],
    });
    const [spring, news] = network.channels().find(({ id }) => id === channel)?.tags ?? [];
    const { id } = await world.publish(world.request({}, { channel, tags: ['spring', news?.id ?? ''] }));
    expect(network.channels().find((one) => one.id === id)?.appliedTags).toEqual([spring?.id, news?.id]);
    await expect(world.publish(world.request({}, { channel }))).rejects.toThrow(
      'The forum wants a tag for each post (tags); its tags: Spring, News',
    );
    await expect(world.publish(world.request({}, { channel, tags: ['Winter'] }))).rejects.toThrow(
      'The forum has no tag "Winter"; its tags: Spring, News',
    );
    await expect(world.publish(world.request({}, { channel, tags: ['News'], poll }))).rejects.toThrow(
      'A post in a forum has no poll: choose a text channel',
    );
  });
});
