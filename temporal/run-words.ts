/**
 * What people read about a run in the Temporal UI: its summary, its memo, and what the list finds it by.
 * Names are as they were when the run was started. Of a post's text, only what the operator allows, and never
 * a secret.
 */
import type { WorkflowStartOptions } from '@temporalio/client';
import { toPlainText } from '../providers/_kit/stored-text.ts';
import type { PublishTarget } from './contract/publish-post.ts';
import { SEARCH_KEYS, type PublishMemo } from './contract/search-attributes.ts';
import type { RevocationRef } from './contract/token-revocation.ts';
import { utcMinute } from './contract/words.ts';

/** A post, with the names around it. `content` as it is stored, null where Temporal must not show it. */
export type NamedTarget = Pick<PublishTarget, 'postId' | 'provider' | 'dueMs'> & {
  readonly organization: string;
  readonly channel: string;
  readonly content: string | null;
};

/** A channel as people know it: `channel` is its name, `organization` that of its owner. */
export interface NamedChannel {
  readonly provider: string;
  readonly organization: string;
  readonly channel: string;
}

/** In characters. Far below what Temporal takes in a search attribute (255). */
const LONGEST = 60;
/** A summary is one line of a list; Temporal takes 400 bytes of it, as JSON and with its own facts. */
const SUMMARY_BYTES = 350;
/** Channels: Temporal takes 2 KB of a search attribute. */
const NAMED_IN_LINE = 6;
const NAMED_IN_MEMO = 20;

/** On one line, without what would turn the text around it, and not longer than a name should be. */
function short(text: string): string {
  const letters = [...text.replaceAll(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim()];
  return letters.length > LONGEST
    ? `${letters
        .slice(0, LONGEST - 1)
        .join('')
        .trimEnd()}…`
    : letters.join('');
}

const firstWords = ({ content }: NamedTarget): string => short(toPlainText(content ?? ''));

const channelOf = ({ channel, provider }: { readonly channel: string; readonly provider: string }): string =>
  `${short(channel)} (${provider})`;

/** "Ada & Co: 2 posts for Spring Café (bluesky), Ada (mastodon) at 2031-05-04 09:30 UTC: “First words”" */
export function describeRequest(targets: readonly NamedTarget[]): string {
  const dates = [...new Set(targets.map((t) => t.dueMs))].sort((a, b) => a - b);
  const when = dates.length === 1 ? utcMinute(dates[0] ?? 0) : `${utcMinute(dates[0] ?? 0)} and later`;
  const [first] = targets;
  const text = first ? firstWords(first) : '';
  const channels = [...new Set(targets.map(channelOf))];
  // As many names as there is room for.
  for (let named = Math.min(channels.length, NAMED_IN_LINE); ; named--) {
    const more = channels.length > named ? ` and ${channels.length - named} more` : '';
    const line =
      `${short(first?.organization ?? '')}: ${targets.length} post${targets.length === 1 ? '' : 's'} for ` +
      `${channels.slice(0, named).join(', ')}${more} at ${when}${text && `: “${text}”`}`;
    if (named <= 1 || Buffer.byteLength(JSON.stringify(line)) <= SUMMARY_BYTES) return inBytes(line);
  }
}

/** Cut to what Temporal takes, between two characters. */
function inBytes(line: string): string {
  if (Buffer.byteLength(JSON.stringify(line)) <= SUMMARY_BYTES) return line;
  return inBytes([...line.replace(/…$/, '')].slice(0, -1).join('') + '…');
}

/**
 * What the run of these posts is found by, and its memo.
 *
 * @param around.web the URL of the web app
 * @param around.others posts of the same request that do not wait: the run takes them on, by name, when one
 * is scheduled, restored or tried again while it lives
 */
export function namesOfRequest(
  targets: readonly NamedTarget[],
  { web, others = [] }: { readonly web: string | undefined; readonly others?: readonly NamedTarget[] },
): Pick<WorkflowStartOptions, 'memo' | 'staticSummary' | 'staticDetails'> & {
  attributes: NonNullable<Attributes>;
} {
  const organization = short(targets[0]?.organization ?? '');
  // The text of a post that is deleted, or was never scheduled, is not for Temporal.
  const silent = others.map((other) => ({ ...other, content: null }));
  const posts = [...targets, ...silent].slice(0, NAMED_IN_MEMO).map((t) => {
    const text = firstWords(t);
    return [t.postId, { channel: short(t.channel), ...(text && { text }) }] as const;
  });
  const memo: PublishMemo = { organization, posts: Object.fromEntries(posts), ...(web && { web }) };
  const text = targets[0] && firstWords(targets[0]);
  return {
    staticSummary: describeRequest(targets),
    ...(web && { staticDetails: linksTo(targets, web) }),
    memo,
    attributes: [
      ...namedAttributes(
        organization,
        [...targets, ...others].map(({ channel }) => channel),
      ),
      ...(text ? [{ key: SEARCH_KEYS.postText, value: text }] : []),
    ],
  };
}

/** Markdown. A run that waits for its date cannot be asked anything, so its posts are linked from the
 * start. */
const linksTo = (targets: readonly NamedTarget[], web: string): string =>
  targets
    .slice(0, NAMED_IN_MEMO)
    .map(
      ({ provider, postId }) =>
        `- ${provider}: [its page in Crier](${web.replace(/\/$/, '')}/posts/${postId})`,
    )
    .join('\n');

type Attributes = Extract<WorkflowStartOptions['typedSearchAttributes'], readonly unknown[]>;

/** The columns of the list that hold names. */
export const namedAttributes = (organization: string, channels: readonly string[]): Attributes => [
  { key: SEARCH_KEYS.organizationName, value: short(organization) },
  { key: SEARCH_KEYS.channels, value: [...new Set(channels.map(short))].slice(0, NAMED_IN_LINE) },
];

/** "Authorization code of app 0190…, expires 2031-05-04 09:30 UTC" */
export const describeCode = (appId: string, expiresMs: number): string =>
  `Authorization code of app ${appId}, expires ${utcMinute(expiresMs)}`;

/** "All tokens of the deleted app 0190…", "One token of app 0190…" */
export const describeRevocation = (ref: RevocationRef, appId: string): string =>
  'appId' in ref ? `All tokens of the deleted app ${appId}` : `One token of app ${appId}`;

/** "Ada & Co: renews the credentials of Spring Café (mastodon) before they expire" */
export const describeRefresh = (channel: NamedChannel): string =>
  inBytes(
    `${short(channel.organization)}: renews the credentials of ${channelOf(channel)} before they expire`,
  );

/** "Ada & Co: reads the numbers of Spring Café (mastodon) every day" */
export const describeNumbers = (channel: NamedChannel): string =>
  inBytes(`${short(channel.organization)}: reads the numbers of ${channelOf(channel)} every day`);

/** A delivery as people know it: the names of the webhook and of its organisation. */
export interface NamedDelivery {
  readonly organization: string;
  readonly webhook: string;
  /** The type of the event. */
  readonly type: string;
}

/** "Ada & Co: post.published for Dashboard" */
export const describeDelivery = ({ organization, webhook, type }: NamedDelivery): string =>
  inBytes(`${short(organization)}: ${type} for ${short(webhook)}`);
