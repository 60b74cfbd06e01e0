/** The media that an entry names, found among the uploads of its organisation. */
import type { MediaFile, Network } from '../../../../providers/_kit/contract.ts';
import { namedMedia, type NamedMedia } from '../../../../providers/_kit/settings-media.ts';
import { valueAt, withNamedMedia } from '../../../../providers/_kit/nested-settings.ts';
import type { Context } from '../../../platform/context.ts';
import { ApiError, errorKinds } from '../../../platform/errors.ts';
import { sentence } from '../../../platform/sentences.ts';

/** Whose entry it is, for which network, and where it stands in the request (`posts.0`). */
interface Entry {
  readonly organizationId: string;
  readonly network: Network;
  readonly path: string;
}

/**
 * Finds the uploads that settings name (a cover, a thumbnail).
 *
 * @returns the files by the name of their setting, and the settings with our own id and URL of each
 * @throws ApiError as findMedia
 */
export async function findSettingsMedia(
  context: Pick<Context, 'storage'>,
  entry: Entry,
  settings: Record<string, unknown>,
): Promise<{ files: [string, MediaFile][]; settings: Record<string, unknown> }> {
  const files = await Promise.all(
    namedMedia(entry.network, settings).map(async ([name, named]): Promise<[string, MediaFile]> => [
      name,
      await findMedia(context, entry, { named, path: `${entry.path}.settings.${name}` }),
    ]),
  );
  const found = files.map(([name, { id, url }]): [string, object] => [
    name,
    { ...(valueAt(settings, name) as object), id, path: url },
  ]);
  return { files, settings: withNamedMedia(settings, found) };
}

/**
 * Finds one upload. A storage that fetches media from elsewhere (uploads/outside-media.ts) fetches it here.
 *
 * @throws ApiError `media_not_stored`, or the storage's own refusal; the issue names `field`
 */
export async function findMedia(
  { storage }: Pick<Context, 'storage'>,
  { organizationId }: Pick<Entry, 'organizationId'>,
  { named, path, field = `${path}.path` }: { named: NamedMedia; path: string; field?: string },
): Promise<MediaFile> {
  const file = await storage.resolve(organizationId, named).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    const message = error.message.replace(`${errorKinds[error.code].message}: `, '');
    throw new ApiError(error.code, { issues: [{ path: field, ...error.sentence, message }], cause: error });
  });
  if (!file) {
    throw new ApiError('media_not_stored', { issues: [{ path, ...sentence('not_an_upload') }] });
  }
  return file;
}
