/** The bytes of a file for a network: compared with what was stored before any of them is sent. */
import { openAsBlob } from 'node:fs';
import { Rejected, Unsent } from '../../../providers/_kit/errors.ts';
import { StorageProblem, WrongBytes, type FileStore } from './stores/file-store.ts';
import { sentence } from '../sentences.ts';

interface Stored {
  readonly path: string;
  readonly name: string;
  readonly mime: string;
  readonly size: number;
  readonly sha256: string | null;
}

/** Error codes of a disk without room for a copy. */
const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE'];

/**
 * @throws Rejected `media_missing`, `media_damaged`; of a bucket, Unsent `media_damaged`; Unsent
 * `storage_unavailable` while the place of the file does not answer, or there is no room for a copy
 */
export async function openStored(store: FileStore, row: Stored): Promise<Blob> {
  const blob = await store
    .onDisk(row.path, row)
    .then((path) => openAsBlob(path, { type: row.mime }))
    .catch((cause: unknown) => {
      throw whyNot(store, row, cause);
    });
  if (blob.size !== row.size) throw gone(row);
  return blob;
}

function whyNot(store: FileStore, row: Stored, cause: unknown): Error {
  if (cause instanceof WrongBytes) {
    // Bytes of a bucket may have changed on their way, and its versions may bring back what was stored.
    const Kind = store.name === 's3' ? Unsent : Rejected;
    return new Kind(sentence('media_file_damaged', { file: row.name }), {
      networkCode: 'media_damaged',
      cause,
    });
  }
  if (cause instanceof StorageProblem && cause.code !== 'NoSuchKey') {
    return new Unsent(sentence('file_storage_silent'), { networkCode: 'storage_unavailable', cause });
  }
  if (NO_ROOM.includes((cause as NodeJS.ErrnoException).code ?? '')) {
    return new Unsent(sentence('no_room_for_copy'), { networkCode: 'storage_unavailable', cause });
  }
  return gone(row, cause);
}

const gone = ({ name }: Stored, cause?: unknown): Rejected =>
  new Rejected(sentence('media_file_gone', { file: name }), { networkCode: 'media_missing', cause });
