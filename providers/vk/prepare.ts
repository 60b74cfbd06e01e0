/** Everything that may be repeated: uploads the files, and notes what is the newest on the wall. */
import type { Json, Provider, PublishRequest } from '../_kit/contract.ts';
import { groupOf, refOf } from './api.ts';
import { uploadFile } from './media.ts';
import { readNewest } from './api/wall.ts';

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
  /** What the settings add to a post; none in what an earlier version prepared. */
  readonly extras: { [parameter: string]: string | number };
}

/** A person's own post has nobody else to sign it. */
function extrasOf({ channel, settings }: PublishRequest): Prepared['extras'] {
  const { signed, copyright, mute_notifications: mute, close_comments: close } = settings;
  return {
    ...(signed === true && groupOf(channel) !== undefined ? { signed: 1 } : {}),
    ...(typeof copyright === 'string' && copyright.trim() ? { copyright: copyright.trim() } : {}),
    ...(mute === true ? { mute_notifications: 1 } : {}),
    ...(close === true ? { close_comments: 1 } : {}),
  };
}

export const prepare: Provider['prepare'] = async (request, ctx) => {
  const { channel, item, root, idempotencyKey } = request;
  const attachments: string[] = [];
  for (const file of item.media) attachments.push(await uploadFile(channel, file, ctx));
  const post = root ? refOf(root).post : null;
  const prepared: Prepared = {
    text: item.text,
    attachments,
    post,
    guid: idempotencyKey,
    newest: await readNewest(channel, post, ctx),
    extras: post === null ? extrasOf(request) : {},
  };
  return prepared;
};
