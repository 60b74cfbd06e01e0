/** Everything that may be repeated: uploads the files, and notes what is the newest on the wall. */
import type { Json, Provider } from '../_kit/contract.ts';
import { refOf } from './api.ts';
import { uploadFile } from './media.ts';
import { readNewest } from './api/wall.ts';

/** After this, the wall is looked at again: much may have been posted since. */
export const PREPARED_MS = 3_600_000;

/** The final request. */
export interface Prepared {
  readonly [key: string]: Json;
  readonly text: string;
  /** `photo1_2`, `video1_2`. */
  readonly attachments: string[];
  /** The post that a comment stands below; null for a post. */
  readonly post: number | null;
  readonly guid: string;
  /** The greatest id on the wall (of the comments below the post) before the call: later ones are greater. */
  readonly newest: number;
}

export const prepare: Provider['prepare'] = async ({ channel, item, root, idempotencyKey }, ctx) => {
  const attachments: string[] = [];
  for (const file of item.media) attachments.push(await uploadFile(channel, file, ctx));
  const post = root ? refOf(root).post : null;
  const prepared: Prepared = {
    text: item.text,
    attachments,
    post,
    guid: idempotencyKey,
    newest: await readNewest(channel, post, ctx),
  };
  return prepared;
};
