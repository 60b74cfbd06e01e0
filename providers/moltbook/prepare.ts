/** Builds the final request, without a call (www.moltbook.com/skill.md, "Create a post", "Add a comment"). */
import type { Json, Provider } from '../_kit/contract.ts';
import { titleOf } from './text.ts';

/** A post, or a comment below one; `parent`: the comment that it answers. */
export type Prepared = { readonly [key: string]: Json } & (
  | { readonly kind: 'post'; readonly submolt: string; readonly title: string; readonly content: string }
  | {
      readonly kind: 'comment';
      readonly postId: string;
      readonly parent: string | null;
      readonly content: string;
    }
);

export const prepare: Provider['prepare'] = async ({ item, settings, root, parent }) => {
  const content = item.text.trim();
  const prepared: Prepared = root
    ? {
        kind: 'comment',
        postId: root.id,
        parent: parent && parent.id !== root.id ? parent.id : null,
        content,
      }
    : { kind: 'post', submolt: String(settings.submolt), title: titleOf(content), content };
  return prepared;
};
