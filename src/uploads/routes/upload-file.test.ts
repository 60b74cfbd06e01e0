import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmdirSync, utimesSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { SMALL_FILES, countRows, png, refusal, sql, upload, type ErrorBody } from '../../test/factories.ts';
import { eventually, startInstance, type TestInstance } from '../../test/instance.ts';
import { mp4 } from '../../platform/media/fixtures/mp4.ts';
import { toApiError } from '../receive-multipart.ts';
import { receiveFile } from './upload-file.ts';

interface Uploaded {
  id: string;
  name: string;
  originalName: null;
  path: string;
  thumbnail: null;
  alt: null;
}

/** A file that another program made (make-pictures.py and make-videos.sh there). */
const made = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '../../platform/media/fixtures/elsewhere', name)));
const bytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'latin1'));

describe('POST /public/v1/upload', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  afterEach(() =>
    eventually(
      'nothing is left of what came in',
      () => readdirSync(join(crier.context.uploadFolder, '.incoming')).length === 0,
      5000,
    ),
  );
  afterAll(() => crier?.stop());

  const post = async (
    body: Uint8Array<ArrayBuffer> | string,
    type: string,
  ): Promise<Parameters<typeof refusal>[0]> => {
    const response = await fetch(`${crier.url}/public/v1/upload`, {
      method: 'POST',
      headers: { authorization: crier.apiKey, 'content-type': type },
      body,
    });
    return {
      status: response.status,
      headers: response.headers,
      text: '',
      body: (await response.json()) as ErrorBody,
    };
  };

  it('answers 201 with what a post needs to name the file', async () => {
    const answer = await upload<Uploaded>(crier, png(), { name: 'holiday.png' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(String),
      name: expect.stringMatching(/^[0-9a-f]{32}\.png$/),
      originalName: null,
      path: expect.any(String),
      thumbnail: null,
      alt: null,
      type: 'image/png',
      size: png().length,
      width: 2,
      height: 2,
      durationMs: null,
      pages: null,
    });
    expect(answer.body.path).toMatch(
      new RegExp(`^${crier.context.publicUrl}/uploads/\\d{4}/\\d\\d/\\d\\d/${answer.body.name}$`),
    );
    expect(
      await sql(crier, 'select mime, size::int, width, height, original_name from media where id = $1', [
        answer.body.id,
      ]),
    ).toEqual([{ mime: 'image/png', size: png().length, width: 2, height: 2, original_name: 'holiday.png' }]);
  });

  it.each(Object.entries(SMALL_FILES))(
    'recognises %s by its bytes, with any name and type',
    async (extension, file) => {
      const answer = await upload<Uploaded>(crier, file.bytes, { name: 'page.html', type: 'text/html' });
      expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
      expect(answer.body.name.endsWith(`.${extension}`)).toBe(true);
      expect(await sql(crier, 'select mime from media where id = $1', [answer.body.id])).toEqual([
        { mime: file.mime },
      ]);
    },
  );

  it('records the dimensions and duration of a video, and refuses one that nobody can play', async () => {
    const facts = 'select width, height, duration_ms from media where id = $1';
    const film = await upload<Uploaded>(
      crier,
      mp4({ width: 1920, height: 1080, rotation: 90, durationMs: 61_500, moovAtEnd: true }),
    );
    expect(film.body).toMatchObject({ type: 'video/mp4', width: 1080, height: 1920, durationMs: 61_500 });
    expect(await sql(crier, facts, [film.body.id])).toEqual([
      { width: 1080, height: 1920, duration_ms: 61_500 },
    ]);
    expect(await crier.context.storage.find(crier.organizationId, film.body.id)).toMatchObject({
      kind: 'video',
      width: 1080,
      height: 1920,
      durationMs: 61_500,
    });
    const before = await countRows(crier, 'media');
    const broken = await upload(crier, mp4({ moovAtEnd: true }).subarray(0, -60));
    expect(refusal(broken)).toEqual({ status: 400, code: 'unsupported_file' });
    expect(broken.body.message).toContain('The video has no index (moov)');
    expect(await countRows(crier, 'media')).toBe(before);
  });

  it('takes a film as a telephone records it, and stores it as the MP4 that every network takes', async () => {
    const film = await upload<Uploaded>(crier, made('telephone.mov'), { name: 'IMG_1.MOV' });
    expect([film.status, film.body]).toEqual([
      201,
      expect.objectContaining({ type: 'video/mp4', width: 64, height: 48, durationMs: 500 }),
    ]);
    expect(film.body.path).toMatch(/\.mp4$/);
    const stored = await fetch(film.body.path);
    expect(stored.headers.get('content-type')).toBe('video/mp4');
    expect(Buffer.from(await stored.arrayBuffer()).toString('latin1', 4, 12)).toBe('ftypisom');
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'stores a photo upright, with the sides that are seen (EXIF orientation %s)',
    async (orientation) => {
      const { body } = await upload<Uploaded>(crier, made(`turned-${orientation}.jpg`));
      expect(body).toMatchObject({ type: 'image/jpeg', width: 48, height: 32 });
      const stored = sharp(await (await fetch(body.path)).arrayBuffer());
      expect((await stored.metadata()).orientation ?? 1).toBe(1);
      const [red = 0, green = 255] = await stored
        .extract({ left: 4, top: 4, width: 1, height: 1 })
        .raw()
        .toBuffer();
      expect([red > 180, green < 70]).toEqual([true, true]);
    },
  );

  it('refuses a picture with an impossible dimension in its header', async () => {
    const answer = await upload(crier, png(4_294_967_295, 0));
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'unsupported_file' }]);
  });

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['SVG with a prolog', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['HTML that calls itself .png', '<!doctype html><script>alert(1)</script>'],
    ['a Windows program', 'MZ\x90\x00\x03\x00\x00\x00\x04\x00'],
    ['a Linux program', '\x7fELF\x02\x01\x01'],
    ['a ZIP archive', 'PK\x03\x04\x14\x00\x00\x00\x08\x00'],
    ['plain text', 'hello'],
    ['PHP', '<?php system($_GET[0]); ?>'],
    ['a WebM video', '\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\x82\x84webm'],
    ['MP3', 'ID3\x04\x00\x00\x00\x00\x00\x00'],
  ])('refuses %s', async (_, text) => {
    const before = await countRows(crier, 'media');
    const answer = await upload(crier, bytes(text), { name: 'photo.png', type: 'image/png' });
    expect(refusal(answer)).toEqual({ status: 400, code: 'unsupported_file' });
    expect(answer.body.message).toContain(
      'Upload JPEG, PNG, GIF, WebP, AVIF, HEIC, BMP, TIFF, MP4, MOV or PDF',
    );
    expect(await countRows(crier, 'media')).toBe(before);
  });

  it('accepts an image of exactly 10 MB and refuses one byte more; a video can be larger', async () => {
    const sized = (start: Uint8Array, size: number): Uint8Array<ArrayBuffer> =>
      new Uint8Array(Buffer.concat([start, Buffer.alloc(size - start.length)]));
    expect((await upload(crier, sized(png(), 10_485_760))).status).toBe(201);
    const answer = await upload(crier, sized(png(), 10_485_761));
    expect(refusal(answer)).toEqual({ status: 400, code: 'file_too_large' });
    expect((await upload(crier, sized(SMALL_FILES.mp4?.bytes ?? png(), 10_485_761))).status).toBe(201);
  });

  it('refuses a picture whose header claims 2,500 million pixels, without decoding it', async () => {
    const answer = await upload(crier, png(50_000, 50_000));
    expect(refusal(answer)).toEqual({ status: 400, code: 'file_too_large' });
    expect(answer.body.message).toContain('50000 × 50000');
  });

  it('refuses an empty file, a part with another name, and a form without a file', async () => {
    expect(refusal(await upload(crier, bytes('')))).toEqual({ status: 400, code: 'no_file' });
    expect(refusal(await upload(crier, png(), { part: 'image' }))).toEqual({ status: 400, code: 'no_file' });
    expect(
      refusal(
        await post(
          '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\njust text\r\n--b--\r\n',
          'multipart/form-data; boundary=b',
        ),
      ),
    ).toEqual({ status: 400, code: 'no_file' });
    expect(refusal(await post('--b--\r\n', 'multipart/form-data; boundary=b'))).toEqual({
      status: 400,
      code: 'no_file',
    });
  });

  it.each(['application/json', 'image/png', 'text/plain', 'application/x-www-form-urlencoded'])(
    'refuses a body that is %s',
    async (type) => {
      expect(refusal(await post('{}', type))).toEqual({ status: 415, code: 'unsupported_media_type' });
    },
  );

  it('refuses an invalid form', async () => {
    expect(refusal(await post('this is no multipart', 'multipart/form-data; boundary=b'))).toMatchObject({
      status: 400,
    });
    expect(refusal(await post('--b\r\n', 'multipart/form-data'))).toEqual({
      status: 400,
      code: 'invalid_request',
    });
  });

  it('refuses two files', async () => {
    const form = new FormData();
    form.append('file', new Blob([png()]), 'a.png');
    form.append('file', new Blob([png()]), 'b.png');
    const response = await fetch(`${crier.url}/public/v1/upload`, {
      method: 'POST',
      headers: { authorization: crier.apiKey },
      body: form,
    });
    expect([response.status, ((await response.json()) as ErrorBody).code]).toEqual([400, 'invalid_request']);
  });

  it('ignores text fields next to the file, and refuses them when they are too many or too long', async () => {
    const send = async (texts: readonly string[]): Promise<[number, string | undefined]> => {
      const form = new FormData();
      texts.forEach((text, n) => form.append(`field${n}`, text));
      form.append('file', new Blob([png()]), 'a.png');
      const response = await fetch(`${crier.url}/public/v1/upload`, {
        method: 'POST',
        headers: { authorization: crier.apiKey },
        body: form,
      });
      return [response.status, ((await response.json()) as Partial<ErrorBody>).code];
    };
    expect(await send(['a title', 'a description'])).toEqual([201, undefined]);
    expect(await send(['x'.repeat(70_000)])).toEqual([400, 'invalid_request']);
    expect(await send(Array.from({ length: 30 }, () => 'x'))).toEqual([400, 'invalid_request']);
  });

  it.each([
    ['../../../etc/passwd', 'passwd'],
    ['..\\..\\windows\\win.ini', 'win.ini'],
    ['/etc/cron.d/x.png', 'x.png'],
    ['a&#0000;b.png', 'a&#0000;b.png'],
    ['a"b.png', 'a"b.png'],
    ['\u202egnp.exe', 'gnp.exe'],
    [`${'n'.repeat(300)}.png`, 'n'.repeat(255)],
    ['caf\u00e9.png', 'caf\u00e9.png'],
  ])('reduces the name %j to %j, and stores the file under a name of its own', async (name, kept) => {
    const answer = await upload<Uploaded>(crier, png(), { name });
    expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
    expect(
      await sql(crier, 'select original_name as name from media where id = $1', [answer.body.id]),
    ).toEqual([{ name: kept }]);
    expect(answer.body.path).toMatch(/\/[0-9a-f]{32}\.png$/);
  });

  it.each([
    ['after the other', `filename="cafe.png"; filename*=UTF-8''caf%C3%A9.png`],
    ['before the other', `filename*=UTF-8''caf%C3%A9.png; filename="cafe.png"`],
    ['alone', `filename*=UTF-8''caf%C3%A9.png`],
    ['in another charset', `filename*=ISO-8859-1'fr'caf%E9.png; filename=cafe.png`],
    ['after an encoded word', `filename="=?utf-8?B?Y2Fmw6kucG5n?="; filename*=utf-8''caf%C3%A9.png`],
  ])('takes the name that is written in full (filename*), %s', async (_, names) => {
    const frame = [`--b\r\nContent-Disposition: form-data; name="file"; ${names}\r\n\r\n`, '\r\n--b--\r\n'];
    const [head = '', end = ''] = frame;
    const body = new Uint8Array(Buffer.concat([Buffer.from(head), png(), Buffer.from(end)]));
    const answer = await post(body, 'multipart/form-data; boundary=b');
    expect(answer.status).toBe(201);
    expect(
      await sql(crier, 'select original_name as name from media order by created_at desc limit 1'),
    ).toEqual([{ name: 'caf\u00e9.png' }]);
  });

  it('takes the other name where filename* cannot be read', async () => {
    const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="cafe.png"; filename*=UTF-8''caf%\r\n\r\n`;
    const body = new Uint8Array(Buffer.concat([Buffer.from(head), png(), Buffer.from('\r\n--b--\r\n')]));
    expect((await post(body, 'multipart/form-data; boundary=b')).status).toBe(201);
    expect(
      await sql(crier, 'select original_name as name from media order by created_at desc limit 1'),
    ).toEqual([{ name: 'cafe.png' }]);
  });

  it('leaves nothing behind when an upload breaks off', async () => {
    const head = `POST /public/v1/upload HTTP/1.1\r\nHost: x\r\nAuthorization: ${crier.apiKey}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n`;
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
    const socket = net.connect(Number(new URL(crier.url).port), '127.0.0.1');
    for (const piece of [head, part, randomBytes(5000)]) socket.write(piece);
    await eventually(
      'the file is being received',
      () => readdirSync(join(crier.context.uploadFolder, '.incoming')).length === 1,
    );
    socket.destroy();
  });

  it('at its start, removes unfinished uploads of a process that was killed a day ago; a younger one stays', () => {
    const incoming = join(crier.context.uploadFolder, '.incoming');
    for (const name of ['old', 'young']) mkdirSync(join(incoming, name));
    utimesSync(join(incoming, 'old'), new Date(Date.now() - 90_000_000), new Date(Date.now() - 90_000_000));
    receiveFile(crier.context);
    expect(readdirSync(incoming)).toEqual(['young']);
    rmdirSync(join(incoming, 'young'));
  });

  it('refuses a request without a key before it receives a byte', async () => {
    expect(refusal(await upload(crier, png(), { key: 'crk_unknown' }))).toEqual({
      status: 401,
      code: 'invalid_api_key',
    });
  });

  it('keeps no file whose row could not be stored', async () => {
    const files = (): string[] =>
      readdirSync(crier.context.uploadFolder, { recursive: true, encoding: 'utf8' }).filter((f) =>
        f.endsWith('.png'),
      );
    const before = files().length;
    await sql(crier, 'alter table media rename to media_away');
    expect(refusal(await upload(crier, png()))).toEqual({ status: 500, code: 'internal' });
    await sql(crier, 'alter table media_away rename to media');
    expect(files()).toHaveLength(before);
  });

  it('answers 507 when the disk is full', () => {
    expect(toApiError(Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' }))).toMatchObject({
      status: 507,
      code: 'storage_full',
    });
    expect(toApiError(new Error('anything else'))).toMatchObject({ status: 400, code: 'invalid_request' });
  });

  describe('with an Idempotency-Key', () => {
    const send = async (
      file: Uint8Array<ArrayBuffer>,
      key: string,
      name = 'menu.png',
    ): Promise<{ status: number; text: string; replayed: string | null }> => {
      const form = new FormData();
      form.set('file', new Blob([file]), name);
      const response = await fetch(`${crier.url}/public/v1/upload`, {
        method: 'POST',
        headers: { authorization: crier.apiKey, 'idempotency-key': key },
        body: form,
      });
      return {
        status: response.status,
        text: await response.text(),
        replayed: response.headers.get('idempotency-replayed'),
      };
    };

    it('gives the first answer again, byte for byte, and stores the file once', async () => {
      const before = await countRows(crier, 'media');
      const first = await send(png(3, 3), 'menu-1');
      expect(first).toMatchObject({ status: 201, replayed: null });
      expect(await send(png(3, 3), 'menu-1')).toEqual({ ...first, replayed: 'true' });
      expect(await countRows(crier, 'media')).toBe(before + 1);
    });

    it.each([
      ['another file', png(4, 4), 'menu.png'],
      ['another name', png(3, 3), 'card.png'],
    ])('refuses %s under the same key', async (_, file, name) => {
      await send(png(3, 3), 'menu-2');
      const answer = await send(file, 'menu-2', name);
      expect([answer.status, (JSON.parse(answer.text) as ErrorBody).code]).toEqual([
        422,
        'idempotency_key_reused',
      ]);
    });

    it('stores the file of simultaneous requests once and gives all of them the same answer', async () => {
      const before = await countRows(crier, 'media');
      const answers = await Promise.all(Array.from({ length: 5 }, () => send(png(5, 5), 'menu-3')));
      expect(new Set(answers.map((a) => `${a.status} ${a.text}`)).size).toBe(1);
      expect(await countRows(crier, 'media')).toBe(before + 1);
    });

    it('remembers nothing about a refused upload', async () => {
      expect((await send(bytes('<html>'), 'menu-4')).status).toBe(400);
      expect((await send(png(), 'menu-4')).status).toBe(201);
    });
  });
});
