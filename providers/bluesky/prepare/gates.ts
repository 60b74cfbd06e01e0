/**
 * Who may reply to a post and quote it: records of their own with the key of the post (lexicons
 * app.bsky.feed.threadgate and .postgate).
 */
import type { Json } from '../../_kit/contract.ts';
import { REPLIERS, type Settings } from '../schema.ts';

/** A record that is created together with the post. */
export interface Gate {
  readonly collection: string;
  readonly value: Json;
}

/** `post`: the URI that the post will have. Replies to a thread are gated at its first post alone. */
export function gatesOf(
  settings: Settings,
  { post, createdAt, isReply }: { post: string; createdAt: string; isReply: boolean },
): Gate[] {
  const gate = (collection: string, rules: { [key: string]: Json }): Gate => ({
    collection,
    value: { $type: collection, post, ...rules, createdAt },
  });
  const allow = Object.entries(REPLIERS)
    .filter(([name]) => settings.repliers.includes(name))
    .map(([, rule]) => ({ $type: `app.bsky.feed.threadgate#${rule}` }));
  return [
    ...(settings.repliers.length && !isReply ? [gate('app.bsky.feed.threadgate', { allow })] : []),
    ...(settings.isQuotable
      ? []
      : [
          gate('app.bsky.feed.postgate', {
            embeddingRules: [{ $type: 'app.bsky.feed.postgate#disableRule' }],
          }),
        ]),
  ];
}
