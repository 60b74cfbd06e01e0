/** The abilities of a network, for clients and for the documents. */
import type { ItemPlace, Evidence, MediaRules, Provider, TextFormat } from '../../providers/_kit/contract.ts';

/** One network that can be published to; its text as an account without special rights may write it. */
export interface NetworkFacts {
  readonly identifier: string;
  readonly name: string;
  /** What can break, where the network's interface is not public or not promised. */
  readonly unofficial: string | null;
  /**
   * How to connect: in a browser on the network, by credentials that a person enters, or both; empty where
   * nothing is asked.
   */
  readonly connect: readonly ('oauth' | 'credentials')[];
  /** `maxLength` in `unit`; `alone`: whether a post may have no files. */
  readonly text: {
    readonly maxLength: number;
    readonly unit: 'characters' | 'bytes';
    readonly format: TextFormat;
    readonly alone: boolean;
  };
  /** How many of them one part may have with the right settings; null = as many as fit. */
  readonly pictures: number | null;
  readonly videos: number | null;
  /** What the further parts of a post become. */
  readonly thread: Provider['followUps'];
  /** Whether the second part can be a comment below the post. */
  readonly firstComment: boolean;
  /** Who makes the card of a link: Crier, with the post; the network; null = there is none. */
  readonly linkCards: 'post' | 'network' | null;
  /** What can stand for a video: a picture, a moment of it, or either; null = the network chooses. */
  readonly videoCover: NonNullable<Provider['videoCover']> | null;
  /** Whether a post can have a poll, by the setting `poll`. */
  readonly polls: boolean;
  readonly afterLostAnswer: Provider['capability'];
  readonly remove: boolean;
  readonly numbers: { readonly account: boolean; readonly post: boolean };
  /** Names of the tools that list what to choose from. */
  readonly tools: readonly string[];
  readonly evidence: Omit<Evidence, 'doubt'> & { readonly doubt: string | null };
}

const ANY_ACCOUNT = { details: {} };
const PLAIN: ItemPlace = { settings: {}, position: 0 };
/** More than anybody attaches. */
const MANY = 1000;

export function describeNetwork(provider: Provider): NetworkFacts {
  const { identifier, name, rules, connection, oauth, followUps } = provider;
  const plainPost = rules.mediaFor?.(ANY_ACCOUNT, PLAIN) ?? rules.media;
  return {
    identifier,
    name,
    unofficial: provider.unofficial ?? null,
    connect: [
      ...(oauth ? ['oauth' as const] : []),
      ...(connection.kind === 'credentials' ? ['credentials' as const] : []),
    ],
    text: {
      maxLength: rules.maxLength(ANY_ACCOUNT),
      unit: rules.unit ?? 'characters',
      format: rules.formatFor?.({}) ?? rules.format,
      alone: !plainPost.minFiles,
    },
    pictures: countOf(rules.media.maxImages),
    videos: countOf(rules.media.maxVideos),
    thread: followUps,
    firstComment: followUps !== 'none',
    linkCards: provider.linkCards ?? null,
    videoCover: provider.videoCover ?? null,
    polls: Object.hasOwn((provider.settingsSchema.properties ?? {}) as object, 'poll'),
    afterLostAnswer: provider.capability,
    remove: Boolean(provider.remove),
    numbers: { account: Boolean(provider.analytics), post: Boolean(provider.postAnalytics) },
    tools: Object.keys(provider.tools ?? {}),
    evidence: { ...provider.evidence, doubt: provider.evidence.doubt ?? null },
  };
}

const countOf = (most: MediaRules['maxImages']): number | null => (most < MANY ? most : null);
