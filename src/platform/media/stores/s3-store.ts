/** Files in a bucket of an S3 service. The SDK is loaded by the first call. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type * as Sdk from '@aws-sdk/client-s3';
import { kindOf } from '../accepted-media.ts';
import { arrivedPath, isArrivedPath, isStoredPath } from '../storage.ts';
import { ARRIVING_TYPE, StorageProblem, type ByteRange, type FileStore } from './file-store.ts';
import { isNoObject, s3Problem } from './s3-problem.ts';
import type { S3Settings } from './s3-settings.ts';
import type { Spool } from './spool.ts';
import { tryDirect } from './try-direct.ts';

const MB = 1024 * 1024;
/**
 * A part is held in memory, where its hash is signed: the service refuses one that arrives otherwise.
 * Amazon takes 10,000 parts of at least 5 MB.
 */
const PART = { bytes: 8 * MB, atOnce: 2 };
const CONNECT_MS = 5000;
/** Without a byte. */
const SILENT_MS = 20_000;
const TRIES = 4;
/** How wrong a clock may be for signatures to hold, with a margin (Amazon S3: 15 minutes). */
const CLOCK_SET_MS = 240_000;
/** Names are random and bytes never change, except while a picture from elsewhere is cleaned. */
const CACHE = 'public, max-age=31536000, immutable';

interface Loaded {
  readonly sdk: typeof Sdk;
  readonly client: Sdk.S3Client;
}

/** One object, and where to go on in it. */
interface Reading {
  readonly path: string;
  readonly end: number;
  readonly etag: string | undefined;
}

/** `trying`: how often a call is tried, for callers that do not want to wait. */
export function createS3Store(
  settings: S3Settings,
  { spool, tries = TRIES }: { readonly spool: Spool; readonly tries?: number },
): FileStore & { readonly settings: S3Settings } {
  const { bucket: Bucket } = settings;
  let loading: Promise<Loaded> | undefined;
  const s3 = (): Promise<Loaded> => (loading ??= load(settings, tries));
  const failed = (error: unknown): never => {
    throw s3Problem(settings, error);
  };

  async function head(path: string): Promise<{ size: number; modifiedAt: Date } | undefined> {
    const { sdk, client } = await s3();
    try {
      const found = await client.send(new sdk.HeadObjectCommand({ Bucket, Key: path }));
      return { size: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) };
    } catch (error) {
      if (!isNoObject(error)) return failed(error);
      // The answer has no message, and is the same where the bucket is gone with everything in it.
      await client.send(new sdk.HeadBucketCommand({ Bucket })).catch((cause: unknown) => {
        throw isNoObject(cause) ? noBucket(settings, cause) : s3Problem(settings, cause);
      });
      return undefined;
    }
  }

  async function get(path: string, range?: ByteRange, etag?: string) {
    const { sdk, client } = await s3();
    const Range = range && `bytes=${range.start}-${range.end}`;
    return client.send(new sdk.GetObjectCommand({ Bucket, Key: path, Range, IfMatch: etag }));
  }

  /** A connection that breaks off is gone on with where it broke. */
  async function* goOn(first: AsyncIterable<Buffer>, at: number, reading: Reading): AsyncGenerator<Buffer> {
    let [body, failures] = [first, 0];
    for (;;) {
      try {
        for await (const chunk of body) {
          at += chunk.length;
          failures = 0;
          yield chunk;
        }
        if (at > reading.end) return;
        throw new StorageProblem('The storage sent less than it said', {
          away: true,
          code: 'IncompleteBody',
        });
      } catch (error) {
        if (++failures >= tries) return failed(error);
        const more = await get(reading.path, { start: at, end: reading.end }, reading.etag).catch(failed);
        body = more.Body as Readable;
      }
    }
  }

  return {
    name: 's3',
    place: `the bucket ${Bucket} at ${settings.endpoint ?? `Amazon S3 (${settings.region})`}`,
    settings,
    direct: {
      async urlFor(path, { size, seconds }) {
        const [{ sdk, client }, { getSignedUrl }] = await Promise.all([
          s3(),
          import('@aws-sdk/s3-request-presigner'),
        ]);
        // Length and type are signed: the service takes no other ones.
        const ContentType = ARRIVING_TYPE;
        const command = new sdk.PutObjectCommand({ Bucket, Key: path, ContentLength: size, ContentType });
        return getSignedUrl(client, command, {
          expiresIn: seconds,
          signableHeaders: new Set(['content-type']),
        }).catch(failed);
      },
      async place() {
        // The SDK decides whether the bucket is part of the host name.
        return new URL('.', await this.urlFor(arrivedPath('any'), { size: 1, seconds: 1 })).href;
      },
      async tryFrom(origin) {
        const { client } = await s3();
        return tryDirect(client.config.requestHandler, this, origin).catch(failed);
      },
    },
    facts: head,
    async read(path, range) {
      const found = await get(path, range).catch(failed);
      const at = range?.start ?? 0;
      const reading = { path, end: range?.end ?? (found.ContentLength ?? 0) - 1, etag: found.ETag };
      return Readable.from(goOn(found.Body as Readable, at, reading), { objectMode: false });
    },
    async put(path, from, { mime, size, sha256 }) {
      const [{ client }, { Upload }] = await Promise.all([s3(), import('@aws-sdk/lib-storage')]);
      const params = {
        Bucket,
        Key: path,
        Body: createReadStream(from),
        ContentType: mime,
        // Nobody's browser shows a document at the bucket's URL.
        ...(kindOf(mime) === 'document' ? { ContentDisposition: 'attachment' } : {}),
        CacheControl: CACHE,
        Metadata: { sha256 },
      };
      await new Upload({ client, params, partSize: PART.bytes, queueSize: PART.atOnce }).done().catch(failed);
      const stored = await head(path);
      if (stored?.size !== size) {
        throw new StorageProblem(
          `The storage has ${stored?.size ?? 'none'} of the ${size} bytes of ${path} that it confirmed`,
          { away: true, code: 'IncompleteBody' },
        );
      }
    },
    async remove(path) {
      const { sdk, client } = await s3();
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: path })).catch(failed);
    },
    async *list() {
      const { sdk, client } = await s3();
      let ContinuationToken: string | undefined;
      do {
        const page = await client
          .send(new sdk.ListObjectsV2Command({ Bucket, ContinuationToken }))
          .catch(failed);
        for (const { Key: path = '', Size: size = 0, LastModified } of page.Contents ?? []) {
          const isOurs = isStoredPath(path) || isArrivedPath(path);
          if (isOurs) yield { path, size, modifiedAt: LastModified ?? new Date(0) };
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
    onDisk(path, { size, sha256 }) {
      return spool.copyOf({ path, size, sha256 }, () => this.read(path));
    },
  };
}

const noBucket = (settings: S3Settings, cause: unknown): StorageProblem =>
  s3Problem(settings, Object.assign(new Error('no bucket', { cause }), { name: 'NoSuchBucket' }));

async function load(settings: S3Settings, tries: number): Promise<Loaded> {
  const sdk = await import('@aws-sdk/client-s3');
  const { region, endpoint, accessKeyId, secretAccessKey, forcePathStyle, proxy } = settings;
  // Those of Node.js before 22.21 and 24.5 know no proxy.
  const agent = { keepAlive: true, maxSockets: 50, ...(proxy ? { proxyEnv: proxy } : {}) };
  const client = new sdk.S3Client({
    region,
    ...(endpoint ? { endpoint } : {}),
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle,
    maxAttempts: tries,
    // Not every service knows the newer checksums; the signed hash of each part is known to all.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: SILENT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: SILENT_MS,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  if (tries > 1) repeatOnceClockWasSet(client);
  return { sdk, client };
}

/**
 * The SDK signs by the time of the last answer, and repeats a call where this machine's clock turns out to be
 * wrong, but not where it was wrong and has been set: that call would fail, and only the next one succeed.
 */
function repeatOnceClockWasSet({ config, middlewareStack }: Sdk.S3Client): void {
  middlewareStack.add(
    (next) => async (args) => {
      const before = config.systemClockOffset;
      try {
        return await next(args);
      } catch (error) {
        if (Math.abs(config.systemClockOffset - before) < CLOCK_SET_MS) throw error;
      }
      return next(args);
    },
    { step: 'initialize', name: 'repeatOnceClockWasSet' },
  );
}
