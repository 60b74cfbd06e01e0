/**
 * The material of tests: requests that are valid unless a test changes them, rows behind the API, small real
 * files.
 */
import type { Finding } from '../../activities/ledger/confirm-part.ts';
import type { Params } from '../../providers/_kit/sentences/fill.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { createApiKey } from '../organizations/create-api-key.ts';
import type { Statement } from '../platform/database.ts';
import type { Issue } from '../platform/errors.ts';
import { mp4 } from '../platform/media/fixtures/mp4.ts';
import { checkAnswer } from './check-answer.ts';
import type { Answer, TestInstance } from './instance.ts';

/** A date that no test run reaches. */
export const FUTURE = '2031-05-04T09:30:00.000Z';
/** A well-formed id that nothing has. */
export const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';

/** One error body of the API. */
export interface ErrorBody {
  readonly statusCode: number;
  readonly error: string;
  readonly code: string;
  readonly message: string;
  readonly msg: string;
  readonly reason?: string;
  readonly params?: Params;
  readonly issues?: readonly Issue[];
  readonly requestId: string;
}

/**
 * A create-post body for one channel (or several): scheduled for `FUTURE`, one part with the text "Spring
 * menu".
 */
export function buildPost(
  channels: string | readonly string[],
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    type: 'schedule',
    date: FUTURE,
    shortLink: false,
    tags: [],
    posts: [channels].flat().map((id) => buildTarget(id)),
    ...changes,
  };
}

/** One `posts[]` entry. */
export function buildTarget(
  channelId: string,
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    integration: { id: channelId },
    value: [{ content: 'Spring menu', image: [] }],
    settings: { __type: 'sandbox' },
    ...changes,
  };
}

/** A body with one part of this content. */
export function withContent(
  channelId: string,
  content: unknown,
  part: Record<string, unknown> = {},
): Record<string, unknown> {
  return buildPost([], { posts: [buildTarget(channelId, { value: [{ content, image: [], ...part }] })] });
}

/** Creates posts through the API and returns their ids; fails the test when it is not 201. */
export async function createPosts(crier: TestInstance, body: unknown, key?: string): Promise<string[]> {
  const answer = await crier.call<{ postId: string }[]>('POST', '/posts', { body, ...(key ? { key } : {}) });
  if (answer.status !== 201) throw new Error(`create answered ${answer.status}: ${answer.text}`);
  return answer.body.map((p) => p.postId);
}

/** Creates one post and returns its id. */
export async function createOne(crier: TestInstance, body: unknown, key?: string): Promise<string> {
  return (await createPosts(crier, body, key))[0] ?? '';
}

/** What an error answer is compared with: status, code and the places it names. */
export function refusal(answer: Answer<ErrorBody>): { status: number; code: string; paths?: string[] } {
  const paths = answer.body.issues?.map((issue) => issue.path);
  return { status: answer.status, code: answer.body.code, ...(paths ? { paths } : {}) };
}

/** Runs SQL on the instance's database. */
export function sql<Row extends object = Record<string, unknown>>(
  crier: TestInstance,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return crier.context.database.query<Row>({ text } as Statement, values);
}

/** How many rows a table has. */
export async function countRows(crier: TestInstance, table: string): Promise<number> {
  return (await sql<{ n: number }>(crier, `select count(*)::int as n from ${table}`))[0]?.n ?? -1;
}

/** Puts a post into a state, with what that state needs. */
export async function setState(crier: TestInstance, postId: string, state: string): Promise<void> {
  await sql(
    crier,
    `update post set state = $2, published_at = case when $2 = 'published' then now() end,
    error_code = case when $2 in ('failed', 'partly_published', 'unconfirmed') then 'rejected' end, error = case when $2 in ('failed', 'partly_published', 'unconfirmed') then 'The network refused it' end where id = $1`,
    [postId, state],
  );
  // Before a part is sent, it can still be cancelled.
  if (state === 'publishing' || state === 'processing') await setSent(crier, postId);
}

/**
 * Marks a part of the post in the ledger as sent `minutesAgo`, at the post's revision; the answer is open.
 */
export async function setSent(
  crier: TestInstance,
  postId: string,
  minutesAgo = 0,
  position = 0,
): Promise<void> {
  await sql(
    crier,
    `insert into publish_attempt (id, post_item_id, revision, phase, fence, sent_at)
    select gen_random_uuid(), i.id, p.revision, 'sent', gen_random_uuid(), now() - make_interval(mins => $2)
    from post p
    join post_item i on i.post_id = p.id
    where p.id = $1 and i.position = $3
    on conflict do nothing`,
    [postId, minutesAgo, position],
  );
}

/** A key of the instance's organisation, changed by SQL (`scopes = '{read}'`). */
export async function addKey(crier: TestInstance, change: string): Promise<string> {
  const { id, key } = await createApiKey(crier.context, {
    organizationId: crier.organizationId,
    name: 'special',
  });
  await sql(crier, `update api_key set ${change} where id = $1`, [id]);
  return key;
}

/** Uploads a file through the API. `part` and `type` are what the form claims, which need not be true. */
export async function upload<T = ErrorBody>(
  crier: TestInstance,
  bytes: Uint8Array<ArrayBuffer>,
  options: { name?: string; part?: string; type?: string; key?: string } = {},
): Promise<Answer<T>> {
  const form = new FormData();
  form.set(
    options.part ?? 'file',
    new Blob([bytes], { type: options.type ?? 'application/octet-stream' }),
    options.name ?? 'photo',
  );
  const response = await fetch(`${crier.url}/public/v1/upload`, {
    method: 'POST',
    headers: { authorization: options.key ?? crier.apiKey },
    body: form,
  });
  const text = await response.text();
  const answered: unknown = JSON.parse(text);
  checkAnswer(crier.context, {
    method: 'POST',
    path: '/upload',
    status: response.status,
    contentType: response.headers.get('content-type'),
    body: answered,
  });
  return { status: response.status, headers: response.headers, text, body: answered as T };
}

/** Stores a video of this many bytes, all of them zero, without an upload: it takes no room on the disk. */
export async function storeVideo(crier: TestInstance, size: number): Promise<{ id: string; path: string }> {
  const [id, name] = [randomUUID(), `${randomBytes(16).toString('hex')}.mp4`];
  const path = `2026/11/21/${name}`;
  const file = join(crier.context.uploadFolder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  truncateSync(file, size);
  await sql(
    crier,
    `insert into media (id, organization_id, path, name, mime, size, created_at)
    values ($1, $2, $3, $4, 'video/mp4', $5, now())`,
    [id, crier.organizationId, path, name, size],
  );
  return { id, path: `${crier.url}/uploads/${path}` };
}

/** A valid PNG of one colour. */
export function png(width = 2, height = 2): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  // Of more pixels than an upload may have, nobody reads more than the header.
  const pixels = width * height > 5e7 ? Buffer.alloc(1) : Buffer.alloc((width + 1) * height);
  return joined([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The signature and the first chunk (IHDR), of one length in every PNG. */
const PNG_HEAD_BYTES = 33;

/** The same picture as another file: a comment in it has letters of its own. */
export function pngOfItsOwn(bytes: Uint8Array = png()): Uint8Array<ArrayBuffer> {
  const note = chunk('tEXt', Buffer.from(`Comment\0${crypto.randomUUID()}`, 'latin1'));
  return joined([bytes.subarray(0, PNG_HEAD_BYTES), note, bytes.subarray(PNG_HEAD_BYTES)]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The smallest of each accepted kind: pictures of one pixel, written by the image library. */
export const SMALL_FILES: Readonly<Record<string, { mime: string; bytes: Uint8Array<ArrayBuffer> }>> = {
  jpg: {
    mime: 'image/jpeg',
    bytes: fromBase64(
      '/9j/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoI' +
        'ChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAABAAEDASIAAhEBAxEB/8QA' +
        'FQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAA' +
        'AAAAAAD/2gAMAwEAAhEDEQA/AKwAf//Z',
    ),
  },
  png: { mime: 'image/png', bytes: png() },
  gif: {
    mime: 'image/gif',
    bytes: fromBase64('R0lGODlhAQABAIAAAExpcYiIiCH5BAUAAAAALAAAAAABAAEAAAICTAEAOw=='),
  },
  webp: { mime: 'image/webp', bytes: fromBase64('UklGRh4AAABXRUJQVlA4TBEAAAAvAAAAAAdQxCIWsf+BiOh/AAA=') },
  avif: {
    mime: 'image/avif',
    bytes: fromBase64(
      'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAA' +
        'AERAAAEAAQAAAAAA+gABAAAAAAAAABsAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4' +
        'aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAAEAAAABAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAAjbWRhdBIA' +
        'Cgc4AAaQENBpMg4ZQmMEwAA0AACQQMkcFA==',
    ),
  },
  tiff: {
    mime: 'image/tiff',
    bytes: fromBase64(
      'SUkqAAwAAACIiIgADwAAAQMAAQAAAAEAAAABAQMAAQAAAAEAAAACAQMAAwAAANYAAAADAQMAAQAAAAEAAAAGAQMAAQAAAAIAAAARAQQAAQAA' +
        'AAgAAAASAQMAAQAAAAEAAAAVAQMAAQAAAAMAAAAWAQMAAQAAAAABAAAXAQQAAQAAAAMAAAAaAQUAAQAAAMYAAAAbAQUAAQAAAM4AAAAcAQMA' +
        'AQAAAAEAAAAoAQMAAQAAAAIAAABTAQMAAwAAANwAAAAAAAAAMzPLAAAACAAzM8sAAAAIAAgACAAIAAEAAQABAA==',
    ),
  },
  mp4: { mime: 'video/mp4', bytes: mp4() },
};

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64'));
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts));
}

/** A finding about a part whose post on the network has this id. */
export const finding = (
  published: Finding['published'],
  { how = 'answered', ...rest }: Partial<Finding> = {},
): Finding => ({ published, networkKey: `key of ${published.id}`, placeKeys: [], how, ...rest });
