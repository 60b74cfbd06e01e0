import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  FREE,
  AGENT,
  accepted,
  attach,
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
} from './fixtures/client.ts';

beforeEach(() => start());
afterEach(stop);

describe('a message', () => {
  it('is trimmed, has at most 2000 code points, and is not empty', async () => {
    expect(await post({ content: ` ${'🎉'.repeat(1998)} ` })).toMatchObject(
      accepted({ content: '🎉'.repeat(1998) }),
    );
    expect(await post({ content: 'a'.repeat(2001) })).toMatchObject(
      invalid('content', 'BASE_TYPE_MAX_LENGTH', 'Must be 2000 or fewer in length.'),
    );
    expect(await post({ content: ' ' })).toMatchObject(refused(400, 50006, 'Cannot send an empty message'));
    expect(await post({})).toMatchObject(refused(400, 50006, 'Cannot send an empty message'));
  });

  it('can be sent as JSON or as a form', async () => {
    expect(await attach({ content: 'by form' })).toMatchObject(accepted({ content: 'by form' }));
    expect(
      (await send('POST', `/channels/${news}/messages`, { headers: { 'content-type': 'text/plain' } })).body,
    ).toMatchObject({ code: 50035, errors: { _errors: [{ code: 'CONTENT_TYPE_INVALID' }] } });
    const broken = await fetch(`${network.url}/api/v10/channels/${news}/messages`, {
      method: 'POST',
      headers: { 'user-agent': AGENT, authorization: `Bot ${bot.token}`, 'content-type': 'application/json' },
      body: '{',
    });
    expect({ status: broken.status, body: await broken.json() }).toEqual(
      refused(400, 50109, 'The request body contains invalid JSON.'),
    );
  });

  it('has files within the limits of the server, and descriptions for those files', async () => {
    await start({ limits: { ...FREE, fileBytes: [1000, 1000, 5000, 5000], requestBytes: 4000 } });
    const described = (description: string, id: number | string = 0): object => ({
      attachments: [{ id, filename: 'a.png', description }],
    });
    expect(await attach(described('x'.repeat(1024)), 1000)).toMatchObject(
      accepted({
        attachments: [
          expect.objectContaining({
            filename: 'a.png',
            description: 'x'.repeat(1024),
            size: 1000,
            content_type: 'image/png',
          }),
        ],
      }),
    );
    expect(await attach(described('x'.repeat(1025)), 10)).toMatchObject(
      invalid('attachments.0.description', 'BASE_TYPE_MAX_LENGTH', 'Must be 1024 or fewer in length.'),
    );
    expect(await attach(described('x', 1), 10)).toMatchObject(
      invalid('attachments.0.id', 'ATTACHMENT_NOT_FOUND', 'Attachment data not found'),
    );
    expect(await attach({}, 1001)).toMatchObject(refused(413, 40005, 'Request entity too large'));
    expect(await attach({}, 1000, 1000, 1000, 1000)).toMatchObject(
      refused(413, 40005, 'Request entity too large'),
    );
    network.boost(guild, 2);
    expect(await attach({}, 4000)).toMatchObject(accepted());
    expect(await attach({}, ...Array.from({ length: 10 }, () => 1))).toMatchObject(accepted());
    expect(await attach({}, ...Array.from({ length: 11 }, () => 1))).toMatchObject(
      refused(400, 30015, 'Maximum number of attachments in a message reached (10)'),
    );
    network.permit(news, { ATTACH_FILES: false });
    expect(await attach({}, 1)).toMatchObject(refused(403, 50013, 'Missing Permissions'));
  });

  it('mentions only what allowed_mentions and the permissions allow', async () => {
    const content = '@everyone <@1> <@&2>';
    const mentioned = async (allowed?: object): Promise<unknown[]> => {
      const { body } = await post({ content, ...(allowed ? { allowed_mentions: allowed } : {}) });
      return [body.mention_everyone, body.mentions, body.mention_roles];
    };
    expect(await mentioned()).toEqual([false, [{ id: '1' }], ['2']]);
    network.permit(news, { MENTION_EVERYONE: true });
    expect(await mentioned()).toEqual([true, [{ id: '1' }], ['2']]);
    expect(await mentioned({ parse: [] })).toEqual([false, [], []]);
    expect(await mentioned({ parse: ['roles'], users: ['1'] })).toEqual([false, [{ id: '1' }], ['2']]);
    expect(await post({ content, allowed_mentions: { parse: ['users'], users: ['1'] } })).toMatchObject(
      invalid(
        'allowed_mentions',
        'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
        'parse:["users"] and users: [ids...] are mutually exclusive.',
      ),
    );
    expect(await post({ content, allowed_mentions: { parse: ['all'] } })).toMatchObject(
      invalid(
        'allowed_mentions.parse.0',
        'BASE_TYPE_CHOICES',
        "Value must be one of ('users', 'roles', 'everyone').",
      ),
    );
  });

  it('can be shown, listed newest first and deleted, given the permissions', async () => {
    const ids: string[] = [];
    for (const content of ['a', 'b', 'c', 'd']) ids.push((await post({ content })).body.id);
    const list = async (query: string): Promise<number[]> =>
      ((await send('GET', `/channels/${news}/messages?${query}`)).body as unknown as { id: string }[]).map(
        (m) => ids.indexOf(m.id),
      );
    expect(await list('')).toEqual([3, 2, 1, 0]);
    expect(await list(`limit=2&before=${ids[2]}`)).toEqual([1, 0]);
    expect(await list(`limit=2&after=${ids[0]}`)).toEqual([2, 1]);
    expect(await send('GET', `/channels/${news}/messages?limit=101`)).toMatchObject(
      invalid('limit', 'NUMBER_TYPE_MAX', 'int value should be less than or equal to 100.'),
    );
    expect(await send('GET', `/channels/${news}/messages?limit=0`)).toMatchObject(
      invalid('limit', 'NUMBER_TYPE_MIN', 'int value should be greater than or equal to 1.'),
    );
    expect(await send('GET', `/channels/${news}/messages/${ids[0]}`)).toMatchObject(
      accepted({ content: 'a' }),
    );
    expect(await send('DELETE', `/channels/${news}/messages/${ids[0]}`)).toMatchObject({ status: 204 });
    expect(await send('DELETE', `/channels/${news}/messages/${ids[0]}`)).toMatchObject(
      refused(404, 10008, 'Unknown Message'),
    );
    expect(await send('GET', `/channels/${news}/messages/${ids[0]}`)).toMatchObject(
      refused(404, 10008, 'Unknown Message'),
    );
    expect(
      await send('DELETE', `/channels/${news}/messages/${network.say(news, 'of a person')}`),
    ).toMatchObject(refused(403, 50013, 'Missing Permissions'));
    network.permit(news, { READ_MESSAGE_HISTORY: false });
    expect(await list('')).toEqual([]);
    expect(await send('GET', `/channels/${news}/messages/${ids[1]}`)).toMatchObject(
      refused(403, 50001, 'Missing Access'),
    );
  });
});

describe('a nonce', () => {
  it('returns the first message to the same author for some minutes if it is enforced', async () => {
    let now = new Date('2026-01-01T00:00:00Z');
    await start({ now: () => now });
    const first = await post({ content: 'one', nonce: 'n', enforce_nonce: true });
    expect(first.body.nonce).toBe('n');
    now = new Date('2026-01-01T00:02:59Z');
    expect((await post({ content: 'two', nonce: 'n', enforce_nonce: true })).body).toMatchObject({
      id: first.body.id,
      content: 'one',
    });
    expect((await post({ content: 'not enforced', nonce: 'n' })).body.id).not.toBe(first.body.id);
    now = new Date('2026-01-01T00:06:00Z');
    expect((await post({ content: 'three', nonce: 'n', enforce_nonce: true })).body.id).not.toBe(
      first.body.id,
    );
    expect(network.messages().map((m) => m.content)).toEqual(['one', 'not enforced', 'three']);
    expect((await send('GET', `/channels/${news}/messages/${first.body.id}`)).body).not.toHaveProperty(
      'nonce',
    );
  });

  it('is a string of up to 25 characters or an integer', async () => {
    expect(await post({ content: 'x', nonce: 'n'.repeat(25) })).toMatchObject(accepted());
    expect(await post({ content: 'x', nonce: 12 })).toMatchObject(accepted());
    expect(await post({ content: 'x', nonce: 'n'.repeat(26) })).toMatchObject(
      invalid('nonce', 'NONCE_TYPE_TOO_LONG', 'Must be 25 or fewer characters long.'),
    );
    expect(await post({ content: 'x', nonce: { a: 1 } })).toMatchObject(
      invalid('nonce', 'NONCE_TYPE_INVALID_TYPE', 'This field must be a string or integer.'),
    );
  });
});
