/** The variables that an operator sets, with the values in force: secrets masked, by what they are about. */
import { createRegistry } from '../../../../providers/index.ts';
import { variables, type Config } from '../../../platform/config/config.ts';
import { cut } from '../output.ts';

/** One variable. `value` is null if it is not set; secrets are masked. */
export interface SettingRow {
  readonly name: string;
  readonly group: string;
  readonly value: string | null;
  readonly default: string;
  readonly help: string;
}

/** In the order of the report; the first group whose pattern fits has the variable. */
const GROUPS: readonly (readonly [group: string, names: RegExp])[] = [
  [
    'Servers',
    /^(DATABASE_|TEMPORAL_|CRIER_TEMPORAL_|CRIER_DATA_DIR|CRIER_CACHE_DIR|CRIER_UPGRADE_|CRIER_REPLAY_|CRIER_NETWORKS$)/,
  ],
  ['Addresses', /^(PORT|HOST|FRONTEND_URL|MAIN_URL|NEXT_PUBLIC_BACKEND_URL|TRUSTED_PROXIES|NOT_SECURED)$/],
  ['Secrets and accounts', /^(ENCRYPTION_KEY|JWT_SECRET|DISABLE_REGISTRATION)$/],
  ['Mail', /^(EMAIL_|RESEND_)/],
  ['Short links', /^(SHORT_|DUB_|KUTT_|LINK_DRIP_)/],
  [
    'Uploads',
    /^(STORAGE_PROVIDER|UPLOAD_DIRECTORY|S3_|CLOUDFLARE_|NEXT_PUBLIC_UPLOAD_|RESTRICT_UPLOAD_|CRIER_FFMPEG$)/,
  ],
  ['Outgoing calls', /^(DISABLE_SSRF_|SSRF_|HTTPS?_PROXY|NO_PROXY|CRIER_PROXY_)/],
  ['API and sandbox', /^(API_LIMIT|CRIER_FILL_|CRIER_SANDBOX|CRIER_HIDDEN_|CRIER_API_|CRIER_WEBHOOK_)/],
  ['Plans', /^(CRIER_PLANS|CRIER_DEFAULT_PLAN|STRIPE_)/],
  ['Logs and metrics', /^(METRICS_|LOG_LEVEL|NODE_ENV)/],
];
const NETWORKS = 'Networks';

/** Derived from others, or there for tests: nobody sets them. */
const NOT_FOR_OPERATORS = new Set([
  'CRIER_FAULT_POINT',
  'CRIER_ORACLES',
  'CRIER_SANDBOX_KEY',
  'CRIER_SANDBOX_LINKS',
  'RESEND_API_URL',
  'STRIPE_API_URL',
]);

// Matched by the form of the name, so that a new variable is masked as well.
const SECRET = /_(?:KEY|SECRET|PASS|TOKEN)$/;
const MASK = '********';

/** Every variable that an operator sets, including those of the networks. */
export function listSettings(config: Config): SettingRow[] {
  const own = Object.entries(variables).map(([name, v]) => ({ name, default: v.default, help: v.help }));
  const ofNetworks = [...createRegistry({ sandbox: true }).values()].flatMap((p) =>
    p.env.map((v) => ({ name: v.name, default: 'unset', help: `${p.name}: ${v.help}` })),
  );
  const all = [...own, ...ofNetworks.filter((v) => !own.some((o) => o.name === v.name))];
  return all
    .filter((v) => !NOT_FOR_OPERATORS.has(v.name))
    .map((v) => ({
      name: v.name,
      group: GROUPS.find(([, names]) => names.test(v.name))?.[0] ?? NETWORKS,
      value: mask(v.name, config.providerEnv[v.name]),
      default: v.default,
      help: v.help,
    }));
}

function mask(name: string, value: string | undefined): string | null {
  if (!value) return null;
  if (SECRET.test(name)) return MASK;
  if (!URL.canParse(value) || !value.includes('://')) return value;
  const url = new URL(value);
  // PostgreSQL also accepts a password in the query.
  const secretKeys = [...url.searchParams.keys()].filter((key) => /pass|key|secret|token/i.test(key));
  if (!url.password && !secretKeys.length) return value;
  if (url.password) url.password = MASK;
  for (const key of secretKeys) url.searchParams.set(key, MASK);
  return url.href;
}

/** Columns of the report. */
const WIDTH = 100;
const NAME_WIDTH = 36;

/** For people: group by group the values that are set, then the names of those that are not. */
export function settingLines(settings: readonly SettingRow[]): string[] {
  const groups = [...GROUPS.map(([group]) => group), NETWORKS];
  return [
    'Settings. docs/operations.md says what each of them means.',
    ...groups.flatMap((group) =>
      groupLines(
        group,
        settings.filter((row) => row.group === group),
      ),
    ),
  ];
}

function groupLines(group: string, rows: readonly SettingRow[]): string[] {
  const set = rows.filter((row) => row.value !== null);
  const others = rows.filter((row) => row.value === null);
  return [
    '',
    group,
    ...set.map(
      ({ name, value }) => `  ${name.padEnd(NAME_WIDTH)}${cut(value ?? '', WIDTH - NAME_WIDTH - 2)}`,
    ),
    ...wrap(others.map(withDefault)).map((line, n) => `  ${n === 0 ? 'not set: ' : '         '}${line}`),
  ];
}

function withDefault({ name, default: fallback }: SettingRow): string {
  const short = fallback.length <= 24 && !['unset', 'empty'].includes(fallback);
  return short ? `${name} (${fallback})` : name;
}

/** A list with commas, in lines that fit beside "not set: ". */
function wrap(words: readonly string[]): string[] {
  const lines: string[] = [];
  for (const [n, word] of words.entries()) {
    const written = n === words.length - 1 ? word : `${word},`;
    const last = lines.at(-1);
    if (last !== undefined && last.length + written.length + 1 <= WIDTH - 11) {
      lines[lines.length - 1] = `${last} ${written}`;
    } else lines.push(written);
  }
  return lines;
}
