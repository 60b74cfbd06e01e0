import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { buildPost, countRows, png, refusal, withContent, type ErrorBody } from '../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../test/instance.ts';
import { rawRequest } from '../test/raw-request.ts';
import { callApp } from '../test/person.ts';
import { MAX_JSON_BYTES, MAX_OPEN_BYTES } from './parse-body.ts';

describe('a JSON body', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
  });
  afterAll(() => crier?.stop());

  const send = (body: string, headers: Record<string, string> = {}): Promise<Answer<ErrorBody>> =>
    crier.call<ErrorBody>('POST', '/posts', { body, headers });
  const good = (): string => JSON.stringify(buildPost(channel));
  /** A good body of exactly this many bytes, padded in a field that nobody reads. */
  const sized = (bytes: number): Buffer => {
    const frame = JSON.stringify({ ...buildPost(channel), padding: '' });
    return Buffer.from(
      frame.replace('"padding":""', `"padding":"${'x'.repeat(bytes - Buffer.byteLength(frame))}"`),
    );
  };
  /** Sends bytes with a length, or in chunks without one. */
  const stream = (bytes: Buffer, chunked: boolean): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const request = http.request(
        `${crier.url}/public/v1/posts`,
        {
          method: 'POST',
          headers: {
            authorization: crier.apiKey,
            'idempotency-key': randomUUID(),
            'content-type': 'application/json',
            ...(chunked ? {} : { 'content-length': bytes.length }),
          },
        },
        (response) => {
          let text = '';
          response.on('data', (data: Buffer) => {
            text += data.toString();
          });
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        },
      );
      request.on('error', reject);
      for (let at = 0; at < bytes.length; at += 1_000_000) request.write(bytes.subarray(at, at + 1_000_000));
      request.end();
    });

  it.each([
    ['with its length', false],
    ['in chunks', true],
  ])('of exactly 50 MB, sent %s, is read', async (_, chunked) => {
    expect((await stream(sized(MAX_JSON_BYTES), chunked)).status).toBe(201);
  });

  it.each([
    ['with its length', false],
    ['in chunks', true],
  ])('one byte larger, sent %s, is refused with an answer that arrives', async (_, chunked) => {
    const answer = await stream(sized(MAX_JSON_BYTES + 1), chunked);
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.text)).toMatchObject({
      statusCode: 413,
      error: 'Payload Too Large',
      code: 'body_too_large',
      message: expect.stringContaining('POST /public/v1/upload'),
    });
  });

  it('can have 16 KB before the caller is authenticated', async () => {
    const signIn = (bytes: number): Promise<Answer<ErrorBody>> =>
      callApp(
        crier,
        { method: 'POST', path: '/auth/login' },
        { body: `{"email":"nobody@example.org","password":"x","padding":"${'x'.repeat(bytes - 58)}"}` },
      );
    expect(refusal(await signIn(MAX_OPEN_BYTES))).toEqual({ status: 401, code: 'invalid_credentials' });
    const answer = await signIn(MAX_OPEN_BYTES + 1);
    expect([refusal(answer), answer.body.message]).toEqual([
      { status: 413, code: 'body_too_large' },
      'The body is over 16 KB',
    ]);
  });

  it.each([
    ['nothing but a brace', '{'],
    ['a trailing comma', '{"type":"now",}'],
    ['single quotes', "{'type':'now'}"],
    ['HTML', '<html></html>'],
    ['a form', 'type=now&date=2031'],
    ['NaN', '{"inter":NaN}'],
    ['a raw control character', '{"type":"a\u0001b"}'],
  ])('of %s is refused as not JSON', async (_, body) => {
    expect(refusal(await send(body))).toEqual({ status: 400, code: 'invalid_json' });
  });

  it('with a byte order mark is read without it, and a second one is refused', async () => {
    expect((await send(`\ufeff${good()}`)).status).toBe(201);
    expect(refusal(await send(`\ufeff\ufeff${good()}`))).toEqual({ status: 400, code: 'invalid_json' });
    expect((await callApp(crier, { method: 'POST', path: '/auth/login' }, { body: '\ufeff' })).status).toBe(
      400,
    );
  });

  it.each([
    ['UTF-16', 'utf16le'],
    ['Latin-1', 'latin1'],
  ] as const)('in %s is refused, with any declared charset', async (_, encoding) => {
    const bytes = Buffer.from(JSON.stringify(withContent(channel, 'Gr\u00fc\u00dfe')), encoding);
    const response = await fetch(`${crier.url}/public/v1/posts`, {
      method: 'POST',
      headers: {
        authorization: crier.apiKey,
        'idempotency-key': randomUUID(),
        'content-type': `application/json; charset=${encoding}`,
      },
      body: new Uint8Array(bytes),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'invalid_json' });
  });

  it.each(['text/plain', 'application/octet-stream', 'application/json; charset=unknown'])(
    'is read as JSON even with the type %s',
    async (type) => {
      expect((await send(good(), { 'content-type': type })).status).toBe(201);
    },
  );

  const sendBytes = async (
    body: Uint8Array<ArrayBuffer>,
    coding: string,
  ): Promise<{ status: number; code?: string; message?: string; accepts: string | null }> => {
    const response = await fetch(`${crier.url}/public/v1/posts`, {
      method: 'POST',
      headers: { authorization: crier.apiKey, 'idempotency-key': randomUUID(), 'content-encoding': coding },
      body,
    });
    const { code, message } = (await response.json()) as Partial<ErrorBody>;
    return {
      status: response.status,
      ...(code ? { code, message } : {}),
      accepts: response.headers.get('accept-encoding'),
    };
  };
  const zipped = (text: string | Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(gzipSync(text));

  it.each(['gzip', 'x-gzip', 'GZIP'])('compressed with %s is read', async (coding) => {
    expect(await sendBytes(zipped(good()), coding)).toMatchObject({ status: 201 });
    expect(await sendBytes(zipped('{'), coding)).toMatchObject({ status: 400, code: 'invalid_json' });
  });

  it('that has one byte too many when it is unpacked is refused, however few it has before', async () => {
    expect(await sendBytes(zipped(sized(MAX_JSON_BYTES + 1)), 'gzip')).toMatchObject({
      status: 413,
      code: 'body_too_large',
    });
    expect(await sendBytes(zipped(sized(MAX_JSON_BYTES)), 'gzip')).toMatchObject({ status: 201 });
  });

  it.each([
    ['is not gzip', new Uint8Array(Buffer.from('{"type":"now"}'))],
    ['breaks off', zipped('{"type":"now","date":"2031-05-04"}').subarray(0, 20)],
  ])('that is declared as gzip, and %s, is refused with this message', async (_, body) => {
    expect(await sendBytes(body, 'gzip')).toMatchObject({
      status: 400,
      code: 'invalid_request',
      message: 'The body is not gzip, as its Content-Encoding says, or breaks off',
    });
  });

  it.each(['br', 'zstd', 'deflate', 'gzip, gzip'])(
    'compressed with %s is refused, with what is read',
    async (coding) => {
      expect(await sendBytes(zipped(good()), coding)).toEqual({
        status: 415,
        code: 'unsupported_media_type',
        message: `The body has the Content-Encoding "${coding}": send it with gzip, or as it is`,
        accepts: 'gzip',
      });
    },
  );

  it.each(['gzip', 'br'])(
    'with a file, compressed with %s, is refused, with a hint to send it as it is',
    async (coding) => {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(png())]), 'soup.png');
      const form = new Response(body);
      const send = async (bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
        fetch(`${crier.url}/public/v1/upload`, {
          method: 'POST',
          headers: {
            authorization: crier.apiKey,
            'content-type': form.headers.get('content-type') ?? '',
            ...headers,
          },
          body: bytes,
        });
      const plain = new Uint8Array(await form.clone().arrayBuffer());
      const refused = await send(zipped(Buffer.from(plain)), { 'content-encoding': coding });
      expect({
        status: refused.status,
        accepts: refused.headers.get('accept-encoding'),
        ...((await refused.json()) as object),
      }).toMatchObject({
        status: 415,
        accepts: 'identity',
        code: 'unsupported_media_type',
        message: `The body has the Content-Encoding "${coding}": send a file as it is`,
      });
      expect((await send(plain, { 'content-encoding': 'identity' })).status).toBe(201);
    },
  );

  it.each([
    [
      'a NUL in the text',
      '{"type":"now","date":"x","posts":[{"integration":{"id":"x"},"value":[{"content":"a\\u0000b"}]}]}',
      'posts.0.value.0.content',
    ],
    ['a NUL in a name', '{"settings":{"a\\u0000":1}}', 'settings.a'],
    ['half of a surrogate pair', '{"date":"\\ud83d"}', 'date'],
    ['the other half', '{"tags":[{"label":"\\ude00x"}]}', 'tags.0.label'],
    ['a number beyond numbers', '{"inter":1e400}', 'inter'],
    ['a number below them', '{"settings":{"deep":[-1e999]}}', 'settings.deep.0'],
    [
      'the name __proto__',
      '{"posts":[{"settings":{"__proto__":{"admin":true}}}]}',
      'posts.0.settings.__proto__',
    ],
  ])('with %s is refused, naming the place', async (_, body, path) => {
    expect(refusal(await send(body))).toEqual({ status: 400, code: 'invalid_request', paths: [path] });
  });

  it.each([
    ['at the top', '{"type":"now","date":"x","type":"draft"}', 'type'],
    ['in a post', '{"posts":[{},{"settings":{},"value":[],"settings":{"__type":"x"}}]}', 'posts.1.settings'],
    ['with an escaped letter', '{"type":"now","t\\u0079pe":"draft"}', 'type'],
    ['with white space', '{ "a" : 1 ,\n"a"\t: 2 }', 'a'],
    ['that is empty', '{"a":{"":1,"":2}}', 'a.'],
    ['like that of another object before it', '{"a":{"b":1},"c":{"b":1,"d":[{"b":1}],"b":2}}', 'c.b'],
    ['of an object', '{"toString":1,"toString":2}', 'toString'],
  ])('with the same name twice %s is refused, naming it (case 115)', async (_, body, name) => {
    const answer = await send(body);
    expect(refusal(answer)).toEqual({ status: 400, code: 'invalid_json' });
    expect(answer.body.message).toBe(`The body has the name "${name}" twice`);
  });

  it('may have a name again in another object, and in a text', async () => {
    const settings = '{"__type":"sandbox","a":{"a":{"a":1}},"b":[{"a":1},{"a":1}],"c":"\\"a\\":1,\\"a\\":1"}';
    expect((await send(good().replace('{"__type":"sandbox"}', settings))).status).toBe(201);
  });

  it('with a name of more than 1000 bytes is refused, with its place; one of 998 letters is ignored', async () => {
    const named = (length: number): string =>
      good().replace('{"__type":"sandbox"}', `{"__type":"sandbox","${'n'.repeat(length)}":1}`);
    const answer = await send(named(999));
    expect([refusal(answer), answer.body.message]).toEqual([
      { status: 400, code: 'invalid_json' },
      'The body has a name of more than 1000 bytes in "posts.0.settings.__type"',
    ]);
    expect((await send(named(998))).status).toBe(201);
  });

  it('with a complete surrogate pair and -0 is accepted', async () => {
    expect(
      (
        await send(
          good()
            .replace('Spring menu', '\\ud83d\\ude00')
            .replace('"shortLink":false', '"shortLink":false,"inter":-0'),
        )
      ).status,
    ).toBe(201);
  });

  it.each([
    ['arrays', '['.repeat(100_000)],
    ['objects', '{"a":'.repeat(100_000)],
    ['closed arrays', `${'['.repeat(1000)}${']'.repeat(1000)}`],
  ])('with %s nested endlessly is refused', async (_, body) => {
    const answer = await send(body);
    expect(refusal(answer)).toEqual({ status: 400, code: 'invalid_json' });
    expect(answer.body.message).toContain('64 levels');
  });

  it('can be 64 levels deep, not counting brackets within strings', async () => {
    const settings = `{"__type":"sandbox","deep":${'['.repeat(59)}"${'['.repeat(200)}\\"["${']'.repeat(59)}}`;
    expect((await send(good().replace('{"__type":"sandbox"}', settings))).status).toBe(201);
  });

  it.each([
    ['a million keys', `{${Array.from({ length: 1_000_000 }, (_, i) => `"k${i}":1`).join()}}`],
    ['a million posts', `{"posts":[${'{},'.repeat(1_000_000)}{}]}`],
  ])('of %s is refused before it is parsed', async (_, body) => {
    const answer = await send(body);
    expect(refusal(answer)).toEqual({ status: 400, code: 'invalid_json' });
    expect(answer.body.message).toContain('250000 values');
  });

  it('of one string of 40 MB is refused', async () => {
    expect(refusal(await send(JSON.stringify(withContent(channel, 'x'.repeat(40_000_000)))))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['posts.0.value.0.content'],
    });
  });

  it('with both a length and chunks is refused by the server, which closes the connection', async () => {
    const answer = await rawRequest(
      crier.url,
      `POST /public/v1/posts HTTP/1.1\r\nHost: x\r\nAuthorization: ${crier.apiKey}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n`,
    );
    expect(answer).toMatchObject({ status: 400, head: expect.stringMatching(/Connection: close/i) });
  });

  it('that breaks off stores nothing, and the next request is answered', async () => {
    const before = await countRows(crier, 'post');
    await new Promise<void>((done) => {
      const request = http.request(`${crier.url}/public/v1/posts`, {
        method: 'POST',
        headers: { authorization: crier.apiKey, 'content-length': 1000 },
      });
      request.on('error', () => done());
      request.write('{"type":');
      setTimeout(() => request.destroy(new Error('gone')), 100);
    });
    expect((await send(good())).status).toBe(201);
    expect(await countRows(crier, 'post')).toBe(before + 1);
  });
});
