/**
 * The only reader of the environment: names → checked config. One documented entry per variable; secrets
 * apart (secrets.ts).
 */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { trustedRanges } from './middleware/client-ip.ts';
import { parsePlans, problemOfPlans, type Plan } from './plans/plans.ts';

/**
 * A variable: what it means, its default in words, and how its text becomes a value. `parse` throws with the
 * fix.
 */
interface Variable<T> {
  readonly help: string;
  readonly default: string;
  parse(text: string | undefined): T;
}

const text = (help: string, fallback: string): Variable<string> => ({
  help,
  default: fallback || 'unset',
  parse: (value) => value || fallback,
});
const optional = (help: string): Variable<string | undefined> => ({
  help,
  default: 'unset',
  parse: (value) => value || undefined,
});
const flag = (help: string): Variable<boolean> => ({
  help,
  default: 'false',
  parse(value) {
    if (!value || value === 'false' || value === '0') return false;
    if (value === 'true' || value === '1') return true;
    throw new Error('must be true or false');
  },
});
const integer = (help: string, fallback: number, min: number, max: number): Variable<number> => ({
  help,
  default: String(fallback),
  parse(value) {
    const number = value ? Number(value) : fallback;
    if (!Number.isInteger(number) || number < min || number > max) {
      throw new Error(`must be a whole number from ${min} to ${max}`);
    }
    return number;
  },
});
const list = (help: string): Variable<string[]> => ({
  help,
  default: 'empty',
  parse: (value) =>
    (value ?? '')
      .split(',')
      .map((v) => v.trim())
      .filter(Boolean),
});
const proxies = (help: string): Variable<string[]> => ({
  help,
  default: 'empty',
  parse(value) {
    const ranges = list(help).parse(value);
    trustedRanges(ranges);
    return ranges;
  },
});
const url = (help: string): Variable<string | undefined> => ({
  help,
  default: 'unset',
  parse(value) {
    if (value && !URL.canParse(value)) {
      throw new Error('must be a whole address such as https://crier.example');
    }
    return value?.replace(/\/+$/, '') || undefined;
  },
});
const address = (help: string, fallback: string): Variable<string> => ({
  help,
  default: fallback,
  parse: (value) => url(help).parse(value) ?? fallback,
});

const checksum = (help: string): Variable<string | undefined> => ({
  help,
  default: 'unset',
  parse(value) {
    if (value && !/^[0-9a-f]{64}$/i.test(value)) throw new Error('must be 64 hexadecimal digits');
    return value?.toLowerCase() || undefined;
  },
});
const secret = (help: string): Variable<string | undefined> => ({
  help,
  default: 'unset',
  parse(value) {
    if (value && value.length < 32) {
      throw new Error('must have 32 characters or more: openssl rand -base64 32');
    }
    return value || undefined;
  },
});
const mailProvider = (help: string): Variable<'resend' | 'nodemailer' | undefined> => ({
  help,
  default: 'unset',
  parse(value) {
    if (!value) return undefined;
    if (value === 'resend' || value === 'nodemailer') return value;
    throw new Error('must be resend or nodemailer, or unset for an instance without mail');
  },
});
const optionalFlag = (help: string): Variable<boolean | undefined> => ({
  help,
  default: 'unset',
  parse: (value) => (value ? flag(help).parse(value) : undefined),
});
const optionalPort = (help: string): Variable<number | undefined> => ({
  help,
  default: 'unset',
  parse: (value) => (value ? integer(help, 0, 1, 65_535).parse(value) : undefined),
});
const mailAddress = (help: string): Variable<string | undefined> => ({
  help,
  default: 'unset',
  parse(value) {
    if (value && !/^[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\]+$/.test(value)) {
      throw new Error('must be one address without a name, such as crier@example.org');
    }
    return value || undefined;
  },
});
const oneLine = (help: string, fallback: string): Variable<string> => ({
  help,
  default: fallback,
  parse(value) {
    if (value && /\p{Cc}/u.test(value)) throw new Error('must be one line without control characters');
    return value || fallback;
  },
});
const registration = (help: string): Variable<'open' | 'closed' | 'first'> => ({
  help,
  default: 'unset',
  parse(value) {
    if (!value) return 'first';
    return flag(help).parse(value) ? 'closed' : 'open';
  },
});
const storageProvider = (help: string): Variable<'local'> => ({
  help,
  default: 'local',
  parse(value) {
    if (value && value !== 'local') {
      throw new Error(
        `must be local: "${value}" is not supported. Remove it, and set UPLOAD_DIRECTORY to a folder that every process of the instance sees`,
      );
    }
    return 'local';
  },
});
const plans = (help: string): Variable<readonly Plan[]> => ({ help, default: 'unset', parse: parsePlans });
/** Paths that answer something else. */
const TAKEN_PATH =
  /^\/(?:public|oauth|docs|metrics|sandbox|assets|auth|user|settings|posts|integrations|\.well-known|api(?!\/uploads$))(?:\/|$)/;
const pathPrefix = (help: string, fallback: string): Variable<string> => ({
  help,
  default: fallback,
  parse(value) {
    const path = value ? `/${value.replace(/^\/+|\/+$/g, '')}` : fallback;
    if (!/^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$/.test(path) || TAKEN_PATH.test(path)) {
      throw new Error('must be a path of its own such as /uploads');
    }
    return path;
  },
});

/** Every variable that Crier reads. `npm run crier -- doctor` prints this table with the values in force. */
export const variables = {
  DATABASE_URL: optional('PostgreSQL to use; set = nothing is embedded in its place'),
  TEMPORAL_ADDRESS: optional('Temporal frontend (host:port) to use; set = nothing is embedded in its place'),
  TEMPORAL_NAMESPACE: text('Temporal namespace; created when it is missing', 'default'),
  TEMPORAL_TLS: flag('Whether the Temporal connection uses TLS'),
  TEMPORAL_API_KEY: optional('API key for the Temporal connection'),
  CRIER_DATA_DIR: text(
    'Where everything lives that must not be lost: databases, uploads, secrets',
    defaultDataDir(),
  ),
  CRIER_CACHE_DIR: text('Where programs are kept that can be fetched or built again', defaultCacheDir()),
  CRIER_TEMPORAL_BIN: optional(
    'Programs of the Temporal server that were built elsewhere: a folder, or a .tar.gz archive with its checksum beside it (NAME.tar.gz.sha256); unset = npm start builds them, once',
  ),
  CRIER_TEMPORAL_BIN_SHA256: checksum(
    'SHA-256 of the archive of CRIER_TEMPORAL_BIN, in place of the file beside it',
  ),
  PORT: integer('Port of the API; 5000 with npm start, 3000 alone', 0, 0, 65_535),
  HOST: text('Address that the API listens on', '127.0.0.1'),
  TEMPORAL_PORT: integer('Port of the embedded Temporal server', 7233, 1, 65_535),
  TEMPORAL_UI_PORT: integer('Port of the embedded Temporal UI', 8080, 1, 65_535),
  TEMPORAL_UI_URL: url('Address of the Temporal UI, for links to a run; default: the embedded one'),
  FRONTEND_URL: url('Public address of the web app, e.g. https://crier.example'),
  MAIN_URL: url('A second origin that browsers may call the API from'),
  ENCRYPTION_KEY: optional(
    'Keys that protect channel credentials, newest first: id:base64 of 32 bytes, comma separated. Made on first run',
  ),
  NEXT_PUBLIC_BACKEND_URL: url(
    'Public address of the API, e.g. https://crier.example/api; must have the origin of FRONTEND_URL, under which pages and API are served',
  ),
  JWT_SECRET: secret(
    'Signs the sessions of browsers: 32 characters or more. Changing it signs everybody out and does nothing else. Made on first run',
  ),
  NOT_SECURED: flag(
    'Sends the session cookie without Secure, and the session in the header auth, also when FRONTEND_URL is https. For networks without TLS only',
  ),
  DISABLE_REGISTRATION: registration(
    'Whether strangers may sign up: false = open, true = closed; unset = only the first person, who becomes the owner',
  ),
  TRUSTED_PROXIES: proxies(
    "Addresses or ranges of reverse proxies whose X-Forwarded-For, -Proto and -Host are believed, e.g. 10.0.0.0/8; empty = nobody's",
  ),
  EMAIL_PROVIDER: mailProvider(
    'How mail leaves: resend (needs RESEND_API_KEY) or nodemailer, which is SMTP (needs EMAIL_HOST); unset = none: people are activated at once, and links are shown instead of mailed',
  ),
  EMAIL_HOST: optional('Mail server, for EMAIL_PROVIDER=nodemailer'),
  EMAIL_PORT: optionalPort('Its port; unset = 465 with EMAIL_SECURE=true, else 587'),
  EMAIL_USER: optional('Who signs in there; unset = nobody does'),
  EMAIL_PASS: optional('The password of EMAIL_USER'),
  EMAIL_SECURE: optionalFlag(
    'true = TLS from the first byte; false = STARTTLS where the server offers it; unset = by the port: 465 is TLS, elsewhere STARTTLS, without which EMAIL_PASS is not sent',
  ),
  EMAIL_FROM_ADDRESS: mailAddress('Address that mails come from; needed for mail'),
  EMAIL_FROM_NAME: oneLine('Name that mails come from', 'Crier'),
  RESEND_API_KEY: optional('Key of Resend, for EMAIL_PROVIDER=resend; one that may only send is enough'),
  RESEND_API_URL: address("Address of Resend's API", 'https://api.resend.com'),
  STORAGE_PROVIDER: storageProvider(
    'Where uploaded media live: local, a folder of this machine or one that is mounted there',
  ),
  UPLOAD_DIRECTORY: optional('Folder of uploaded media; default: uploads in the data folder'),
  NEXT_PUBLIC_UPLOAD_STATIC_DIRECTORY: pathPrefix(
    "What the path of an upload's address begins with. Below /uploads they are served in any case",
    '/uploads',
  ),
  RESTRICT_UPLOAD_DOMAINS: optional(
    'Text that the address of every picture or video in a create request must contain, e.g. cdn.example; own uploads pass',
  ),
  DISABLE_SSRF_PROTECTION: flag('Lets outbound calls reach private addresses. For trusted networks only'),
  SSRF_ALLOW_CIDRS: list('Private ranges that outbound calls may reach, e.g. 10.1.0.0/16'),
  HTTPS_PROXY: optional('Proxy for outbound calls'),
  HTTP_PROXY: optional('Proxy for outbound calls, when HTTPS_PROXY is unset'),
  API_LIMIT: integer(
    'Create requests per hour that an organisation may send; 0 = no limit',
    90,
    0,
    1_000_000_000,
  ),
  CRIER_SANDBOX: flag('Offers the sandbox channel; npm start turns it on'),
  CRIER_SANDBOX_URL: url('Address of the sandbox network; default: the API itself'),
  CRIER_API_URL: url(
    'Address of an instance that npm run crier works on over HTTP, as with --api; unset = the instance of this machine',
  ),
  CRIER_API_KEY: optional('API key for npm run crier over HTTP; asked for without echo when it is unset'),
  CRIER_PLANS: plans(
    'Plans as JSON, or the path of a JSON file (docs/billing.md); unset = nothing is limited',
  ),
  CRIER_DEFAULT_PLAN: optional(
    'Plan of an organisation that has bought none; default: the first of CRIER_PLANS',
  ),
  STRIPE_SECRET_KEY: optional('Secret key of Stripe; with it and STRIPE_SIGNING_KEY plans can be bought'),
  STRIPE_SIGNING_KEY: optional('Signing secret of the Stripe webhook endpoint (whsec_…)'),
  STRIPE_API_URL: url("Address of the Stripe API; default: Stripe's own"),
  CRIER_FAULT_POINT: optional(
    'Tests only: the named point at which the process kills itself (needs NODE_ENV=test)',
  ),
  METRICS_TOKEN: optional(
    "Opens GET /metrics of the API to whoever sends it as a bearer token; the worker's metrics then need it too",
  ),
  METRICS_PORT: integer(
    "Port of the worker's metrics; 0 = none. Each worker of a machine needs its own",
    0,
    0,
    65_535,
  ),
  METRICS_HOST: text(
    "Address of the worker's metrics; one that other machines reach needs METRICS_TOKEN",
    '127.0.0.1',
  ),
  NODE_ENV: text('production, development or test', 'development'),
  LOG_LEVEL: text('fatal, error, warn, info, debug or trace', 'info'),
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
    super(`The environment is not usable:\n${problems.map((p) => `  ${p}`).join('\n')}`);
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
      problems.push(`${name} ${(error as Error).message} (it means: ${variable.help})`);
    }
  }
  if (!problems.length) problems.push(...mailProblems(values as Config));
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
        `${name} is missing, which EMAIL_PROVIDER=${config.EMAIL_PROVIDER} needs (it means: ${variables[name].help})`,
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
