/** The encryption key and what it protects; channels that a person must connect again. */
import type { Statement } from '../../platform/database.ts';
import {
  createSecrets,
  credentialsBinding,
  loadEncryptionKeys,
  type Secrets,
} from '../../platform/secrets.ts';
import { createRegistry } from '../../../providers/index.ts';
import { fail, ok, warn, type DoctorDeps, type Finding } from './finding.ts';

interface ChannelRow {
  readonly id: string;
  readonly organizationId: string;
  readonly provider: string;
  readonly name: string;
  readonly credentials: string;
  readonly refreshNeeded: boolean;
}

const CHANNELS: Statement = {
  name: 'doctor-channels',
  text: `select id, organization_id as "organizationId", provider, name, credentials, refresh_needed as "refreshNeeded" from integration where deleted_at is null order by created_at`,
};

/** Whether the encryption key is there; `secrets` is null when it is not. */
export function checkEncryptionKey(config: DoctorDeps['config']): {
  finding: Finding;
  secrets: Secrets | null;
} {
  try {
    const secrets = createSecrets(loadEncryptionKeys(config, { create: false }));
    return {
      finding: ok(
        'Encryption key',
        config.ENCRYPTION_KEY ? 'from ENCRYPTION_KEY' : `from secrets.json in ${config.CRIER_DATA_DIR}`,
      ),
      secrets,
    };
  } catch (error) {
    return {
      finding: fail(
        'Encryption key',
        (error as Error).message,
        'Set ENCRYPTION_KEY to the key that the channels were connected with, or restore secrets.json from a backup',
      ),
      secrets: null,
    };
  }
}

/** Whether the key opens what every channel stored, and whether the networks still accept it. */
export async function checkChannels(
  { config, database }: Pick<DoctorDeps, 'config' | 'database'>,
  secrets: Secrets | null,
): Promise<Finding[]> {
  const rows = await database.query<ChannelRow>(CHANNELS);
  if (!rows.length) return [ok('Channels', 'none connected yet')];
  const offered = createRegistry({ sandbox: config.CRIER_SANDBOX });
  const closed = secrets ? rows.filter((row) => !opens(secrets, row)) : [];
  const gone = rows.filter((row) => row.refreshNeeded);
  const unknown = rows.filter((row) => !offered.has(row.provider));
  return [
    closed.length
      ? fail(
          'Credentials',
          `the encryption key does not open those of ${namesOf(closed)}`,
          'Add the earlier key behind the new one in ENCRYPTION_KEY (new,old), or connect these channels again',
        )
      : ok(
          'Credentials',
          secrets
            ? `those of every channel (${rows.length}) can be opened`
            : 'not looked at without the encryption key',
        ),
    ...(gone.length
      ? [
          warn(
            'Channels',
            `${namesOf(gone)} must be connected again`,
            `npm run crier -- channels connect ${gone[0]?.provider}`,
          ),
        ]
      : []),
    ...(unknown.length
      ? [
          fail(
            'Channels',
            `this instance does not offer the network of ${namesOf(unknown)}`,
            unknown.some((c) => c.provider === 'sandbox')
              ? 'Set CRIER_SANDBOX=true, or delete the channel'
              : 'Run the version of Crier that connected them',
          ),
        ]
      : []),
  ];
}

function opens(secrets: Secrets, row: ChannelRow): boolean {
  try {
    secrets.open(row.credentials, credentialsBinding(row.organizationId, row.id));
    return true;
  } catch {
    return false; // reported as a finding that names the channel
  }
}

function namesOf(rows: readonly ChannelRow[]): string {
  const shown = rows
    .slice(0, 5)
    .map((r) => `"${r.name}" (${r.provider})`)
    .join(', ');
  return rows.length > 5 ? `${shown} and ${rows.length - 5} more` : shown;
}
