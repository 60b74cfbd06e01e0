import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  accepted,
  bot,
  guild,
  invalid,
  network,
  news,
  post,
  refused,
  send,
  start,
  stop,
  type Seen,
} from './fixtures/client.ts';

beforeEach(() => start());
afterEach(stop);

describe('a thread', () => {
  const open = (message: string, json: object = { name: 'Talk' }, channel = news): Promise<Seen> =>
    send('POST', `/channels/${channel}/messages/${message}/threads`, { json });

  it('has the id of its message, which can start only one', async () => {
    const {
      body: { id },
    } = await post({ content: 'root' });
    expect(await open(id, { name: 'x'.repeat(101) })).toMatchObject(
      invalid('name', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 100 in length.'),
    );
    expect(await open(id, {})).toMatchObject(invalid('name', 'BASE_TYPE_REQUIRED', 'This field is required'));
    expect(await open(id, { name: 'Talk', auto_archive_duration: 61 })).toMatchObject(
      invalid('auto_archive_duration', 'BASE_TYPE_CHOICES', 'Value must be one of (60, 1440, 4320, 10080).'),
    );
    expect(await open('1')).toMatchObject(refused(404, 10008, 'Unknown Message'));
    expect(await open(id)).toMatchObject({
      status: 201,
      body: { id, type: 11, parent_id: news, owner_id: bot.id, thread_metadata: { archived: false } },
    });
    expect(await open(id)).toMatchObject(
      refused(400, 160004, 'A thread has already been created for this message'),
    );
    const inside = await post({ content: 'part' }, id);
    expect(inside).toMatchObject(accepted({ channel_id: id }));
    expect(await open(inside.body.id, { name: 'Deeper' }, id)).toMatchObject(
      refused(400, 50024, 'Cannot execute action on this channel type'),
    );
    network.setThread(id, { locked: true });
    expect(await post({ content: 'part' }, id)).toMatchObject(refused(403, 160005, 'Thread is locked'));
  });

  it('in a forum starts with its first message, and a forum accepts nothing else', async () => {
    const forum = network.createChannel({ guild, name: 'stories', type: 'forum' });
    const start = (json: object, channel = forum): Promise<Seen> =>
      send('POST', `/channels/${channel}/threads`, { json });
    expect(await post({ content: 'hi' }, forum)).toMatchObject(
      refused(400, 40058, 'Cannot send a message in a forum channel'),
    );
    expect(await start({ name: 'One', message: { content: 'a'.repeat(2001) } })).toMatchObject(
      invalid('message.content', 'BASE_TYPE_MAX_LENGTH', 'Must be 2000 or fewer in length.'),
    );
    expect(await start({ name: 'One', message: {} })).toMatchObject(
      refused(400, 50006, 'Cannot send an empty message'),
    );
    expect(await start({ name: 'One' })).toMatchObject(
      invalid('message', 'BASE_TYPE_REQUIRED', 'This field is required'),
    );
    expect(await start({ name: 'One', message: { content: 'x' } }, news)).toMatchObject(
      refused(400, 50024, 'Cannot execute action on this channel type'),
    );
    const { status, body } = await start({ name: 'One', message: { content: 'first' } });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { name: 'One', message: { id: body.id, channel_id: body.id, content: 'first' } },
    });
    expect((await send('GET', `/channels/${forum}`)).body.last_message_id).toBe(body.id);
    expect((await send('GET', `/guilds/${guild}/threads/active`)).body.threads).toEqual([
      expect.objectContaining({ id: body.id }),
    ]);
    expect(await send('DELETE', `/channels/${body.id}`)).toMatchObject(
      refused(403, 50013, 'Missing Permissions'),
    );
    const strict = network.createChannel({
      guild,
      name: 'tagged',
      type: 'forum',
      requireTag: true,
      tags: ['A'],
    });
    const [tag] = network.channels().find(({ id }) => id === strict)?.tags ?? [];
    expect(await start({ name: 'One', message: { content: 'x' } }, strict)).toMatchObject(
      refused(400, 40067, 'A tag is required to create a forum post in this channel'),
    );
    expect(
      await start({ name: 'One', message: { content: 'x' }, applied_tags: [tag?.id] }, strict),
    ).toMatchObject({ status: 201 });
    expect(
      await start({ name: 'One', message: { content: 'x' }, applied_tags: ['1'] }, strict),
    ).toMatchObject(refused(404, 10087, 'Unknown Tag'));
  });
});
