/** One create-post request becomes rows, a line of each timeline and a message to Temporal: all of it or nothing. */
import { v7 as uuidv7 } from 'uuid';
import type { Json } from '../../providers/_kit/contract.ts';
import type { Context } from '../context.ts';
import type { Statement } from '../db.ts';
import { ApiError } from '../errors.ts';
import { isUuid } from '../validation.ts';
import { assertMayPublish, assertPublishes } from '../policies/integration.ts';
import { assertNotPast, parseDate } from './parse-date.ts';
import { preparePost, type PreparedItem, type ValueInput } from './prepare-post.ts';
import { IdempotencyConflict, KEY_SECONDS, TWIN_SECONDS, twinKey, twinRefusal, type IdempotencyKey } from './remember-answer.ts';
import { startInline } from './start-inline.ts';
import { storePosts } from './store-posts.ts';

/** The validated body of POST /public/v1/posts. */
export interface CreatePostInput {
  readonly type: 'schedule' | 'now' | 'draft';
  readonly date: string;
  readonly shortLink?: boolean;
  readonly tags?: readonly { value: string; label: string }[];
  readonly inter?: number;
  readonly creationMethod?: string;
  readonly posts: readonly { integration: { id: string }; value: readonly ValueInput[]; settings?: Record<string, unknown> }[];
}

/** One element for each `posts[]` entry, in order. */
export type CreatePostAnswer = { postId: string; integration: string }[];

interface ChannelRow {
  readonly id: string;
  readonly organization: string;
  readonly provider: string;
  readonly name: string;
  readonly disabled: boolean;
  readonly refreshNeeded: boolean;
  readonly details: Record<string, Json>;
}

interface Target {
  readonly postId: string;
  readonly channel: ChannelRow;
  readonly settings: Record<string, unknown>;
  readonly items: PreparedItem[];
}

/**
 * Stores the posts with one statement, then starts their run; when Temporal does not answer within 500 ms the relay starts it.
 *
 * @throws ApiError for a bad date, unknown or unusable channels, wrong settings, content that the network would refuse, a twin without a key
 * @throws IdempotencyConflict when a parallel request has taken the key
 */
export async function createPost(context: Context, organizationId: string, input: CreatePostInput, key?: IdempotencyKey): Promise<CreatePostAnswer> {
  const now = await context.now();
  const publishAt = input.type === 'now' ? now : parseDate(input.date);
  if (input.type === 'schedule') assertNotPast(publishAt, 'date', now);
  const targets = await loadTargets(context, organizationId, input);
  const answer = targets.map((t) => ({ postId: t.postId, integration: t.channel.id }));
  const groupId = uuidv7();
  const remembered = key ?? (input.type === 'draft' ? null : twinKey(input));

  context.faultPoint('create:before-commit');
  const stored = await storePosts(context.database, {
    organizationId, groupId, now, publishAt, targets: targets.map(({ channel, ...target }) => ({ ...target, channelId: channel.id })),
    creationMethod: input.creationMethod === 'CLI' ? 'CLI' : 'API', state: input.type === 'draft' ? 'draft' : 'scheduled', availableAt: new Date(now.getTime() + 2000),
    tags: [...(input.tags ?? [])], shortLink: input.shortLink ?? false, intervalDays: input.inter || null,
    accepted: { type: input.type, publishAt: publishAt.toISOString() },
    answer: remembered && { ...remembered, body: JSON.stringify(answer) },
  }, key ? KEY_SECONDS : TWIN_SECONDS);
  if (!stored) throw key ? new IdempotencyConflict('The key has an answer already') : await twinRefusal(context.database, organizationId, remembered?.key ?? '');
  context.faultPoint('create:after-commit');
  if (input.type !== 'draft') await startInline(context, groupId, targets.map((t) => ({ postId: t.postId, provider: t.channel.provider, revision: 1, dueMs: publishAt.getTime(), organizationId, atOnce: publishAt <= now })));
  context.faultPoint('create:before-response');
  return answer;
}

const CHANNELS: Statement = {
  name: 'create-post-channels',
  text: 'select id, organization_id as organization, provider, name, disabled, refresh_needed as "refreshNeeded", details from integration where id = any($1::uuid[]) and deleted_at is null',
};

async function loadTargets(context: Context, organizationId: string, input: CreatePostInput): Promise<Target[]> {
  const ids = input.posts.map((p) => p.integration.id);
  const channels = await context.database.query<ChannelRow>(CHANNELS, [ids.filter(isUuid)]);
  return Promise.all(input.posts.map(async (entry, index) => {
    const channel = channels.find((c) => c.id === entry.integration.id.toLowerCase());
    assertMayPublish(organizationId, channel, entry.integration.id);
    const network = context.networks.get(channel.provider);
    if (!network) throw new ApiError('channel_disabled', { message: `This instance cannot publish to ${channel.provider}` });
    const prepared = await preparePost({
      organizationId, network, channel, value: entry.value, settings: entry.settings, draft: input.type === 'draft', storage: context.storage, path: `posts.${index}`,
    });
    if (input.type !== 'draft') assertPublishes(context, network);
    return { postId: uuidv7(), channel, ...prepared };
  }));
}
