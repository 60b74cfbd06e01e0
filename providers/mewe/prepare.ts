/** Everything that may be repeated: uploads the photos, and builds the final request. */
import type { Json, Provider } from '../_kit/contract.ts';
import { uploadPhotos } from './media.ts';

/** The final request; `group` is null on the timeline. */
export interface Prepared {
  readonly [key: string]: Json;
  readonly group: string | null;
  readonly text: string;
  readonly photos: string[];
}

export const prepare: Provider['prepare'] = async ({ channel, item, settings }, ctx) => {
  const prepared: Prepared = {
    group: settings.postType === 'group' ? String(settings.group) : null,
    text: item.text,
    photos: await uploadPhotos(channel, item.media, ctx),
  };
  return prepared;
};
