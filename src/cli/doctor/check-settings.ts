/** The servers in use, settings that are unsafe in production, and the table of variables. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { variables, type Config } from '../../config.ts';
import { createRegistry } from '../../../providers/index.ts';
import { ok, warn, type DoctorDeps, type Finding } from './finding.ts';

/** Which servers the instance uses, and which of them npm start runs. */
export function checkServers({ config, running }: Pick<DoctorDeps, 'config' | 'running'>): Finding {
  if (!running) {
    const temporal = config.TEMPORAL_ADDRESS ? 'TEMPORAL_ADDRESS' : `127.0.0.1:${config.TEMPORAL_PORT}`;
    return ok('Instance', `PostgreSQL at DATABASE_URL, Temporal at ${temporal}; nothing is embedded`);
  }
  const database = running.databaseUrl ? 'embedded PostgreSQL' : 'PostgreSQL at DATABASE_URL';
  const own = config.TEMPORAL_ADDRESS === `127.0.0.1:${config.TEMPORAL_PORT}`;
  const temporal = own ? 'embedded Temporal' : 'Temporal at TEMPORAL_ADDRESS';
  const detail = `npm start, process ${running.pid}: ${database}, ${temporal}`;
  const devServer =
    own &&
    existsSync(join(config.CRIER_DATA_DIR, 'temporal', 'dev-server.sqlite')) &&
    !existsSync(join(config.CRIER_DATA_DIR, 'temporal', 'server.yaml'));
  return devServer
    ? warn(
        'Instance',
        `${detail} (the dev server, on a file)`,
        'Fine for trying things out, slower under load. With Go installed, npm start builds the full server',
      )
    : ok('Instance', detail);
}

/** Settings that are meant for a laptop, not for a public server. */
export function checkSafety(
  config: Pick<Config, 'CRIER_SANDBOX' | 'DISABLE_SSRF_PROTECTION' | 'NODE_ENV'>,
): Finding[] {
  const findings = [
    ...(config.CRIER_SANDBOX && config.NODE_ENV === 'production'
      ? [
          warn(
            'Sandbox',
            'CRIER_SANDBOX is on in production: anyone who can reach the API can read its page',
            'Unset CRIER_SANDBOX',
          ),
        ]
      : []),
    ...(config.DISABLE_SSRF_PROTECTION
      ? [
          warn(
            'Outbound guard',
            'DISABLE_SSRF_PROTECTION is on: outbound calls may reach private addresses',
            'Unset it, and list the address ranges you need in SSRF_ALLOW_CIDRS',
          ),
        ]
      : []),
  ];
  return findings.length ? findings : [ok('Safety switches', 'none is unsafe')];
}

/** One variable. `value` is null if it is not set; secrets are masked. */
export interface SettingRow {
  readonly name: string;
  readonly value: string | null;
  readonly default: string;
  readonly help: string;
}

// Matched by the form of the name, so that a new variable is masked as well.
const SECRET = /_(?:KEY|SECRET|PASS|TOKEN)$/;
const MASK = '********';

/** Every variable, including those of the networks. */
export function listSettings(config: Config): SettingRow[] {
  const own = Object.entries(variables).map(([name, v]) => ({ name, default: v.default, help: v.help }));
  const ofNetworks = [...createRegistry({ sandbox: true }).values()].flatMap((p) =>
    p.env.map((v) => ({ name: v.name, default: 'unset', help: `${p.name}: ${v.help}` })),
  );
  const all = [...own, ...ofNetworks.filter((v) => !own.some((o) => o.name === v.name))];
  return all.map((v) => ({
    name: v.name,
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
