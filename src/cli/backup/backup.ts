import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeBackup } from './write-backup.ts';
import { childEnv, loadConfig } from '../../config.ts';
import { CliError } from '../errors.ts';
import type { Answer } from '../output.ts';
import { withInstanceDatabase } from './instance-database.ts';

/** Writes a backup and says what is in it, and what is not. */
export async function backup(file: string, options: { uploads: boolean }): Promise<Answer> {
  const { DATABASE_URL, CRIER_DATA_DIR } = loadConfig(childEnv());
  // Else an empty instance would be made, and saved.
  if (!DATABASE_URL && !existsSync(join(CRIER_DATA_DIR, 'postgres'))) {
    throw new CliError(
      'instance_not_running',
      `There is no instance in ${CRIER_DATA_DIR}: set CRIER_DATA_DIR to its data folder, or DATABASE_URL to its database`,
    );
  }
  const { manifest, bytes } = await withInstanceDatabase(({ databaseUrl, uploadFolder }) =>
    writeBackup({ databaseUrl, uploadFolder: options.uploads ? uploadFolder : null, file }),
  );
  const rows = Object.fromEntries(manifest.tables.map((t) => [t.name, t.rows]));
  const uploads = manifest.uploads ? `${manifest.uploads.files} uploaded files` : 'no uploads (--no-uploads)';
  return {
    json: {
      file,
      at: manifest.at,
      bytes,
      rows,
      uploads: manifest.uploads,
      keyIds: manifest.keyIds,
      migrations: manifest.migrations,
    },
    lines: [
      `${file}: ${(bytes / 1024 ** 2).toFixed(1)} MB, as of ${manifest.at}: ${rows.post ?? 0} posts, ${rows.integration ?? 0} channels, ${uploads}`,
      ...(manifest.uploads?.missing
        ? [`${manifest.uploads.missing} uploaded files that posts name were not in the upload folder`]
        : []),
      ...(manifest.keyIds.length
        ? [
            `Not in it: the encryption key ${manifest.keyIds.map((id) => `"${id}"`).join(', ')} (ENCRYPTION_KEY, or secrets.json in the data folder). Keep it apart from this file; without it every channel has to be connected again`,
          ]
        : []),
    ],
  };
}
