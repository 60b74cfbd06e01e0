/** Whether a post is one that we sent: Whop shows no key of ours again, so it goes by what people see. */
import type { Likeness } from '../_kit/lookup.ts';
import { compareWords } from '../_kit/recent.ts';
import type { ForumPost } from './api.ts';

/**
 * Letters, digits and emoji: all that is left of a Markdown text however Whop rewrites it. A URL keeps its
 * letters as well.
 */
const lettersOf = (text: string): string => text.normalize('NFC').replace(/[^\p{L}\p{N}\p{So}]+/gu, '');

/** A post that must be paid for has no text for others; ours is never one. */
export function likenessOf(
  { content, title, attachments }: Pick<ForumPost, 'content' | 'title' | 'attachments'>,
  draft: { readonly content: string; readonly title: string | null; readonly attachments: readonly string[] },
): Likeness {
  const likeness = compareWords(
    `${draft.title ?? ''}\n${draft.content}`,
    `${title ?? ''}\n${content ?? ''}`,
    lettersOf,
  );
  return likeness === 'same words' && attachments.length !== draft.attachments.length ? 'like it' : likeness;
}
