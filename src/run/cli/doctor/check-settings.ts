/** The servers in use, and settings that are unsafe in production. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../../platform/config/config.ts';
import { ok, warn, type DoctorDeps, type Finding } from './finding.ts';

/** The servers that the instance uses, and those of them that npm start runs. */
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
