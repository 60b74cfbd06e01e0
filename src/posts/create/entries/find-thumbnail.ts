import type { MediaFile } from '../../../../providers/_kit/contract.ts';
import type { Context } from '../../../platform/context.ts';
import type { PostMedia } from '../../../platform/entities/post.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { Thumbnail } from '../../change/as-named.ts';
import { findMedia } from './find-media.ts';
import { sentence } from '../../../platform/sentences.ts';

/**
 * The thumbnail of a video, as it is stored; nothing for a picture.
 *
 * @throws ApiError as findMedia; `invalid_content` for what cannot be one
 */
export async function findThumbnail(
  context: Pick<Context, 'storage'>,
  entry: { readonly organizationId: string },
  { named, file, path }: { named: Thumbnail; file: MediaFile; path: string },
): Promise<Pick<PostMedia, 'thumbnail' | 'thumbnailTimestamp'>> {
  if (file.kind !== 'video') return {};
  const { thumbnail: url, thumbnailTimestamp: at } = named;
  if (at && file.durationMs !== undefined && at > file.durationMs) {
    const problem = sentence('after_the_end_of_the_video', { ms: file.durationMs });
    throw new ApiError('invalid_content', { issues: [{ path: `${path}.thumbnailTimestamp`, ...problem }] });
  }
  const moment = typeof at === 'number' ? { thumbnailTimestamp: Math.round(at) } : {};
  if (!url) return moment;
  const place = `${path}.thumbnail`;
  const picture = await findMedia(context, entry, { named: { path: url }, path: place, field: place });
  if (picture.kind !== 'image') {
    throw new ApiError('invalid_content', { issues: [{ path: place, ...sentence('not_a_picture') }] });
  }
  return { ...moment, thumbnail: { id: picture.id, path: picture.url } };
}
