/**
 * Requests that are made to end the process that reads them, or to keep it busy (cases 101, 102, 114). The
 * API is a process of its own, as it runs.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parseExposition } from '../../platform/metrics/fixtures/parse-exposition.ts';
import { receiveMultipart } from '../../uploads/receive-multipart.ts';
import { FUTURE, buildPost, png, type ErrorBody } from '../factories.ts';
import { overgrown, repeated } from '../growth.ts';
import { eventually, startInstance, type TestInstance } from '../instance.ts';
import { rawRequest } from '../raw-request.ts';

const TOKEN = 'metrics-of-strays';
const DISPOSITION = 'Content-Disposition: form-data; name="file"; filename="a.png"';
const PNG = Buffer.from(png()).toString('latin1');
const part = (headers: string, body = PNG): string => `--b\r\n${headers}\r\n\r\n${body}\r\n`;
const END = '--b--\r\n';

/** Bodies of the type multipart/form-data; boundary=b. None is what it should be. */
const BODIES: readonly (readonly [string, string])[] = [
  [
    'of 120 bytes, with an encoding and no type',
    `${part('Content-Disposition: form-data; name="file"\r\nContent-Transfer-Encoding: 7bit', 'x')}${END}`,
  ],
  [
    'with an encoding that does not exist',
    `${part('Content-Disposition: form-data; name="file"\r\nContent-Transfer-Encoding: x-none', 'x')}${END}`,
  ],
  ['with base64 that is none', `${part(`${DISPOSITION}\r\nContent-Transfer-Encoding: base64`, '!!')}${END}`],
  ['with a header called __proto__', `${part(`__proto__: 1\r\n${DISPOSITION}`, 'x')}${END}`],
  ['with a header called constructor', `${part(`constructor: 1\r\n${DISPOSITION}`, 'x')}${END}`],
  ['with a header called toString twice', `${part(`toString: 1\r\ntoString: 2`, 'x')}${END}`],
  ['with a header without a colon', `${part(`nonsense\r\n${DISPOSITION}`, 'x')}${END}`],
  ['with a header without a name', `${part(`: 1\r\n${DISPOSITION}`, 'x')}${END}`],
  ['with a charset that does not exist', `${part(`${DISPOSITION}\r\nContent-Type: text/plain; charset=x`)}`],
  ['with a name in a charset that does not exist', `${part(`${DISPOSITION}; filename*=x'y'%ff`, 'x')}${END}`],
  ['with no name', `${part('Content-Disposition: form-data; filename="a.png"')}${END}`],
  ['with a part that is no form data', `${part('Content-Disposition: attachment; name="file"')}${END}`],
  ['with no headers at all', `--b\r\n\r\n${PNG}\r\n${END}`],
  ['with a header of a megabyte', `${part(`X: ${'x'.repeat(1_000_000)}\r\n${DISPOSITION}`)}${END}`],
  ['with a header line of filename=" again and again', `${part('filename="'.repeat(100_000))}${END}`],
  [
    'with a file name of filename=" again and again',
    `${part(`Content-Disposition: form-data; ${'filename="'.repeat(100_000)}`)}${END}`,
  ],
  [
    'with a header of a megabyte after that of the file',
    `${part(`${DISPOSITION}\r\nX: ${'x'.repeat(1_000_000)}`)}${END}`,
  ],
  [
    'with 16 KB of headers after that of the file',
    `${part(`${DISPOSITION}\r\n${`X: ${'x'.repeat(97)}\r\n`.repeat(160)}Y: z`)}${END}`,
  ],
  [
    'with a header of a megabyte in another part',
    `${part(`X: ${'x'.repeat(1_000_000)}`)}${part(DISPOSITION)}${END}`,
  ],
  [
    'with a header of a megabyte after the file',
    `${part(DISPOSITION)}--b\r\nX: ${'x'.repeat(1_000_000)}\r\n${END}`,
  ],
  [
    'with 10,000 headers after that of the file',
    `${part(`${DISPOSITION}\r\n${'X: y\r\n'.repeat(10_000)}Y: z`)}${END}`,
  ],
  ['with 10,000 headers', `${part('X: y\r\n'.repeat(10_000))}${END}`],
  ['with 10,000 parts', `${part('X: y', '').repeat(10_000)}${END}`],
  ['with 10,000 texts', `${part('Content-Disposition: form-data; name="x"', 'y').repeat(10_000)}${END}`],
  ['with 10,000 files', `${part(DISPOSITION, 'y').repeat(10_000)}${END}`],
  ['with another boundary', `--c\r\n${DISPOSITION}\r\n\r\n${PNG}\r\n--c--\r\n`],
  ['that is empty', ''],
];

/** The same file, but the body is not at its end when it ends. */
const UNFINISHED: readonly (readonly [string, string])[] = [
  ['after the file', part(DISPOSITION)],
  ['within the last boundary', `${part(DISPOSITION)}--b`],
  ['with one dash of two', `${part(DISPOSITION)}--b-\r\n`],
  ['within the file', `--b\r\n${DISPOSITION}\r\n\r\n${PNG.slice(0, -4)}`],
  ['within a file of another name', `--b\r\n${DISPOSITION.replace('"file"', '"x"')}\r\n\r\n${PNG}`],
  ['within a header', `--b\r\n${DISPOSITION}`],
  ['with a second part', `${part(DISPOSITION)}--b\r\nContent-Disposition: form-data; name="x"\r\n\r\ny`],
];

describe('an API process', () => {
  let crier: TestInstance;
  let channel: string;
  let api: { child: ChildProcess; url: string };
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
    api = await crier.startApiProcess({ METRICS_TOKEN: TOKEN });
  });
  afterAll(() => crier?.stop());

  const send = async (
    body: string,
    type = 'multipart/form-data; boundary=b',
  ): Promise<{ status: number; code: string }> => {
    const bytes = Buffer.from(body, 'latin1');
    const head = `POST /public/v1/upload HTTP/1.1\r\nHost: x\r\nAuthorization: ${crier.apiKey}\r\nContent-Type: ${type}\r\nContent-Length: ${bytes.length}\r\nConnection: close\r\n\r\n`;
    const answer = await rawRequest(api.url, [head, bytes]);
    return { status: answer.status, code: (JSON.parse(answer.body) as ErrorBody).code };
  };
  const strays = async (base = api.url): Promise<unknown> => {
    const text = await (await fetch(`${base}/metrics`, { headers: { authorization: TOKEN } })).text();
    const shown = parseExposition(text);
    return ['rejection', 'exception'].map((kind) => shown.value('crier_stray_errors_total', { kind }));
  };
  const incoming = (): string[] => {
    const folder = join(crier.context.uploadFolder, '.incoming');
    return existsSync(folder) ? readdirSync(folder) : [];
  };
  const lives = async (): Promise<void> => {
    expect(api.child.exitCode).toBeNull();
    expect(await strays()).toEqual([0, 0]);
    await eventually('nothing is left of what came in', () => incoming().length === 0);
  };

  it.each(BODIES)('refuses an upload %s, and goes on (cases 101, 102)', async (_, body) => {
    const { status, code } = await send(body);
    expect([status, ['no_file', 'invalid_request', 'unsupported_file'].includes(code) || code]).toEqual([
      400,
      true,
    ]);
    await lives();
  });

  it.each([
    ['no boundary', 'multipart/form-data'],
    ['an empty boundary', 'multipart/form-data; boundary='],
    ['a boundary of 10,000 characters', `multipart/form-data; boundary=${'b'.repeat(10_000)}`],
    ['a boundary and no end of its quotes', 'multipart/form-data; boundary="b'],
    ['a boundary in an unknown charset', "multipart/form-data; boundary*=x'y'%62"],
  ])('refuses an upload with %s, and goes on (case 101)', async (_, type) => {
    expect((await send(`${part('X: y')}${END}`, type)).status).toBe(400);
    await lives();
  });

  it.each(UNFINISHED)('refuses an upload whose body ends %s (case 114)', async (_, body) => {
    expect(await send(body)).toEqual({ status: 400, code: 'invalid_request' });
    await lives();
  });

  it('still takes a file, with texts before it, a preamble, 16,000 bytes of headers and what comes after the last boundary', async () => {
    const text = part('Content-Disposition: form-data; name="title"', 'Spring');
    const long = part(`${DISPOSITION}\r\nX: ${'x'.repeat(16_000)}`);
    for (const file of [part(DISPOSITION), long]) {
      expect(await send(`preamble\r\n${text}${file}${END}epilogue`)).toMatchObject({ status: 201 });
    }
    await lives();
  });

  it.each(['reject', 'throw'])(
    'in which an error that nobody catches occurs (%s) logs it, counts it, and serves on',
    async (how) => {
      const weak = await crier.startApiProcess({
        METRICS_TOKEN: TOKEN,
        CRIER_FAULT_POINT: `create:before-response=${how}`,
      });
      const create = (): Promise<Response> =>
        fetch(`${weak.url}/public/v1/posts`, {
          method: 'POST',
          headers: { authorization: crier.apiKey, 'content-type': 'application/json' },
          body: JSON.stringify(buildPost(channel, { date: FUTURE.replace('09:30', `0${how.length}:30`) })),
        });
      expect((await create()).status).toBe(201);
      const counted = how === 'reject' ? [1, 0] : [0, 1];
      await eventually(
        'it is counted',
        async () => JSON.stringify(await strays(weak.url)) === JSON.stringify(counted),
      );
      expect(weak.child.exitCode).toBeNull();
      expect((await fetch(`${weak.url}/api/health`)).status).toBe(200);
      const lines = crier.logs().split('\n');
      expect(lines.filter((line) => line.includes('"level":60') && line.includes('nobody caught'))).toEqual(
        expect.arrayContaining([expect.stringContaining('fault point create:before-response')]),
      );
    },
  );
});

describe('a multipart body', () => {
  it.each<[string, (characters: number) => string]>([
    ['filename=" in one header', repeated('filename="')],
    ['headers', repeated('X: y\r\n')],
    ['parameters', (n) => `Content-Disposition: form-data; ${repeated('a="b";')(n)}`],
    ['backslashes', (n) => `Content-Disposition: form-data; name="${'\\'.repeat(n)}`],
    ['beginnings of a boundary', (n) => `${DISPOSITION}\r\n\r\n${repeated('\r\n--')(n)}`],
    ['boundaries', (n) => repeated(`X: y\r\n\r\n\r\n--b\r\n`)(n)],
  ])(
    'of a million characters of %s is read in linear time (case 102)',
    async (_, textOf) => {
      const folder = mkdtempSync(join(tmpdir(), 'crier-multipart-'));
      const receive = async (body: string): Promise<unknown> => {
        const bytes = Buffer.from(`--b\r\n${body}\r\n${END}`, 'latin1');
        const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, n) =>
          bytes.subarray(n * 65_536, (n + 1) * 65_536),
        );
        const request = Object.assign(Readable.from(pieces), {
          headers: { 'content-type': 'multipart/form-data; boundary=b' },
        });
        const into = { path: join(folder, 'file'), hashed: false };
        return receiveMultipart(request as unknown as IncomingMessage, into).catch(() => undefined);
      };
      expect(await overgrown(textOf, receive)).toBeUndefined();
      rmSync(folder, { recursive: true, force: true });
    },
    60_000,
  );
});
