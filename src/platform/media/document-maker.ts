/** Documents of pictures, for the network that a part is prepared for. */
import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DocumentOfPictures, WithDocument } from '../../../providers/_kit/context.ts';
import { ProviderError, Rejected, Unsent } from '../../../providers/_kit/errors.ts';
import { ApiError } from '../errors.ts';
import { pictures } from './pictures.ts';
import { sentence } from '../sentences.ts';

/**
 * Makes documents for a part of the organisation; `signal` ends the wait for its turn.
 *
 * @throws Rejected from the maker when a picture cannot be put on a page; Unsent for a failure that has
 * nothing to do with the pictures
 */
export function documentMaker(organizationId: string, signal: AbortSignal): WithDocument {
  return async (what, work) => {
    const folder = await mkdtemp(join(tmpdir(), 'crier-document-'));
    try {
      const path = await write(what, folder, { owner: organizationId, signal });
      return await work(await openAsBlob(path, { type: 'application/pdf' }));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

async function write(
  { files, title, maxBytes }: DocumentOfPictures,
  folder: string,
  waiting: Parameters<typeof pictures.document>[0],
): Promise<string> {
  const to = join(folder, 'document.pdf');
  try {
    const from: { path: string; mime: string }[] = [];
    for (const [n, file] of files.entries()) {
      const path = join(folder, String(n));
      await pipeline(Readable.fromWeb((await file.blob()).stream()), createWriteStream(path));
      from.push({ path, mime: file.mime });
    }
    await pictures.document(waiting, { from, to, title, maxBytes });
    return to;
  } catch (cause) {
    if (cause instanceof ProviderError) throw cause;
    const isTheirs = cause instanceof ApiError && cause.status === 400;
    throw isTheirs
      ? new Rejected(sentence('document_not_made_of', { why: cause.sentence }), {
          networkCode: 'document',
          cause,
        })
      : new Unsent(sentence('document_not_made'), { cause });
  }
}
