/**
 * Whether the bucket takes, gives back and deletes a file, and whether every file is in a storage that is
 * set up.
 */
import { randomBytes, createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Statement } from '../../../platform/database.ts';
import { StorageProblem, type FileStore } from '../../../platform/media/stores/file-store.ts';
import { hashOf } from '../../../platform/media/stores/hash-file.ts';
import { createS3Store } from '../../../platform/media/stores/s3-store.ts';
import { s3Settings, type S3Settings } from '../../../platform/media/stores/s3-settings.ts';
import { createSpool } from '../../../platform/media/stores/spool.ts';
import { fetchAsNetwork } from '../../../uploads/reach.ts';
import { PROGRAM } from '../command.ts';
import { counted } from '../../../platform/counted.ts';
import { wordsOn } from './check-files.ts';
import { fail, ok, warn, type DoctorDeps, type Finding } from './finding.ts';

type Deps = Pick<DoctorDeps, 'config'>;

/** Nothing to report where no bucket is named. What is stored to try it is deleted again. */
export async function checkBucket({ config }: Deps): Promise<Finding[]> {
  const settings = s3Settings(config);
  if (!settings) return [];
  const folder = await mkdtemp(join(tmpdir(), 'crier-doctor-'));
  try {
    return await tryBucket(config, settings, folder);
  } catch (error) {
    if (!(error instanceof StorageProblem)) throw error;
    const at = error.message.lastIndexOf(': ');
    return [
      fail('Bucket', error.message.slice(0, at), `${error.message.slice(at + 2)}; docs/storage.md has more`),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function tryBucket(config: Deps['config'], settings: S3Settings, folder: string): Promise<Finding[]> {
  const store = createS3Store(settings, { spool: createSpool(folder), tries: 1 });
  const [bytes, from] = [randomBytes(1000), join(folder, 'file')];
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const path = `2000/01/01/${randomBytes(16).toString('hex')}.bin`;
  await writeFile(from, bytes);
  await store.put(path, from, { mime: 'application/octet-stream', size: bytes.length, sha256 });
  try {
    if ((await hashOf(await store.read(path))) !== sha256) {
      return [
        fail('Bucket', `${store.place} gave back other bytes`, 'Ask its operator: it is not safe to use'),
      ];
    }
    const direct = await checkDirect(store, config);
    const url = settings.publicUrl && `${settings.publicUrl}/${path}`;
    return [
      ok('Bucket', `${store.place} takes, gives back and deletes files`),
      ...direct,
      ...(url
        ? [
            {
              ...wordsOn(await fetchAsNetwork(config, url, bytes.length), { url, bytes: bytes.length }),
              check: 'Public bucket',
            },
          ]
        : []),
    ];
  } finally {
    await store.remove(path);
  }
}

/** Uploads from browsers and programs; those of browsers go through Crier where this does not work. */
async function checkDirect(store: FileStore, config: Deps['config']): Promise<Finding[]> {
  if (!store.direct || config.STORAGE_PROVIDER === 'local') return [];
  const { origin } = new URL(config.FRONTEND_URL ?? `http://localhost:${config.PORT}`);
  const { path, status, admitted } = await store.direct.tryFrom(origin);
  await store.remove(path);
  if (status !== 200) {
    return [
      warn(
        DIRECT,
        `the bucket does not accept files at signed URLs (it answers ${status}), so all go through Crier`,
        'Let the proxy before the bucket pass on the host name and the query as they are',
      ),
    ];
  }
  if (origin.startsWith('https:') && (await store.direct.place()).startsWith('http:')) {
    return [
      warn(
        DIRECT,
        `browsers at ${origin} do not call a URL without TLS, so they send their files through Crier`,
        'Set S3_ENDPOINT to an https URL of the bucket',
      ),
    ];
  }
  return [
    admitted
      ? ok(DIRECT, `programs, and browsers at ${origin}, may put files into the bucket themselves`)
      : warn(
          DIRECT,
          `the bucket does not let browsers at ${origin} put files into it, so they send them through Crier`,
          `Give it the rule that this command shows: ${PROGRAM} storage cors`,
        ),
  ];
}

const DIRECT = 'Direct uploads';

const WHERE: Statement = {
  name: 'doctor-storage',
  text: 'select storage, count(*)::int as n from media where deleted_at is null group by storage',
};

/** Where the files are, against where new ones are stored. */
export async function checkStored({
  config,
  database,
}: Pick<DoctorDeps, 'config' | 'database'>): Promise<Finding[]> {
  const rows = await database.query<{ storage: 'local' | 's3'; n: number }>(WHERE);
  const count = (name: 'local' | 's3'): number => rows.find(({ storage }) => storage === name)?.n ?? 0;
  if (count('s3') && !s3Settings(config)) {
    return [
      fail(
        'Stored files',
        `${counted(count('s3'), 'file')} of the library are in a bucket, and none is named here`,
        'Set S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY as they were',
      ),
    ];
  }
  const [now, other] =
    config.STORAGE_PROVIDER === 'local' ? (['local', 's3'] as const) : (['s3', 'local'] as const);
  if (!count(other)) return [];
  return [
    warn(
      'Stored files',
      `${counted(count(other), 'file')} of the library are in ${other}, and new ones are stored in ${now}`,
      `Both are read. To have all in one place: ${PROGRAM} storage move ${other} ${now}`,
    ),
  ];
}
