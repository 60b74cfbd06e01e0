/** Everything that may be repeated: the group's part of the URL, the files, and the final request. */
import type { Json, Provider } from '../_kit/contract.ts';
import { readGroup } from './api.ts';
import { uploadFiles } from './media.ts';

/** A post, or a comment with `root` (the post) and `parent` (what it answers). */
export interface Prepared {
  readonly [key: string]: Json;
  readonly group: string;
  /** The group's part of a URL; its id if Skool returns none. */
  readonly slug: string;
  readonly root: string | null;
  readonly parent: string | null;
  readonly metadata: { readonly [key: string]: string | number };
}

/** The pseudo category of a group without any. */
export const NO_LABEL = 'none';

export const prepare: Provider['prepare'] = async ({ channel, item, settings, root, parent }, ctx) => {
  const group = String(settings.group);
  const label = String(settings.label);
  const { name: slug = group } = root ? {} : await readGroup(channel, group, ctx);
  const attachments = (await uploadFiles(channel, item.media, ctx)).join(',');
  const prepared: Prepared = {
    group,
    slug,
    root: root?.id ?? null,
    parent: parent?.id ?? root?.id ?? null,
    metadata: {
      title: root ? '' : String(settings.title).trim(),
      content: item.text,
      attachments,
      ...(root || label === NO_LABEL ? {} : { labels: label }),
      action: 0,
      video_ids: '',
    },
  };
  return prepared;
};
