/**
 * The only reader of the environment: names → checked config. One documented entry per variable; secrets
 * apart (secrets.ts).
 */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { problemsOfStorage } from '../media/stores/s3-settings.ts';
import { problemOfPlans } from '../plan-list.ts';
import {
  text,
  optional,
  flag,
  integer,
  list,
  networks,
  proxies,
  url,
  urlOr,
  checksum,
  secret,
  mailProvider,
  optionalFlag,
  hiddenNetworks,
  origin,
  optionalPort,
  mailAddress,
  oneLine,
  registration,
  storageProvider,
  plans,
  pathPrefix,
} from './variables.ts';

/** The variables that Crier reads. `npm run crier -- doctor` prints this table with the values in force. */
export const variables = {
  DATABASE_URL: optional('PostgreSQL to use instead of the embedded one'),
  DATABASE_DIRECT_URL: optional(
    'The same database past the pooler; set it if DATABASE_URL leads to PgBouncer in transaction mode',
  ),
  TEMPORAL_ADDRESS: optional('Temporal frontend (host:port) to use instead of the embedded one'),
  TEMPORAL_NAMESPACE: text('Temporal namespace; created if it does not exist', 'default'),
  TEMPORAL_TLS: flag('Whether to connect to Temporal with TLS'),
  TEMPORAL_API_KEY: optional('API key for Temporal'),
  TEMPORAL_TLS_CLIENT_CERT_PATH: optional(
    'File with the client certificate (PEM) for a Temporal that asks for one; turns TLS on',
  ),
  TEMPORAL_TLS_CLIENT_KEY_PATH: optional('File with the key of that certificate (PEM)'),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: optional(
    'File with the certificates that Temporal may be signed by (PEM); default: the usual ones. Turns TLS on',
  ),
  TEMPORAL_TLS_SERVER_NAME: optional(
    'Name in the certificate of Temporal, where it is not the one in TEMPORAL_ADDRESS; turns TLS on',
  ),
  CRIER_DATA_DIR: text(
    'Folder for everything that must not be lost: databases, uploads, secrets',
    defaultDataDir(),
  ),
  CRIER_UPGRADE_BACKUP: optionalFlag(
    'Whether a backup of the database is written to the data folder before a new version changes its tables; default: yes. The newest three are kept',
  ),
  CRIER_NETWORKS: networks(
    'Networks that this worker publishes to, e.g. x,linkedin, where several workers share them (docs/scale.md); default: all',
  ),
  CRIER_REPLAY_CHECK: optionalFlag(
    'Whether a worker with other workflow code first replays the runs that wait, and does not start if one of them would not continue; default: yes',
  ),
  CRIER_CACHE_DIR: text('Folder for programs that can be fetched or built again', defaultCacheDir()),
  CRIER_TEMPORAL_BIN: optional(
    'Programs of the Temporal server that were built elsewhere: a folder, or a .tar.gz archive with its checksum beside it (NAME.tar.gz.sha256); unset = npm start builds them, once',
  ),
  CRIER_TEMPORAL_BIN_SHA256: checksum(
    'SHA-256 of the archive in CRIER_TEMPORAL_BIN, instead of the file beside it',
  ),
  PORT: integer('Port of the API; 0 = 5000 with npm start, 3000 when the API runs alone', 0, 0, 65_535),
  HOST: text('Address on which the API listens', '127.0.0.1'),
  TEMPORAL_PORT: integer('Port of the embedded Temporal server', 7233, 1, 65_535),
  TEMPORAL_UI_PORT: integer('Port of the embedded Temporal UI', 8080, 1, 65_535),
  TEMPORAL_UI_URL: url('URL of the Temporal UI, for links to runs; default: the embedded one'),
  TEMPORAL_POST_TEXT: flag(
    'Whether Temporal shows the first words of posts. They stay there until the retention of its namespace is over, regardless of what happens to the post',
  ),
  FRONTEND_URL: url('Public URL of the web app, e.g. https://crier.example'),
  MAIN_URL: url('A second origin from which browsers may call the API'),
  SHORT_LINK_DOMAIN: origin(
    'Domain of short links, e.g. go.example, which leads to this instance; default: that of FRONTEND_URL (docs/short-links.md)',
  ),
  DUB_TOKEN: optional(
    'API key of Dub, which then makes links short instead of Crier. Of several services, the first in this list does',
  ),
  DUB_API_ENDPOINT: urlOr("URL of Dub's API", 'https://api.dub.co'),
  DUB_SHORT_LINK_DOMAIN: text('Domain of short links at Dub', 'dub.sh'),
  SHORT_IO_SECRET_KEY: optional('Secret API key of Short.io, which then makes links short instead of Crier'),
  SHORT_IO_API_ENDPOINT: urlOr("URL of Short.io's API", 'https://api.short.io'),
  SHORT_IO_DOMAIN: text('Domain of short links at Short.io: one of the account', 'short.io'),
  KUTT_API_KEY: optional('API key of Kutt, which then makes links short instead of Crier'),
  KUTT_API_ENDPOINT: urlOr(
    "URL of Kutt's API, also of one that is hosted elsewhere",
    'https://kutt.it/api/v2',
  ),
  KUTT_SHORT_LINK_DOMAIN: text('Domain of short links at Kutt', 'kutt.it'),
  LINK_DRIP_API_KEY: optional('API key of LinkDrip, which then makes links short instead of Crier'),
  LINK_DRIP_API_ENDPOINT: urlOr("URL of LinkDrip's API", 'https://api.linkdrip.com/v1'),
  LINK_DRIP_SHORT_LINK_DOMAIN: text('Domain of short links at LinkDrip', 'dripl.ink'),
  ENCRYPTION_KEY: optional(
    'Keys that encrypt channel credentials and sign the URLs from which networks fetch files, newest first: id:base64 of 32 bytes, separated by commas; created on the first run',
  ),
  NEXT_PUBLIC_BACKEND_URL: url(
    'Public URL of the API where the web app is served from another URL of the same domain, e.g. https://api.crier.example/api',
  ),
  JWT_SECRET: secret(
    'Secret that signs browser sessions: at least 32 characters; created on the first run. Changing it only signs everybody out',
  ),
  NOT_SECURED: flag(
    'Sends the session cookie without Secure, and the session also in the header auth, even if FRONTEND_URL is https. Only for networks without TLS',
  ),
  DISABLE_REGISTRATION: registration(
    'Who may sign up: false = everybody, true = nobody, unset = only the first person, who becomes the owner',
  ),
  TRUSTED_PROXIES: proxies(
    'Addresses or ranges of reverse proxies whose X-Forwarded-For, -Proto and -Host are trusted, e.g. 10.0.0.0/8; empty = none',
  ),
  EMAIL_PROVIDER: mailProvider(
    'How to send mail: resend (needs RESEND_API_KEY) or nodemailer, which is SMTP (needs EMAIL_HOST); unset = no mail: accounts are activated at once, and links are shown instead of mailed',
  ),
  EMAIL_HOST: optional('Mail server, for EMAIL_PROVIDER=nodemailer'),
  EMAIL_PORT: optionalPort('Port of the mail server; unset = 465 with EMAIL_SECURE=true, otherwise 587'),
  EMAIL_USER: optional('User name at the mail server; unset = no sign-in'),
  EMAIL_PASS: optional('Password of EMAIL_USER'),
  EMAIL_SECURE: optionalFlag(
    'true = TLS from the first byte; false = STARTTLS if the server offers it; unset = TLS on port 465, STARTTLS on others, and EMAIL_PASS is never sent unencrypted',
  ),
  EMAIL_FROM_ADDRESS: mailAddress('Sender address of mails; required for mail'),
  EMAIL_FROM_NAME: oneLine('Sender name of mails', 'Crier'),
  RESEND_API_KEY: optional(
    'API key of Resend, for EMAIL_PROVIDER=resend; a key that may only send is enough',
  ),
  RESEND_API_URL: urlOr("URL of Resend's API", 'https://api.resend.com'),
  STORAGE_PROVIDER: storageProvider(
    'Where uploads are stored: local = in a folder on this machine, which may be a mounted one; s3 = in a bucket of any S3 service (S3_BUCKET and the variables after it); cloudflare = in a bucket of R2, by the CLOUDFLARE_ variables (docs/storage.md)',
  ),
  UPLOAD_DIRECTORY: optional(
    'Folder for uploads; default: uploads in the data folder. With a bucket, files are only received and prepared there',
  ),
  S3_BUCKET: optional(
    'Bucket for uploads. Without STORAGE_PROVIDER=s3, new files stay in the folder, and those that are in the bucket are read from it',
  ),
  S3_REGION: optional('Region of the bucket; default: us-east-1'),
  S3_ENDPOINT: url("URL of the S3 service, e.g. https://s3.example; default: Amazon's for the region"),
  S3_ACCESS_KEY_ID: optional('Id of the access key for the bucket'),
  S3_SECRET_ACCESS_KEY: optional('Secret of the access key for the bucket'),
  S3_FORCE_PATH_STYLE: optionalFlag(
    'Whether the bucket is named in the path of URLs instead of the host; default: yes with S3_ENDPOINT, otherwise no',
  ),
  S3_PUBLIC_URL: url(
    'URL below which everybody can fetch the files of the bucket (a public bucket, or a CDN before it). Networks that fetch files are given it instead of a URL of this instance that expires',
  ),
  CLOUDFLARE_ACCOUNT_ID: optional('Account at Cloudflare, for STORAGE_PROVIDER=cloudflare'),
  CLOUDFLARE_ACCESS_KEY: optional('Id of the access key of R2, for STORAGE_PROVIDER=cloudflare'),
  CLOUDFLARE_SECRET_ACCESS_KEY: optional('Secret of the access key of R2, for STORAGE_PROVIDER=cloudflare'),
  CLOUDFLARE_BUCKETNAME: optional('Bucket of R2, for STORAGE_PROVIDER=cloudflare'),
  CLOUDFLARE_BUCKET_URL: url('As S3_PUBLIC_URL, for STORAGE_PROVIDER=cloudflare'),
  CLOUDFLARE_REGION: optional('Region of R2, for STORAGE_PROVIDER=cloudflare; default: auto'),
  CRIER_FFMPEG: optional(
    'ffmpeg, by its path or its name, e.g. ffmpeg: videos that a network refuses can then be converted to H.264, and are trimmed to the frame. The API runs it; version 5 or newer with libx264',
  ),
  NEXT_PUBLIC_UPLOAD_STATIC_DIRECTORY: pathPrefix(
    'Start of the path in the URLs of uploads. They are always served below /uploads too',
    '/uploads',
  ),
  RESTRICT_UPLOAD_DOMAINS: optional(
    'Text that the URL of every image or video in a create request must contain, e.g. cdn.example; uploads always pass',
  ),
  DISABLE_SSRF_PROTECTION: flag('Lets outbound calls reach private addresses. Only for trusted networks'),
  SSRF_ALLOW_CIDRS: list('Private address ranges that outbound calls may reach, e.g. 10.1.0.0/16'),
  HTTPS_PROXY: optional('Proxy for outbound calls'),
  HTTP_PROXY: optional('Proxy for outbound calls if HTTPS_PROXY is unset'),
  NO_PROXY: optional(
    'Hosts of the bucket that are called without the proxy, separated by commas. All other outbound calls go through it',
  ),
  CRIER_PROXY_RESOLVES: flag(
    'Gives the proxy names instead of the addresses that they were found to have here, where this machine cannot resolve them or the proxy admits names alone. The proxy itself must then refuse private addresses',
  ),
  CRIER_FILL_SETTINGS_TYPE: flag(
    'Fills in settings.__type where a client sends settings without it, as the public service does. Without it they are refused, because such settings may be meant for another channel',
  ),
  API_LIMIT: integer(
    'How many create requests an organisation may send per hour; 0 = no limit',
    90,
    0,
    1_000_000_000,
  ),
  CRIER_SANDBOX: optionalFlag(
    'Offers the sandbox network; unset = on with npm start, off when the processes run alone',
  ),
  CRIER_SANDBOX_URL: url('URL of the sandbox network; default: the API itself'),
  CRIER_HIDDEN_NETWORKS: hiddenNetworks(
    'Networks that nobody may connect here, e.g. skool,mewe: they are not listed, and connecting or reconnecting is refused. Channels that are connected already keep publishing, until they would have to be reconnected',
  ),
  CRIER_API_URL: url(
    'URL of the instance that npm run crier uses over HTTP, as with --api; unset = the instance on this machine',
  ),
  CRIER_API_KEY: optional(
    'API key for npm run crier over HTTP; if unset, the command asks for it without echo',
  ),
  CRIER_WEBHOOK_SECRET: optional(
    'Secret that npm run crier -- webhooks listen signs with (whsec_…); unset = a new one for each run',
  ),
  CRIER_PLANS: plans('Plans as JSON, or the path of a JSON file (docs/billing.md); unset = no limits'),
  CRIER_DEFAULT_PLAN: optional(
    'Plan of an organisation that has bought none; default: the first in CRIER_PLANS',
  ),
  STRIPE_SECRET_KEY: optional(
    'Secret key of Stripe; plans can be bought once it and STRIPE_SIGNING_KEY are set',
  ),
  STRIPE_SIGNING_KEY: optional('Signing secret of the webhook endpoint at Stripe (whsec_…)'),
  STRIPE_API_URL: url("URL of the Stripe API; default: Stripe's own"),
  CRIER_FAULT_POINT: optional(
    'Tests only: the named point at which the process kills itself (needs NODE_ENV=test)',
  ),
  CRIER_ORACLES: optional(
    "Tests only: folder with networks' own descriptions of their APIs, which the tests compare requests with",
  ),
  METRICS_TOKEN: optional(
    "Bearer token that opens GET /metrics on the API; if set, the worker's metrics need it too",
  ),
  METRICS_PORT: integer(
    "Port of the worker's metrics; 0 = none. Each worker on a machine needs its own",
    0,
    0,
    65_535,
  ),
  METRICS_HOST: text(
    "Address on which the worker's metrics listen; METRICS_TOKEN is required if other machines can reach it",
    '127.0.0.1',
  ),
  NODE_ENV: text('Kind of environment: production, development or test', 'development'),
  LOG_LEVEL: text('How much to log: fatal, error, warn, info, debug or trace', 'info'),
} as const;

/** The checked configuration: one value per variable of `variables`. */
export type Config = {
  readonly [K in keyof typeof variables]: ReturnType<(typeof variables)[K]['parse']>;
} & {
  /** Variables that providers declare (`MASTODON_URL`, …), by name. */
  readonly providerEnv: Readonly<Record<string, string | undefined>>;
};

/** Thrown with every problem at once; the process prints it and stops. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The configuration is invalid:\n${problems.map((p) => `  ${p}`).join('\n')}`);
  }
}

/**
 * Reads and checks the environment.
 *
 * @throws ConfigError naming every variable that is wrong, and the fix
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries(variables)) {
    try {
      values[name] = variable.parse(env[name]?.trim());
    } catch (error) {
      problems.push(`${name} ${(error as Error).message} (${variable.help})`);
    }
  }
  if (!problems.length) {
    problems.push(...mailProblems(values as Config), ...problemsOfStorage(values as Config));
  }
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_URL) {
    problems.push(
      'DATABASE_DIRECT_URL is set without DATABASE_URL: set DATABASE_URL to the pooler, or remove both',
    );
  }
  const ofPlans = problemOfPlans(values);
  if (ofPlans) problems.push(ofPlans);
  if (problems.length) throw new ConfigError(problems);
  return { ...(values as Omit<Config, 'providerEnv'>), providerEnv: env };
}

/** Mail that is half set up would be lost silently. */
function mailProblems(config: Config): string[] {
  if (!config.EMAIL_PROVIDER) return [];
  const needed = [
    'EMAIL_FROM_ADDRESS',
    ...(config.EMAIL_PROVIDER === 'resend' ? ['RESEND_API_KEY' as const] : ['EMAIL_HOST' as const]),
    ...(config.EMAIL_USER ? ['EMAIL_PASS' as const] : config.EMAIL_PASS ? ['EMAIL_USER' as const] : []),
  ] as const;
  return needed
    .filter((name) => !config[name])
    .map(
      (name) =>
        `${name} is missing: EMAIL_PROVIDER=${config.EMAIL_PROVIDER} needs it (${variables[name].help})`,
    );
}

/** CRIER_CACHE_DIR alone, for what runs before the configuration is checked. */
export function cacheDir(): string {
  return variables.CRIER_CACHE_DIR.parse(process.env.CRIER_CACHE_DIR?.trim());
}

/** The environment for a child process: ours, changed by `changes` (undefined removes a variable). */
export function childEnv(changes: Record<string, string | undefined> = {}): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries({ ...process.env, ...changes }).filter(([, value]) => value !== undefined),
  );
}

function defaultDataDir(): string {
  // As root, PostgreSQL runs as a user of its own who cannot enter root's home.
  if (process.getuid?.() === 0) return '/var/lib/crier';
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'crier');
  return resolve(process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'crier');
}

function defaultCacheDir(): string {
  if (process.getuid?.() === 0) return '/var/cache/crier';
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'crier');
  return resolve(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'crier');
}
