import { existsSync } from 'node:fs';
import { restoreBackup } from './restore-backup.ts';
import { BackupError } from '../../backup/backup-error.ts';
import type { Config } from '../../config.ts';
import { createSecrets, loadEncryptionKeys } from '../../platform/secrets.ts';
import { PROGRAM } from '../command.ts';
import { CliError } from '../errors.ts';
import { counted, type Answer } from '../output.ts';
import { withInstanceDatabase } from './instance-database.ts';

/** Restores a backup, and says what to do next. */
export async function restore(file: string, options: { uploads: boolean; key: boolean }): Promise<Answer> {
  if (!existsSync(file)) throw new CliError('file_not_readable', `There is no file "${file}"`);
  const manifest = await withInstanceDatabase(({ config, databaseUrl, uploadFolder }) => {
    const secrets = options.key ? createSecrets(keysOf(config)) : null;
    return restoreBackup({ databaseUrl, uploadFolder: options.uploads ? uploadFolder : null, file, secrets });
  });
  const rows = Object.fromEntries(manifest.tables.map((t) => [t.name, t.rows]));
  const contents = [
    counted(rows.post ?? 0, 'post'),
    counted(rows.integration ?? 0, 'channel'),
    ...(options.key ? [] : ['all of which need reconnecting']),
  ].join(', ');
  return {
    json: { file, at: manifest.at, rows, frozen: true },
    lines: [
      `Restored as of ${manifest.at}: ${contents}`,
      'Publishing is frozen, because posts published after the backup would be published again.',
      `Start Crier, see what is due (${PROGRAM} posts list), cancel what has been published, ` +
        `then run ${PROGRAM} resume`,
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
