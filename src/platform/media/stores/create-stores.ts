/** The places of files, as the configuration names them. */
import { join } from 'node:path';
import type { Stores } from '../storage.ts';
import { createFolderStore } from './folder-store.ts';
import { StorageProblem } from './file-store.ts';
import { createS3Store } from './s3-store.ts';
import { s3Settings, type StorageConfig } from './s3-settings.ts';
import { createSpool } from './spool.ts';
import { sentence } from '../../sentences.ts';

/** The part of the upload folder that copies of files from a bucket are in; it is never served. */
const COPIES = '.copies';

/** Builds the stores, without connecting to any. */
export function createStores(config: StorageConfig, folder: string): Stores {
  const local = createFolderStore(folder);
  const settings = s3Settings(config);
  const s3 = settings && createS3Store(settings, { spool: createSpool(join(folder, COPIES)) });
  return {
    local,
    s3,
    current: (config.STORAGE_PROVIDER !== 'local' && s3) || local,
    of(name) {
      if (name === 'local') return local;
      if (s3) return s3;
      throw new StorageProblem(sentence('no_bucket_named').message, { away: false, code: 'NotSetUp' });
    },
  };
}
