/**
 * Receives the multipart body of an upload: the file is streamed to the disk, and everything that is held in
 * memory has a bound.
 */
import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BusboyInstance } from '@fastify/busboy';
import contentDisposition from 'content-disposition';
import { ApiError } from '../platform/errors.ts';
import { MAX_VIDEO_BYTES } from '../platform/media/accepted-media.ts';
import { isDiskFull } from '../platform/media/storage.ts';
import { sentence } from '../platform/sentences.ts';

/** The part `file` as it arrived. `hash` = SHA-256 of its bytes, if it was asked for. */
export interface IncomingFile {
  readonly path: string;
  readonly size: number;
  readonly originalName: string | null;
  readonly hash: string | null;
}

/** The part that is the file. */
const PART = 'file';
/** Texts beside the file are ignored, but they are held in memory until they are complete. */
const MAX_FIELDS_BYTES = 65_536;
const MAX_FIELDS = 20;
/** Headers of one part, all together. */
const MAX_HEADER_BYTES = 16_384;
/** The largest file, with texts and headers around it. */
const MAX_BODY_BYTES = MAX_VIDEO_BYTES + 1024 * 1024;

/**
 * Reads the whole body into `path`. Undefined when no part is a file called `file`. What comes after a
 * refusal is discarded unread, so that the client gets to read the answer.
 *
 * @throws ApiError `invalid_request`, `file_too_large`, `no_file`, `storage_full`
 */
export async function receiveMultipart(
  request: IncomingMessage,
  { path, hashed }: { readonly path: string; readonly hashed: boolean },
): Promise<IncomingFile | undefined> {
  let reception: Reception | undefined;
  try {
    if (Number(request.headers['content-length']) > MAX_BODY_BYTES) throw tooLarge();
    reception = new Reception(await createParser(request), { path, hashed });
    let received = 0;
    // Without `destroyOnReturn`, leaving the loop would close the socket, and the refusal with it.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      received += (chunk as Buffer).length;
      if (received > MAX_BODY_BYTES) throw tooLarge();
      await reception.write(chunk as Buffer);
    }
    return await reception.end();
  } catch (error) {
    await reception?.abandon();
    request.resume();
    throw toApiError(error as Error);
  }
}

async function createParser({ headers }: IncomingMessage): Promise<BusboyInstance> {
  // Loaded with the first upload: most processes never see one.
  const { Busboy } = await import('@fastify/busboy');
  return new Busboy({
    headers: headers as typeof headers & { 'content-type': string },
    isPartAFile: (_, type, fileName) => fileName !== undefined || type !== 'text/plain',
    // What is left of a path is decided where the name is kept (platform/media/media-storage.ts).
    preservePath: true,
    limits: {
      fileSize: MAX_VIDEO_BYTES,
      files: 1,
      fields: MAX_FIELDS,
      parts: MAX_FIELDS + 1,
      fieldSize: MAX_FIELDS_BYTES,
      headerPairs: MAX_FIELDS,
      headerSize: MAX_HEADER_BYTES,
    },
  });
}

/**
 * The parser cuts headers off at their bound and reads on, without an event: the part is then not what it
 * claims to be, and the body as long as its sender likes. The flag that it sets is the only sign
 * (`deps/dicer/lib/HeaderParser.js` of @fastify/busboy 3.2.6).
 */
function onceHeadersAreCutOff(parser: BusboyInstance, then: () => void): void {
  const { _hparser: headers } = partsOf(parser);
  let isCutOff = false;
  Object.defineProperty(headers, 'maxed', {
    get: () => isCutOff,
    set(value: boolean) {
      isCutOff = value;
      if (value) then();
    },
  });
}

/**
 * Calls `then` with the name that each part has in full, in `filename*` (RFC 8187), before the parser reports
 * the part; of two names, the parser takes the last. Undefined where there is none, or an unreadable one.
 */
function onFullName(parser: BusboyInstance, then: (name: string | undefined) => void): void {
  partsOf(parser).on('part', (part) =>
    part.prependListener('header', ({ 'content-disposition': [disposition = ''] = [] }: PartHeaders) =>
      then(fullNameIn(disposition)),
    ),
  );
}

function fullNameIn(disposition: string): string | undefined {
  if (!/filename\*/i.test(disposition)) return undefined;
  try {
    return contentDisposition.parse(disposition).parameters.filename;
  } catch {
    return undefined; // the name that the parser reads counts
  }
}

type PartHeaders = Readonly<Record<string, string[]>>;

/** What reads the parts inside the parser; its type leaves it out. */
const partsOf = (parser: BusboyInstance): EventEmitter<{ part: [Readable] }> & { _hparser: object } =>
  (parser as unknown as { _parser: { parser: EventEmitter<{ part: [Readable] }> & { _hparser: object } } })
    ._parser.parser;

/** One body on its way through the parser. The first problem ends it, wherever it comes from. */
class Reception {
  readonly #parser: BusboyInstance;
  readonly #into: { readonly path: string; readonly hashed: boolean };
  readonly #stop = new AbortController();
  #file: Promise<IncomingFile> | undefined;
  #finished = false;
  #problem: Error | undefined;
  /** Settles what is waited for: the parser does not answer a write after a problem. */
  #wake: () => void = () => undefined;

  constructor(parser: BusboyInstance, into: { readonly path: string; readonly hashed: boolean }) {
    this.#parser = parser;
    this.#into = into;
    const fail = (problem: Error): void => this.#fail(problem);
    const tooMany = (what: string) => (): void => fail(invalid(`it has more than ${what}`));
    let texts = 0;
    let fullName: string | undefined;
    onFullName(parser, (name) => (fullName = name));
    onceHeadersAreCutOff(parser, tooMany(`${MAX_HEADER_BYTES / 1024} KB of headers in one part`));
    parser
      .on('error', (error: unknown) => fail(error as Error))
      .on('filesLimit', tooMany('one file'))
      .on('fieldsLimit', tooMany(`${MAX_FIELDS} texts`))
      .on('partsLimit', tooMany(`${MAX_FIELDS + 1} parts`))
      .on('field', (_name: string, text: string) => {
        texts += text.length;
        if (texts >= MAX_FIELDS_BYTES) fail(invalid('its texts are over 64 KB'));
      })
      .on('file', (name: string, stream: Readable, fileName: string | undefined) => {
        stream.on('error', fail).once('limit', () => fail(tooLarge()));
        if (name !== PART) return void stream.resume();
        this.#file = this.#store(stream, fullName ?? fileName);
        this.#file.catch(fail);
      })
      .once('finish', () => {
        this.#finished = true;
        this.#wake();
      });
  }

  /** Resolves when the parser has room for more. */
  write(chunk: Buffer): Promise<void> {
    return this.#until((done) => this.#parser.write(chunk, () => done()));
  }

  async end(): Promise<IncomingFile | undefined> {
    if (!this.#finished) {
      await this.#until((done) => {
        this.#parser.once('finish', done);
        this.#parser.end();
      });
    }
    const file = await this.#file;
    if (file?.size === 0) throw new ApiError('no_file', sentence('file_is_empty'));
    return file;
  }

  /** Closes the file; its folder can be removed then. */
  async abandon(): Promise<void> {
    this.#stop.abort();
    // Any further error follows from the problem that is already known.
    await this.#file?.catch(() => undefined);
  }

  #fail(problem: Error): void {
    this.#problem ??= problem;
    this.#wake();
  }

  #until(begin: (done: () => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#wake = () => (this.#problem ? reject(this.#problem) : resolve());
      if (this.#problem) return this.#wake();
      begin(this.#wake);
    });
  }

  async #store(stream: Readable, fileName: string | undefined): Promise<IncomingFile> {
    const { path, hashed } = this.#into;
    const hash = hashed ? createHash('sha256') : undefined;
    let size = 0;
    await pipeline(
      stream,
      async function* count(source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          size += chunk.length;
          hash?.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(path),
      { signal: this.#stop.signal },
    );
    return {
      path,
      size,
      // As browsers write a quotation mark in a name (HTML, "Multipart form data").
      originalName: fileName?.replaceAll('%22', '"') ?? null,
      hash: hash?.digest('hex') ?? null,
    };
  }
}

const invalid = (why: string): ApiError =>
  new ApiError('invalid_request', sentence('multipart_unreadable', { why }));
const tooLarge = (): ApiError => new ApiError('file_too_large', sentence('file_over_1_gb'));

/**
 * The API error for whichever of these ended the reception: our own error, the disk's, the parser's, the
 * connection's.
 */
export function toApiError(error: Error): ApiError {
  if (error instanceof ApiError) return error;
  if (isDiskFull(error)) return new ApiError('storage_full', { cause: error });
  return new ApiError('invalid_request', {
    ...sentence('multipart_unreadable', { why: error.message }),
    cause: error,
  });
}
