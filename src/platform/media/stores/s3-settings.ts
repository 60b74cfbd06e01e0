/**
 * The settings of a bucket, from its variables: those of any S3 service, and the older ones of Cloudflare R2.
 */
import { isPublicUrl } from '../../../../providers/_kit/public-url.ts';

/**
 * `endpoint` undefined: Amazon's own for the region. `publicUrl`: where everybody can fetch files, if
 * anywhere.
 */
export interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  readonly endpoint: string | undefined;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly forcePathStyle: boolean;
  readonly publicUrl: string | undefined;
  /** As Node.js's agents take it (`proxyEnv`); undefined: nothing is between this machine and the bucket. */
  readonly proxy:
    | { readonly HTTP_PROXY: string; readonly HTTPS_PROXY: string; readonly NO_PROXY: string }
    | undefined;
  /** Names of the variables that the settings came from, for messages. */
  readonly names: S3Names;
}

export interface S3Names {
  readonly bucket: string;
  readonly region: string;
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const OF_S3: S3Names = {
  bucket: 'S3_BUCKET',
  region: 'S3_REGION',
  endpoint: 'S3_ENDPOINT',
  accessKeyId: 'S3_ACCESS_KEY_ID',
  secretAccessKey: 'S3_SECRET_ACCESS_KEY',
};
/** As earlier releases read them (v2.23.0: upload.factory.ts, cloudflare.storage.ts). */
const OF_CLOUDFLARE: S3Names = {
  bucket: 'CLOUDFLARE_BUCKETNAME',
  region: 'CLOUDFLARE_REGION',
  endpoint: 'CLOUDFLARE_ACCOUNT_ID',
  accessKeyId: 'CLOUDFLARE_ACCESS_KEY',
  secretAccessKey: 'CLOUDFLARE_SECRET_ACCESS_KEY',
};

/** The variables, as config.ts has read them. */
export interface StorageConfig {
  readonly STORAGE_PROVIDER: 'local' | 's3' | 'cloudflare';
  readonly S3_BUCKET: string | undefined;
  readonly S3_REGION: string | undefined;
  readonly S3_ENDPOINT: string | undefined;
  readonly S3_ACCESS_KEY_ID: string | undefined;
  readonly S3_SECRET_ACCESS_KEY: string | undefined;
  readonly S3_FORCE_PATH_STYLE: boolean | undefined;
  readonly S3_PUBLIC_URL: string | undefined;
  readonly CLOUDFLARE_ACCOUNT_ID: string | undefined;
  readonly CLOUDFLARE_ACCESS_KEY: string | undefined;
  readonly CLOUDFLARE_SECRET_ACCESS_KEY: string | undefined;
  readonly CLOUDFLARE_BUCKETNAME: string | undefined;
  readonly CLOUDFLARE_BUCKET_URL: string | undefined;
  readonly CLOUDFLARE_REGION: string | undefined;
  readonly HTTPS_PROXY: string | undefined;
  readonly HTTP_PROXY: string | undefined;
  readonly NO_PROXY: string | undefined;
}

/**
 * The bucket of the instance; undefined where none is named. It may be named while new files are stored in
 * the folder, as before and after a move.
 */
export function s3Settings(config: StorageConfig): S3Settings | undefined {
  return problemsOfStorage(config).length ? undefined : readSettings(config);
}

/** A bucket at a private address is on this side of the proxy. */
function proxyFor(config: StorageConfig, endpoint: string | undefined): S3Settings['proxy'] {
  const proxy = config.HTTPS_PROXY ?? config.HTTP_PROXY;
  if (!proxy || (endpoint && !isPublicUrl(endpoint.replace(/^http:/, 'https:')))) return undefined;
  return { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NO_PROXY: config.NO_PROXY ?? '' };
}

function readSettings(config: StorageConfig): S3Settings | undefined {
  if (config.STORAGE_PROVIDER === 'cloudflare') {
    const endpoint = config.S3_ENDPOINT ?? `https://${config.CLOUDFLARE_ACCOUNT_ID}.r2.cloudflarestorage.com`;
    return {
      bucket: config.CLOUDFLARE_BUCKETNAME ?? '',
      region: config.CLOUDFLARE_REGION ?? 'auto',
      endpoint,
      accessKeyId: config.CLOUDFLARE_ACCESS_KEY ?? '',
      secretAccessKey: config.CLOUDFLARE_SECRET_ACCESS_KEY ?? '',
      forcePathStyle: config.S3_FORCE_PATH_STYLE ?? true,
      publicUrl: config.S3_PUBLIC_URL ?? config.CLOUDFLARE_BUCKET_URL,
      proxy: proxyFor(config, endpoint),
      names: OF_CLOUDFLARE,
    };
  }
  if (!config.S3_BUCKET) return undefined;
  return {
    bucket: config.S3_BUCKET,
    region: config.S3_REGION ?? 'us-east-1',
    endpoint: config.S3_ENDPOINT,
    accessKeyId: config.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: config.S3_SECRET_ACCESS_KEY ?? '',
    // Services that one runs oneself rarely have a name of its own for each bucket.
    forcePathStyle: config.S3_FORCE_PATH_STYLE ?? Boolean(config.S3_ENDPOINT),
    publicUrl: config.S3_PUBLIC_URL,
    proxy: proxyFor(config, config.S3_ENDPOINT),
    names: OF_S3,
  };
}

/** The settings that are missing, one sentence each: files would be lost half-way, or not found. */
export function problemsOfStorage(config: StorageConfig): string[] {
  const isCloudflare = config.STORAGE_PROVIDER === 'cloudflare';
  // Of the older names alone nothing follows: they are read for STORAGE_PROVIDER=cloudflare alone.
  const needed: readonly (keyof StorageConfig)[] = isCloudflare
    ? [
        ...(config.S3_ENDPOINT ? [] : (['CLOUDFLARE_ACCOUNT_ID'] as const)),
        'CLOUDFLARE_BUCKETNAME',
        'CLOUDFLARE_ACCESS_KEY',
        'CLOUDFLARE_SECRET_ACCESS_KEY',
      ]
    : config.STORAGE_PROVIDER === 's3' || config.S3_BUCKET
      ? ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
      : [];
  const why =
    config.STORAGE_PROVIDER === 'local' ? 'S3_BUCKET' : `STORAGE_PROVIDER=${config.STORAGE_PROVIDER}`;
  const missing = needed.filter((name) => !config[name]).map((name) => `${name} is missing: ${why} needs it`);
  const url = config.S3_ENDPOINT;
  return url && !/^https?:\/\//.test(url)
    ? [...missing, 'S3_ENDPOINT must begin with https:// (or http://)']
    : missing;
}
