import { existsSync } from 'node:fs';
import { restoreBackup } from './restore-backup.ts';
import { BackupError } from '../../../transfer/backup/backup-error.ts';
import type { Config } from '../../../platform/config/config.ts';
import { createSecrets, loadEncryptionKeys } from '../../../platform/secrets.ts';
import { CAME_OVER } from '../../../platform/entities/came-over.ts';
import { typed } from '../came-over-steps.ts';
import { PROGRAM } from '../command.ts';
import { CliError } from '../errors.ts';
import { counted } from '../../../platform/counted.ts';
import { type Answer } from '../output.ts';
import { withInstanceDatabase } from './instance-database.ts';

/** Restores a backup, and explains what to do next. */
export async function restore(file: string, options: { uploads: boolean; key: boolean }): Promise<Answer> {
  if (!existsSync(file)) throw new CliError('file_not_readable', `There is no file "${file}"`);
  const manifest = await withInstanceDatabase(({ config, databaseUrl, uploadFolder }) => {
    const secrets = options.key ? createSecrets(keysOf(config)) : null;
    return restoreBackup({ databaseUrl, uploadFolder: options.uploads ? uploadFolder : null, file, secrets });
  });
  const rows = Object.fromEntries(manifest.tables.map((t) => [t.name, t.rows]));
  const access = [
    counted(rows.membership ?? 0, 'membership'),
    counted(rows.api_key ?? 0, 'API key'),
    counted(rows.oauth_token ?? 0, 'access token'),
    counted(rows.integration ?? 0, 'channel'),
  ].join(', ');
  const contents = [
    counted(rows.post ?? 0, 'post'),
    counted(rows.integration ?? 0, 'channel'),
    ...(options.key ? [] : ['all of which need reconnecting']),
  ].join(', ');
  return {
    json: { file, at: manifest.at, rows, frozen: true },
    lines: [
      `Restored as of ${manifest.at}: ${contents}`,
      `Everything is as it was then, access too: ${access}. Everything that was removed since is back, so ` +
        'remove it again. Everyone has to sign in again.',
      'Publishing is frozen, because it is not known what was published after the backup.',
      'Make sure that the old instance never runs again, and start Crier. Delete again, or move away again, the ' +
        'organisations that were deleted or moved since, and cancel what must not be published.',
      ...(manifest.uploads?.inBucket
        ? [
            `${counted(manifest.uploads.inBucket, 'upload')} of the backup are in a bucket, and not in this file: start Crier with the variables of that bucket (S3_BUCKET and the others).`,
          ]
        : []),
      ...(rows[CAME_OVER]
        ? [
            `If organisations are moving over from another instance, look there first${typed('inDoubt')}. A cutover or rollback after the backup may have changed who publishes for them.`,
          ]
        : []),
      `Then run ${PROGRAM} resume --all: what is due is looked up on its network before anything is sent.`,
    ],
  };
}

function keysOf(config: Config): string {
  try {
    return loadEncryptionKeys(config, { create: false });
  } catch (cause) {
    throw new BackupError(
      'key_missing',
      'The encryption key is missing: set ENCRYPTION_KEY, or put the old secrets.json into ' +
        `${config.CRIER_DATA_DIR}. With --no-key, every channel has to be reconnected`,
      { cause },
    );
  }
}
