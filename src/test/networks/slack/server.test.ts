/**
 * The workspace rejects what Slack rejects, with the same error codes. Each rejected request is paired with
 * an accepted one.
 */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ALL_SCOPES, startSlack, type Slack, type SlackOptions } from './server.ts';

interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown> & { ok: boolean; error: string; ts: string };
}

let network: Slack;
let token: string;
let general: string;

async function start(options: SlackOptions = {}): Promise<void> {
  await network?.stop();
  network = await startSlack(options);
  token = network.createToken();
  general = network.channels.general;
}

async function send(
  method: string,
  args: Record<string, unknown>,
  options: { as?: string | null; form?: boolean; type?: string; raw?: string } = {},
): Promise<Seen> {
  const as = options.as === undefined ? token : options.as;
  const type = options.type ?? (options.form ? 'application/x-www-form-urlencoded' : 'application/json');
  const response = await fetch(`${network.url}/api/${method}`, {
    method: 'POST',
    headers: { ...(as ? { authorization: `Bearer ${as}` } : {}), 'content-type': type },
    body:
      options.raw ??
      (options.form ? new URLSearchParams(args as Record<string, string>).toString() : JSON.stringify(args)),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Seen['body'],
  };
}

const read = (method: string, args: Record<string, string>, as?: string): Promise<Seen> =>
  send(method, args, { form: true, as });
const post = (args: Record<string, unknown> = {}, as?: string): Promise<Seen> =>
  send('chat.postMessage', { channel: general, text: 'hi', ...args }, { as });
const taken = (body: object = {}): object => ({
  status: 200,
  body: expect.objectContaining({ ok: true, ...body }),
});
const refused = (error: string, more: object = {}): object => ({
  status: 200,
  body: { ok: false, error, ...more },
});

beforeEach(async () => {
  await start();
  await network.invite(general);
});
afterEach(() => network.stop());

describe('a caller', () => {
  it('needs a valid token, not an unknown or revoked one', async () => {
    expect(await post()).toMatchObject(taken());
    expect(await post({}, 'xoxb-unknown')).toMatchObject(refused('invalid_auth'));
    expect(await send('chat.postMessage', {}, { as: null })).toMatchObject(refused('not_authed'));
    for (const word of ['token_revoked', 'token_expired', 'account_inactive'] as const) {
      const other = network.createToken();
      expect(await post({}, other)).toMatchObject(taken());
      network.end(other, word);
      expect(await post({}, other)).toMatchObject(refused(word));
    }
  });

  it.each([
    ['chat.postMessage', 'chat:write', { channel: 'general', text: 'hi' }, false],
    ['chat.delete', 'chat:write', { channel: 'general', ts: '1.1' }, false],
    ['users.info', 'users:read', { user: 'U1' }, true],
    ['conversations.info', 'channels:read', { channel: 'general' }, true],
    ['conversations.join', 'channels:join', { channel: 'general' }, false],
    ['conversations.history', 'channels:history', { channel: 'general' }, true],
    ['conversations.replies', 'channels:history', { channel: 'general', ts: '1.1' }, true],
    ['files.getUploadURLExternal', 'files:write', { filename: 'a', length: '1' }, true],
    ['files.completeUploadExternal', 'files:write', { files: [] }, false],
    ['files.info', 'files:read', { file: 'F1' }, true],
    ['files.delete', 'files:write', { file: 'F1' }, false],
    ['reactions.get', 'reactions:read', { channel: 'general', timestamp: '1.1' }, true],
  ] as const)('may call %s only with %s', async (method, scope, args, form) => {
    const real = 'channel' in args ? { ...args, channel: general } : args;
    const call = async (scopes: readonly string[]): Promise<unknown> =>
      (await send(method, real, { form, as: network.createToken(scopes) })).body;
    expect(await call([scope])).not.toMatchObject({ error: 'missing_scope' });
    expect(await call(ALL_SCOPES.filter((s) => s !== scope))).toMatchObject({
      ok: false,
      error: 'missing_scope',
      needed: scope,
    });
  });

  it('may read a private conversation only with the scopes for groups', async () => {
    const { secret } = network.channels;
    await network.invite(secret);
    expect(
      await read('conversations.history', { channel: secret }, network.createToken(['groups:history'])),
    ).toMatchObject(taken());
    expect(
      await read('conversations.history', { channel: secret }, network.createToken(['channels:history'])),
    ).toMatchObject(refused('missing_scope', { needed: 'groups:history' }));
  });

  it('receives its scopes with every response', async () =>
    expect((await send('auth.test', {})).headers.get('x-oauth-scopes')).toBe(ALL_SCOPES.join(',')));
});

describe('a call', () => {
  it('needs an existing method and readable arguments', async () => {
    expect(await send('chat.shout', {})).toMatchObject(
      refused('unknown_method', { req_method: 'chat.shout' }),
    );
    expect(await send('files.upload', {})).toMatchObject(refused('unknown_method'));
    expect(await send('auth.test', {}, { raw: '{"a":' })).toMatchObject(refused('invalid_json'));
    expect(await send('auth.test', {}, { raw: '[]' })).toMatchObject(refused('json_not_object'));
    expect(await send('auth.test', {}, { type: 'text/plain' })).toMatchObject(refused('invalid_post_type'));
  });

  it('that reads must be a form, because JSON is ignored', async () => {
    expect(await read('conversations.info', { channel: general })).toMatchObject(taken());
    expect(await send('conversations.info', { channel: general })).toMatchObject(
      refused('channel_not_found'),
    );
  });
});

describe('messages on Slack', () => {
  it('have a text of up to 40,000 characters', async () => {
    expect(await post({ text: '🎉'.repeat(40_000) })).toMatchObject(taken());
    expect(await post({ text: 'a'.repeat(40_001) })).toMatchObject(refused('msg_too_long'));
    expect(await post({ text: ' ' })).toMatchObject(refused('no_text'));
  });

  it('need the app to be in the channel', async () => {
    expect(await post({ channel: network.channels.random })).toMatchObject(refused('not_in_channel'));
    expect(await send('conversations.join', { channel: network.channels.random })).toMatchObject(taken());
    expect(await post({ channel: network.channels.random })).toMatchObject(taken());
    expect(await post({ channel: network.channels.secret })).toMatchObject(refused('channel_not_found'));
    expect(await post({ channel: 'C0NOWHERE' })).toMatchObject(refused('channel_not_found'));
    await network.archive(network.channels.random);
    expect(await post({ channel: network.channels.random })).toMatchObject(refused('is_archived'));
  });

  it('need an invitation to a private channel, which the app cannot join', async () => {
    expect(await send('conversations.join', { channel: network.channels.secret })).toMatchObject(
      refused('channel_not_found'),
    );
    await network.invite(network.channels.secret);
    expect(await send('conversations.join', { channel: network.channels.secret })).toMatchObject(
      refused('method_not_supported_for_channel_type'),
    );
  });

  it('may reply to an existing message that is not a reply', async () => {
    const {
      body: { ts: root },
    } = await post();
    const {
      body: { ts: reply },
    } = await post({ thread_ts: root });
    expect(await post({ thread_ts: root })).toMatchObject(taken());
    expect(await post({ thread_ts: reply })).toMatchObject(refused('cannot_reply_to_message'));
    expect(await post({ thread_ts: '1.000001' })).toMatchObject(refused('cannot_reply_to_message'));
    expect(await read('conversations.replies', { channel: general, ts: '1.000001' })).toMatchObject(
      refused('thread_not_found'),
    );
  });

  it('have well-formed metadata, which is shown in full only on request', async () => {
    const metadata = { event_type: 'crier_post', event_payload: { key: 'k' } };
    expect(await post({ metadata: { event_type: 'no spaces please', event_payload: {} } })).toMatchObject(
      refused('invalid_metadata_format'),
    );
    expect(await post({ metadata: { event_type: 'crier_post' } })).toMatchObject(
      refused('invalid_metadata_schema'),
    );
    await post({ metadata });
    const shown = async (args: Record<string, string>): Promise<unknown> =>
      (
        (await read('conversations.history', { channel: general, limit: '1', ...args })).body.messages as {
          metadata: unknown;
        }[]
      )[0]?.metadata;
    expect(await shown({})).toEqual({ event_type: 'crier_post' });
    expect(await shown({ include_all_metadata: 'true' })).toEqual(metadata);
  });

  it('are listed newest first, since a time, in pages, without replies, with links in brackets', async () => {
    const sent: string[] = [];
    for (const text of ['one', 'two https://a.example/x', 'three']) sent.push((await post({ text })).body.ts);
    await post({ text: 'reply', thread_ts: sent[0] });
    const list = async (args: Record<string, string>): Promise<{ texts: string[]; next?: string }> => {
      const { body } = await read('conversations.history', {
        channel: general,
        oldest: sent[0] ?? '',
        ...args,
      });
      return {
        texts: (body.messages as { text: string }[]).map((message) => message.text),
        next: (body.response_metadata as { next_cursor?: string } | undefined)?.next_cursor,
      };
    };
    expect(await list({})).toEqual({ texts: ['three', 'two <https://a.example/x>'] });
    const first = await list({ limit: '2', inclusive: 'true' });
    expect(first).toEqual({ texts: ['three', 'two <https://a.example/x>'], next: expect.any(String) });
    expect(await list({ limit: '2', inclusive: 'true', cursor: first.next ?? '' })).toEqual({
      texts: ['one'],
    });
    expect(await read('conversations.history', { channel: general, cursor: 'nonsense' })).toMatchObject(
      refused('invalid_cursor'),
    );
  });

  it('are deleted by their author, and only once', async () => {
    const {
      body: { ts },
    } = await post();
    const theirs = await network.say(general, 'mine');
    expect(await send('chat.delete', { channel: general, ts: theirs })).toMatchObject(
      refused('cant_delete_message'),
    );
    expect(await send('chat.delete', { channel: general, ts })).toMatchObject(taken());
    expect(await send('chat.delete', { channel: general, ts })).toMatchObject(refused('message_not_found'));
    expect(network.messages()).toEqual([expect.objectContaining({ ts, deletedAt: expect.any(String) })]);
  });
});

describe('files on Slack', () => {
  const announce = (args: Record<string, string> = {}): Promise<Seen> =>
    read('files.getUploadURLExternal', { filename: 'a.png', length: '3', ...args });
  const upload = async (bytes = 'abc'): Promise<string> => {
    const { body } = await announce();
    await fetch(String(body.upload_url), {
      method: 'POST',
      body: bytes,
      headers: { 'content-type': 'application/octet-stream' },
    });
    return String(body.file_id);
  };
  const complete = (id: string, args: object = {}): Promise<Seen> =>
    send('files.completeUploadExternal', { files: [{ id }], channel_id: general, ...args });

  it('are announced with a name, a length and a short description', async () => {
    expect(await announce({ alt_txt: 'x'.repeat(1000) })).toMatchObject(taken());
    expect(await announce({ alt_txt: 'x'.repeat(1001) })).toMatchObject(refused('alt_txt_too_large'));
    expect(await announce({ length: '0' })).toMatchObject(refused('missing_argument'));
    expect(await announce({ filename: '' })).toMatchObject(refused('missing_argument'));
    expect(await announce({ length: String(1024 ** 3 + 1) })).toMatchObject(
      refused('file_upload_size_restricted'),
    );
  });

  it('must be uploaded in full and can be completed only once', async () => {
    const id = await upload();
    expect(await complete(id)).toMatchObject(taken());
    expect(await complete(id)).toMatchObject(refused('file_not_found'));
    expect(await complete(await upload('ab'))).toMatchObject(refused('file_not_found'));
    expect(await complete('F0NOTHING')).toMatchObject(refused('file_not_found'));
    expect(await send('files.completeUploadExternal', { files: [], channel_id: general })).toMatchObject(
      refused('invalid_arguments'),
    );
    expect(network.messages()).toEqual([
      expect.objectContaining({ files: [expect.objectContaining({ id, size: 3 })] }),
    ]);
  });

  it('are shared after the response, and only where the app is', async () => {
    network.arm({ sharePolls: 1 });
    const id = await upload();
    expect((await complete(id)).body.files).toEqual([expect.objectContaining({ id, shares: {} })]);
    const shares = async (): Promise<unknown> =>
      ((await read('files.info', { file: id })).body.file as { shares: unknown }).shares;
    expect(await shares()).toEqual({});
    expect(await shares()).toMatchObject({ public: { [general]: [{ ts: network.messages()[0]?.ts }] } });
    expect(await complete(await upload(), { channel_id: network.channels.random })).toMatchObject(
      refused('not_in_channel'),
    );
    expect(await complete(await upload(), { thread_ts: '1.000001' })).toMatchObject(
      refused('cannot_reply_to_message'),
    );
  });

  it('are unknown until they are completed', async () => {
    const id = await upload();
    expect(await read('files.info', { file: id })).toMatchObject(refused('file_not_found'));
    await complete(id);
    expect(await read('files.info', { file: id })).toMatchObject(taken());
  });
});

describe('excess calls', () => {
  it('are answered with 429 and the seconds to wait, per channel for messages or per method', async () => {
    let now = 0;
    await start({ limits: { postBurst: 3 }, now: () => new Date(now) });
    for (const channel of [network.channels.general, network.channels.random]) await network.invite(channel);
    general = network.channels.general;
    for (let i = 0; i < 3; i++) expect(await post()).toMatchObject(taken());
    const limited = await post();
    expect(limited).toMatchObject({ status: 429, body: { ok: false, error: 'ratelimited' } });
    expect(limited.headers.get('retry-after')).toBe('1');
    expect(await post({ channel: network.channels.random })).toMatchObject(taken());
    now = 1000;
    expect(await post()).toMatchObject(taken());
    for (let i = 0; i < 20; i++) expect(await read('conversations.list', {})).toMatchObject(taken());
    const listed = await read('conversations.list', {});
    expect([listed.status, listed.headers.get('retry-after')]).toEqual([429, '3']);
  });
});

describe('the ledger', () => {
  it('contains what was accepted and nothing else', async () => {
    await post({ text: 'a &amp; b', metadata: { event_type: 'crier_post', event_payload: { key: 'k' } } });
    await post({ text: '' });
    const ledger = (await (await fetch(`${network.url}/__ledger`)).json()) as unknown[];
    expect(ledger).toEqual([
      {
        ts: expect.any(String),
        channel: general,
        text: 'a &amp; b',
        threadTs: null,
        key: 'k',
        files: [],
        at: expect.any(String),
        deletedAt: null,
      },
    ]);
  });

  it('is also served by a separate process, which exits with its parent', async () => {
    const child = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const {
      url,
      apiUrl,
      token: own,
    } = JSON.parse(line.toString()) as { url: string; apiUrl: string; token: string };
    expect(
      await (
        await fetch(`${apiUrl}/auth.test`, { method: 'POST', headers: { authorization: `Bearer ${own}` } })
      ).json(),
    ).toMatchObject({ ok: true, team: 'Ada & Co' });
    expect(await (await fetch(`${url}/__ledger`)).json()).toEqual([]);
    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  }, 30_000);
});
