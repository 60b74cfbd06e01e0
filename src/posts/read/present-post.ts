/** Posts as the Public API shows them. */
import type { TemporalStart } from '../../platform/temporal-start.ts';
import type { PostMedia } from '../../platform/entities/post.ts';
import type { ShortLink } from '../../short-links/read-links.ts';
import { factsOf } from '../../short-links/services/index.ts';
import { asNamed } from '../change/as-named.ts';
import { describeEvent } from './timeline.ts';
import { inOrder } from './timeline-order.ts';
import { POST_STATES, type HoldReason, type PostState } from '../../../temporal/contract/post-states.ts';
import { presentScheduling, type Delivery } from '../create/scheduling.ts';
import { isSentence, type Sentence } from '../../../providers/_kit/sentences/fill.ts';
import { sentence } from '../../platform/sentences.ts';

/** The four states that existing clients know. */
export type PublicState = 'DRAFT' | 'QUEUE' | 'PUBLISHED' | 'ERROR';

/** The states of posts as existing clients know them. */
export const PUBLIC_STATE: Readonly<Record<PostState, PublicState>> = {
  draft: 'DRAFT',
  scheduled: 'QUEUE',
  publishing: 'QUEUE',
  processing: 'QUEUE',
  published: 'PUBLISHED',
  partly_published: 'ERROR',
  failed: 'ERROR',
  unconfirmed: 'ERROR',
  missed: 'ERROR',
  cancelled: 'ERROR',
};

/** Our states behind one of the four public ones. */
export function statesOf(state: PublicState): PostState[] {
  return POST_STATES.filter((own) => PUBLIC_STATE[own] === state);
}

export interface TagRecord {
  id: string;
  name: string;
  color: string;
  organizationId: string;
  createdAt: Date;
  updatedAt: Date;
}

/**
 * The post as the presenters read it. `actualDate` is the stored date of a post that is shown on a later one.
 */
export interface PostRecord {
  id: string;
  content: string;
  publishAt: Date;
  state: PostState;
  releaseUrl?: string | null;
  releaseId?: string | null;
  intervalDays?: number | null;
  publicGroup: string;
  ownGroup?: string | null;
  creationMethod: string;
  settings: Record<string, unknown>;
  actualDate?: Date;
  tags: readonly TagRecord[];
  integration: { id: string; provider: string; name: string; picture?: string | null };
}

export function presentPost(post: PostRecord) {
  return {
    id: post.id,
    content: post.content,
    publishDate: post.publishAt.toISOString(),
    releaseURL: post.releaseUrl ?? null,
    releaseId: post.releaseId ?? null,
    state: PUBLIC_STATE[post.state],
    status: post.state,
    intervalInDays: post.intervalDays ?? null,
    group: post.ownGroup ?? post.publicGroup,
    creationMethod: post.creationMethod,
    settings: post.settings,
    tags: post.tags.map(({ organizationId, ...tag }) => ({
      tag: {
        id: tag.id,
        name: tag.name,
        color: tag.color,
        orgId: organizationId,
        deletedAt: null,
        createdAt: tag.createdAt.toISOString(),
        updatedAt: tag.updatedAt.toISOString(),
      },
    })),
    integration: {
      id: post.integration.id,
      providerIdentifier: post.integration.provider,
      name: post.integration.name,
      picture: post.integration.picture ?? null,
    },
    ...(post.actualDate ? { actualDate: post.actualDate.toISOString() } : {}),
  };
}

/** The post with what its page adds. */
export interface PostDetailRecord extends PostRecord {
  revision: number;
  latenessMs?: number | null;
  publishedAt?: Date | null;
  hold?: HoldReason | null;
  errorCode?: string | null;
  error?: string | null;
  createdAt: Date;
  items: {
    id: string;
    position: number;
    content: string;
    media: PostMedia[];
    delayMinutes: number;
    releaseId?: string | null;
    releaseUrl?: string | null;
    publishedAt?: Date | null;
  }[];
  timeline: { at: Date; kind: string; detail: Record<string, unknown> }[];
  repeatRule?: string | null;
  inSeries: boolean;
  shortLink: boolean;
  shortLinks: readonly ShortLink[];
  /** The delivery of its messages in the outbox. */
  delivery: Delivery;
}

/** Why a post whose date has come waits, and what ends that. */
const HOLD_WORDS: Readonly<Record<HoldReason, (channel: string) => Sentence>> = {
  channel: (name) => sentence('hold_disconnected', { name }),
  frozen: () => sentence('hold_frozen'),
};

/**
 * One post with its parts, its timeline as text and its lateness in milliseconds.
 *
 * @param start of the embedded Temporal server, while it is not over
 */
export function presentPostDetail(post: PostDetailRecord, start: TemporalStart | null) {
  return {
    ...presentPost(post),
    revision: post.revision,
    ...presentScheduling(post.delivery, start),
    latenessMs: post.latenessMs ?? null,
    publishedAt: post.publishedAt?.toISOString() ?? null,
    hold: post.hold ? { reason: post.hold, ...HOLD_WORDS[post.hold](post.integration.name) } : null,
    error: post.errorCode
      ? { code: post.errorCode, message: post.error ?? '', explanation: explanationOf(post) }
      : null,
    createdAt: post.createdAt.toISOString(),
    repeat: post.repeatRule ?? null,
    inSeries: post.inSeries,
    shortLink: post.shortLink,
    shortLinks: post.shortLinks.map(({ shortUrl, ...link }) => {
      const { title, tellsClicks } = factsOf(link.service);
      return { ...link, shortURL: shortUrl, serviceName: title, tellsClicks };
    }),
    items: post.items.map((item) => ({
      id: item.id,
      content: item.content,
      image: asNamed(item.media),
      delay: item.delayMinutes,
      releaseId: item.releaseId ?? null,
      releaseURL: item.releaseUrl ?? null,
      publishedAt: item.publishedAt?.toISOString() ?? null,
    })),
    timeline: inOrder(post.timeline).map((line) => ({
      at: line.at.toISOString(),
      event: line.kind,
      text: describeEvent(line.kind, line.detail),
    })),
  };
}

/** The sentence of the error; the event that ended the post has it. */
const explanationOf = ({ error, timeline }: PostDetailRecord): Sentence | null =>
  timeline
    .map(({ detail }) => detail.explanation)
    .filter(isSentence)
    .findLast(({ message }) => message === error) ?? null;
