import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeBackup } from '../../../transfer/backup/write-backup.ts';
import { childEnv, loadConfig } from '../../../platform/config/config.ts';
import { CliError } from '../errors.ts';
import { counted } from '../../../platform/counted.ts';
import { type Answer } from '../output.ts';
import { withInstanceDatabase } from './instance-database.ts';

/** Writes a backup, and reports what it contains and what it does not. */
export async function backup(file: string, options: { uploads: boolean }): Promise<Answer> {
  const { DATABASE_URL, CRIER_DATA_DIR } = loadConfig(childEnv());
  // Otherwise an empty instance would be created, and backed up.
  if (!DATABASE_URL && !existsSync(join(CRIER_DATA_DIR, 'postgres'))) {
    throw new CliError(
      'instance_not_running',
      `There is no instance in ${CRIER_DATA_DIR}: ` +
        'set CRIER_DATA_DIR to its data folder, or DATABASE_URL to its database',
    );
  }
  const { manifest, bytes } = await withInstanceDatabase(({ databaseUrl, uploadFolder }) =>
    writeBackup({ databaseUrl, uploadFolder: options.uploads ? uploadFolder : null, file }),
  );
  const rows = Object.fromEntries(manifest.tables.map((t) => [t.name, t.rows]));
  const size = `${(bytes / 1024 ** 2).toFixed(1)} MB`;
  const contents = [
    counted(rows.post ?? 0, 'post'),
    counted(rows.integration ?? 0, 'channel'),
    manifest.uploads ? counted(manifest.uploads.files, 'upload') : 'no uploads (--no-uploads)',
  ].join(', ');
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
      `${file}: ${size}, as of ${manifest.at}, with ${contents}`,
      ...(manifest.uploads?.missing
        ? [`Not found in the upload folder: ${counted(manifest.uploads.missing, 'upload')}`]
        : []),
      ...bucketLines(manifest.uploads?.inBucket),
      ...(manifest.keyIds.length ? [keyLine(manifest.keyIds)] : []),
    ],
  };
}

/** A bucket may hold more than fits here, and its service keeps it by its own means. */
function bucketLines(inBucket = 0): string[] {
  if (!inBucket) return [];
  return [
    `Not included: ${counted(inBucket, 'upload')} in the bucket of this instance (S3_BUCKET). Keep the bucket, ` +
      'with versions or a copy at another place; a restored instance reads it with the same variables',
  ];
}

function keyLine(keyIds: readonly string[]): string {
  const ids = keyIds.map((id) => `"${id}"`).join(', ');
  return (
    `Not included: the encryption key ${ids} (ENCRYPTION_KEY, or secrets.json in the data folder). ` +
    'Keep it apart from this file; without it, every channel has to be reconnected'
  );
}
