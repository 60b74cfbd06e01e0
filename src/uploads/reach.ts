/** Whether networks that fetch files themselves can fetch those of this instance, at its public URL. */
import type { Egress } from '../../providers/_kit/egress.ts';
import { isPublicUrl } from '../../providers/_kit/public-url.ts';
import type { Context } from '../platform/context.ts';
import { apiOrigin } from '../platform/api-origin.ts';
import type { Database, Statement } from '../platform/database.ts';
import { createEgress } from '../platform/egress.ts';
import { s3Settings, type StorageConfig } from '../platform/media/stores/s3-settings.ts';

/** Milliseconds. */
const DEADLINE_MS = 5000;

/** A channel whose network fetches files. */
export interface FetchingChannel {
  readonly id: string;
  readonly provider: string;
  readonly name: string;
}

/** What came of asking for a file as a network does. `got`: bytes; `why`: of a connection that failed. */
export type Fetched =
  | { readonly status: 'fetched' }
  | { readonly status: 'refused'; readonly httpStatus: number }
  | { readonly status: 'different'; readonly got: number }
  | { readonly status: 'unreachable'; readonly why: string };

/**
 * `unneeded`: no channel needs it. `private`: no network can reach the URL. `untried`: it is public, and
 * there is no file yet to try it with. `url` is that of the newest picture or video, of `bytes`: of the one
 * that could not be fetched, if there is one.
 */
export type Reach =
  | { readonly status: 'unneeded' }
  | {
      readonly status: 'private';
      readonly channels: readonly FetchingChannel[];
      readonly base: string | undefined;
    }
  | { readonly status: 'untried'; readonly channels: readonly FetchingChannel[]; readonly base: string }
  | (Fetched & {
      readonly channels: readonly FetchingChannel[];
      readonly base: string;
      readonly url: string;
      readonly bytes: number;
    });

const CHANNELS: Statement = {
  name: 'reach-channels',
  text: `select id, provider, name
    from integration
    where deleted_at is null and not disabled and ($1::uuid is null or organization_id = $1)
    order by created_at`,
};
const NEWEST = `select id, path, size::float8 as size, storage
    from media
    where deleted_at is null and ($1::uuid is null or organization_id = $1)`;
// A proxy may pass pictures on and refuse videos: by their size, or by their name.
const LAST_FILES: Statement = {
  name: 'reach-last-files',
  text: `select path, size, storage
    from (
      (${NEWEST} and mime not like 'video/%' order by id desc limit 1)
      union all
      (${NEWEST} and mime like 'video/%' order by id desc limit 1)
    ) newest
    order by id desc`,
};

interface LastFile {
  readonly path: string;
  readonly size: number;
  readonly storage: 'local' | 's3';
}

type Settings = StorageConfig &
  Pick<
    Context['config'],
    | 'FRONTEND_URL'
    | 'NEXT_PUBLIC_BACKEND_URL'
    | 'NEXT_PUBLIC_UPLOAD_STATIC_DIRECTORY'
    | 'HTTPS_PROXY'
    | 'HTTP_PROXY'
  >;

/**
 * Asks for the newest picture and the newest video of the organisation, or of the instance (null), where a
 * channel needs it.
 */
export async function findReach(
  deps: {
    readonly config: Settings;
    readonly database: Pick<Database, 'query'>;
    readonly providers: Context['providers'];
  },
  organizationId: string | null,
): Promise<Reach> {
  const { config, database, providers } = deps;
  const rows = await database.query<FetchingChannel>(CHANNELS, [organizationId]);
  const channels = rows.filter(({ provider }) => providers.get(provider)?.fetchesMedia);
  if (!channels.length) return { status: 'unneeded' };
  const files = await database.query<LastFile>(LAST_FILES, [organizationId]);
  const own = apiOrigin(config) ?? config.FRONTEND_URL?.replace(/\/$/, '');
  const bucketUrl = s3Settings(config)?.publicUrl;
  const isOfBucket = (storage: string): boolean => storage !== 'local' && bucketUrl !== undefined;
  const baseOf = (storage: string): string | undefined => (isOfBucket(storage) ? bucketUrl : own);
  const base = baseOf(files[0]?.storage ?? config.STORAGE_PROVIDER);
  if (!base || !isPublicUrl(base)) return { status: 'private', channels, base };
  const found: Reach[] = [];
  for (const { path, size, storage } of files) {
    const at = baseOf(storage) ?? base;
    const url = `${at}${isOfBucket(storage) ? '' : config.NEXT_PUBLIC_UPLOAD_STATIC_DIRECTORY}/${path}`;
    found.push({ ...(await fetchAsNetwork(config, url, size)), channels, base: at, url, bytes: size });
  }
  return (
    found.find(({ status }) => status !== 'fetched') ?? found[0] ?? { status: 'untried', channels, base }
  );
}

/**
 * Asks for an upload at its public URL, as a network does. The guard for outbound calls does not apply: the
 * URL is the operator's own, and behind a router its name often leads to a private address.
 */
export async function fetchAsNetwork(
  config: Pick<Settings, 'HTTPS_PROXY' | 'HTTP_PROXY'>,
  url: string,
  size: number,
): Promise<Fetched> {
  const proxyUrl = config.HTTPS_PROXY ?? config.HTTP_PROXY;
  const egress = createEgress({ guardDisabled: true, allowCidrs: [], trustedOrigins: [], proxyUrl });
  try {
    return await ask(egress, url, size);
  } catch (error) {
    return { status: 'unreachable', why: error instanceof Error ? error.message : String(error) };
  } finally {
    await egress.close();
  }
}

// Not HEAD: a proxy may answer that and refuse the file itself.
async function ask(egress: Egress, url: string, size: number): Promise<Fetched> {
  const response = await egress.fetch(url, { timeoutMs: DEADLINE_MS, maxBytes: Infinity });
  await response.body?.cancel();
  if (response.status !== 200) return { status: 'refused', httpStatus: response.status };
  const got = Number(response.headers.get('content-length'));
  return got === size ? { status: 'fetched' } : { status: 'different', got };
}
