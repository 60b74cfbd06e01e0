/** The body of a delivery. */
import type { PublicState } from '../posts/read/present-post.ts';
import { PUBLIC_STATE } from '../posts/read/present-post.ts';
import type { PostState } from '../../temporal/contract/post-states.ts';
import { oldId } from '../platform/old-ids.ts';
import { EVENT_VERSION } from '../http/webhook-events.ts';

/** An event as it is stored; `content` and the channel are those of now, for the format `postiz`. */
export interface EventRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly type: string;
  readonly sequence: number | null;
  readonly data: { readonly post?: StoredPost; readonly integration?: StoredChannel };
  readonly atMs: number;
  readonly content: string | null;
  readonly picture: string | null;
  /** The old ids of the post and the channel, where they had some. */
  readonly oldPostId?: string | null;
  readonly oldChannelId?: string | null;
}

const oldIdOf = (kind: 'post' | 'integration'): string =>
  oldId(kind, 'e.organization_id', `(e.data #>> '{${kind},id}')::uuid`);
/** The columns of an `EventRecord` about old ids, for the event `e`. */
export const OLD_IDS = `${oldIdOf('post')} as "oldPostId", ${oldIdOf('integration')} as "oldChannelId"`;

interface StoredPost {
  readonly id: string;
  readonly status: PostState;
  readonly publishDate: string;
  readonly releaseURL: string | null;
}
interface StoredChannel {
  readonly id: string;
  readonly providerIdentifier: string;
  readonly name: string;
}

/** What the format `postiz` does not need. */
export type BareEvent = Omit<EventRecord, 'content' | 'picture'>;

export const presentEvent = (event: BareEvent) => ({
  id: event.id,
  type: event.type,
  version: EVENT_VERSION,
  timestamp: new Date(event.atMs).toISOString(),
  organizationId: event.organizationId,
  sequence: event.sequence,
  data: dataOf(event),
});

/** As everywhere, records that had an old id are shown with it. */
function dataOf({ data, oldPostId, oldChannelId }: BareEvent): EventRecord['data'] {
  const { post, integration } = data;
  return {
    ...data,
    ...(post && oldPostId ? { post: { ...post, id: oldPostId } } : {}),
    ...(integration && oldChannelId ? { integration: { ...integration, id: oldChannelId } } : {}),
  };
}

/**
 * The format `postiz`, of a post that was published: a list of one post, or an empty one (its `sendWebhooks`
 * and `getPostByForWebhookId`, v2.12.0 and newer).
 */
export function presentAsPostiz(event: EventRecord): readonly PostizPost[] {
  const { content, picture } = event;
  const { post, integration } = dataOf(event);
  if (!post || !integration) return [];
  const { id, publishDate, releaseURL, status } = post;
  return [
    {
      id,
      content: content ?? '',
      publishDate,
      releaseURL,
      state: PUBLIC_STATE[status],
      integration: { ...integration, picture, type: 'social' },
    },
  ];
}

interface PostizPost {
  readonly id: string;
  readonly content: string;
  readonly publishDate: string;
  readonly releaseURL: string | null;
  readonly state: PublicState;
  readonly integration: StoredChannel & { readonly picture: string | null; readonly type: 'social' };
}
