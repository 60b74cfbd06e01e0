import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { AppContext, Middleware } from './types.ts';
import type { Context } from '../platform/context.ts';
import { ApiError } from '../platform/errors.ts';
import { ensureWeb } from './build-web.ts';
import { NONCE_PLACEHOLDER } from '../web/nonce.ts';
import { isPage } from './normalize-path.ts';
import { OF_PAGES } from './security-headers.ts';
import { sentence } from '../platform/sentences.ts';

/** How a file may be compressed, the smallest first: browsers name them in another order. */
const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];
/** What the build writes beside each file (src/web/build/compressed.ts). */
const SUFFIXES: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

/** A file of the built web app, ready to send. */
interface Asset {
  readonly type: string;
  readonly digest: string;
  readonly bytes: Buffer;
  /** Without those for which it is compressed enough as it is. */
  readonly encodings: Readonly<Partial<Record<Encoding, Buffer>>>;
}

/** The built web app in memory: a few dozen files. */
interface WebApp {
  readonly page: string;
  readonly assets: ReadonlyMap<string, Asset>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.html': 'text/html; charset=utf-8',
};
/** No API endpoint is a page, so a mistyped one is answered with JSON. */
const NO_PAGE = /^\/(api|public|uploads|assets|metrics|sandbox|docs|\.well-known)(\/|$)/;
/** What the service worker may load, and the page that it shows offline. */
const OFFLINE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";
/** The service worker: it may act on all pages only from the root. */
const WORKER = '/sw.js';
/** What concerns documents, answers to other origins, and reports: a tenth of a small script. */
const NOT_OF_PARTS = [
  'Content-Security-Policy',
  'X-Frame-Options',
  'Referrer-Policy',
  'Access-Control-Allow-Origin',
  'Access-Control-Allow-Credentials',
  'Access-Control-Expose-Headers',
  'X-Request-Id',
];
const PART = /\.(?:js|css|woff2)$/;
/** The digest in the name of a built file; the icon and the manifest keep their names when they change. */
const WITH_DIGEST = /-[\w-]{8}\.\w+$/;

/**
 * Serves the web app on the API's origin: every other URL that a browser opens gets its page, and the page
 * decides what to show. Files with a digest in their names are cached for a year.
 */
export function serveWeb({
  config,
  apiUrl,
  storage,
}: Pick<Context, 'config' | 'apiUrl' | 'storage'>): Middleware {
  const uploads = new URL(apiUrl).origin;
  // Pages put files there themselves; without a bucket they call nothing but Crier.
  const { direct } = storage.stores.current;
  let bucket: string | undefined;
  let app: Promise<WebApp> | undefined;
  const load = (): Promise<WebApp> => {
    app ??= ensureWeb(config).then(readApp);
    app.catch(() => (app = undefined));
    return app;
  };
  return async (ctx, next) => {
    const isFile = ctx.path.startsWith('/assets/') || ctx.path === WORKER;
    if ((ctx.method === 'GET' || ctx.method === 'HEAD') && isFile) {
      return sendAsset(ctx, (await load()).assets.get(ctx.path));
    }
    if (isPage(ctx) && !NO_PAGE.test(ctx.path)) {
      const { page } = await load();
      // With wrong settings there is none, and pages open: `doctor` reports what is wrong.
      bucket ??= await direct?.place().catch(() => undefined);
      return sendPage(ctx, page, { uploads, bucket });
    }
    await next();
  };
}

/**
 * What another app shares comes as a form, which the service worker takes before it is sent. Where there is
 * none, nothing of it is read: the composer says that it did not arrive. Before the check of the origin, as a
 * form from elsewhere changes nothing either.
 */
export function refuseShare(): Middleware {
  return async (ctx, next) => {
    if (ctx.method !== 'POST' || ctx.path !== '/share') return next();
    ctx.status = 303;
    ctx.set('Location', '/compose?shared=unreadable');
  };
}

/**
 * Added to the headers of every response (security-headers.ts). `uploads`: the origin of stored media,
 * which differs from the page's when the instance is opened under another name of its machine. `bucket`:
 * where the page puts files itself, if anywhere.
 */
async function sendPage(
  ctx: AppContext,
  page: string,
  { uploads, bucket }: { readonly uploads: string; readonly bucket: string | undefined },
): Promise<void> {
  const nonce = randomBytes(16).toString('base64url');
  ctx.set({
    ...OF_PAGES,
    'Content-Security-Policy': `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: https: ${uploads}; media-src 'self' ${uploads}; font-src 'self'; connect-src 'self'${bucket ? ` ${bucket}` : ''}; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  });
  ctx.type = 'text/html; charset=utf-8';
  const encoding = ENCODINGS.find((one) => ctx.acceptsEncodings(one));
  ctx.vary('Accept-Encoding');
  if (encoding) ctx.set('Content-Encoding', encoding);
  const bytes = Buffer.from(page.replaceAll(NONCE_PLACEHOLDER, nonce));
  ctx.body = encoding ? await COMPRESS[encoding](bytes) : bytes;
}

/** The page is small, and differs each time. It holds no secret that its length could give away. */
const COMPRESS: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes) => promisify(gzip)(bytes),
};

function sendAsset(ctx: AppContext, asset: Asset | undefined): void {
  if (!asset) {
    throw new ApiError('route_not_found', sentence('no_route', { method: ctx.method, path: ctx.path }));
  }
  const encoding = ENCODINGS.find((one) => asset.encodings[one] && ctx.acceptsEncodings(one));
  ctx.status = 200;
  if (PART.test(ctx.path)) for (const name of NOT_OF_PARTS) ctx.remove(name);
  ctx.set({
    'Content-Type': asset.type,
    'Cache-Control': WITH_DIGEST.test(ctx.path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    // Each encoding is a representation of its own (RFC 9110, 8.8.3.3).
    ETag: `"${asset.digest}${encoding ? `-${encoding}` : ''}"`,
  });
  ctx.vary('Accept-Encoding');
  if (ctx.path === WORKER || ctx.path.endsWith('.html')) ctx.set('Content-Security-Policy', OFFLINE_POLICY);
  if (ctx.fresh) return void (ctx.status = 304);
  if (encoding) ctx.set('Content-Encoding', encoding);
  ctx.body = (encoding && asset.encodings[encoding]) ?? asset.bytes;
}

/** By folder, which is named after its contents. */
const read = new Map<string, WebApp>();

function readApp(folder: string): WebApp {
  const known = read.get(folder) ?? readFiles(folder);
  read.set(folder, known);
  return known;
}

function readFiles(folder: string): WebApp {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !Object.values(SUFFIXES).includes(extname(file)));
  const assets = new Map(
    files
      .map((file) => [`/${relative(folder, file).split(sep).join('/')}`, toAsset(file)] as const)
      .filter(([path]) => path.startsWith('/assets/') || path === WORKER),
  );
  return { page: readFileSync(join(folder, 'index.html'), 'utf8'), assets };
}

function toAsset(file: string): Asset {
  const bytes = readFileSync(file);
  const found = ENCODINGS.filter((one) => existsSync(`${file}${SUFFIXES[one]}`));
  return {
    type: TYPES[extname(file)] ?? 'application/octet-stream',
    digest: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    bytes,
    encodings: Object.fromEntries(found.map((one) => [one, readFileSync(`${file}${SUFFIXES[one]}`)])),
  };
}
