/** The encryption key, the credentials it protects, and channels that a person has to reconnect. */
import type { Statement } from '../../../platform/database.ts';
import {
  createSecrets,
  credentialsBinding,
  loadEncryptionKeys,
  type Secrets,
} from '../../../platform/secrets.ts';
import { createRegistry } from '../../../../providers/index.ts';
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
  text: `
    select id, organization_id as "organizationId", provider, name, credentials,
      refresh_needed as "refreshNeeded"
    from integration
    where deleted_at is null
    order by created_at`,
};

/** Whether the encryption key is available; if not, `secrets` is null. */
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
        'Set ENCRYPTION_KEY to the key that was used so far, or restore secrets.json from a backup',
      ),
      secrets: null,
    };
  }
}

/** Whether the key decrypts the credentials of every channel, and whether the networks still accept them. */
export async function checkChannels(
  { config, database }: Pick<DoctorDeps, 'config' | 'database'>,
  secrets: Secrets | null,
): Promise<Finding[]> {
  const rows = await database.query<ChannelRow>(CHANNELS);
  if (!rows.length) return [ok('Channels', 'none connected yet')];
  const offered = createRegistry({ sandbox: Boolean(config.CRIER_SANDBOX) });
  const sealed = secrets ? rows.filter((row) => !opens(secrets, row)) : [];
  const disconnected = rows.filter((row) => row.refreshNeeded);
  const unknown = rows.filter((row) => !offered.has(row.provider));
  return [
    sealed.length
      ? fail(
          'Credentials',
          `the encryption key does not decrypt those of ${namesOf(sealed)}`,
          'Add the old key after the new one in ENCRYPTION_KEY (new,old), or reconnect these channels',
        )
      : ok(
          'Credentials',
          secrets
            ? `those of every channel (${rows.length}) can be decrypted`
            : 'not checked, because the encryption key is missing',
        ),
    ...(disconnected.length
      ? [
          warn(
            'Channels',
            `need reconnecting: ${namesOf(disconnected)}`,
            `npm run crier -- channels connect ${disconnected[0]?.provider}`,
          ),
        ]
      : []),
    ...(unknown.length
      ? [
          fail(
            'Channels',
            `this instance does not support the network of ${namesOf(unknown)}`,
            unknown.some((c) => c.provider === 'sandbox')
              ? 'Set CRIER_SANDBOX=true, or disconnect the channel'
              : 'Run the version of Crier they were connected with',
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

/** The first five, by name and network. */
export function namesOf(rows: readonly Pick<ChannelRow, 'name' | 'provider'>[]): string {
  const shown = rows
    .slice(0, 5)
    .map((r) => `"${r.name}" (${r.provider})`)
    .join(', ');
  return rows.length > 5 ? `${shown} and ${rows.length - 5} more` : shown;
}
