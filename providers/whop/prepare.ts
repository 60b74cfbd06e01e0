/** Everything that may be repeated: uploads the files, and records which posts have the same text already. */
import type { Json, Provider, PublishRequest } from '../_kit/contract.ts';
import { call, PAGE_SIZE, type ForumPost, type Page } from './api.ts';
import { uploadFile } from './media.ts';
import { PUBLIC_FORUM, settingsOf } from './schema.ts';
import { likenessOf } from './text.ts';

/** The post, as it is sent. */
export interface Draft {
  readonly experience: string;
  readonly company: string;
  readonly title: string | null;
  readonly content: string;
  readonly attachments: string[];
  /** The post that is commented on. */
  readonly parent: string | null;
}

/** The final request. */
export interface Prepared extends Draft {
  readonly [key: string]: Json;
  /** Posts of the same place that could be taken for this one before the call. */
  readonly before: string[];
}

/** Where a post is listed; null for a public forum, whose experience Whop does not return. */
export const placeOf = ({ experience, parent }: Draft) =>
  experience === PUBLIC_FORUM ? null : { experience_id: experience, parent_id: parent };

export const prepare: Provider['prepare'] = async (request, ctx) => {
  const { channel, item } = request;
  const attachments: string[] = [];
  for (const [n, file] of item.media.entries()) {
    attachments.push(await uploadFile(channel, { file, name: `file ${n}` }, ctx));
  }
  const draft = draftOf(request, attachments);
  const place = placeOf(draft);
  const { data = [] } = place
    ? await call<Page<ForumPost>>(channel, ctx, '/forum_posts', { query: { ...place, first: PAGE_SIZE } })
    : {};
  const prepared: Prepared = {
    ...draft,
    before: data.filter((post) => likenessOf(post, draft) !== 'other').map(({ id }) => id),
  };
  return prepared;
};

function draftOf({ item, settings, root }: PublishRequest, attachments: string[]): Draft {
  const { company, experience, title } = settingsOf(settings);
  return {
    experience,
    company,
    // A comment has none.
    title: root ? null : title,
    content: item.text,
    attachments,
    parent: root?.id ?? null,
  };
}
