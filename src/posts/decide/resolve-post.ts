import type { FromSchema } from 'json-schema-to-ts';
import type { EntityManager } from '../../platform/database.ts';
import { PostEvent } from '../../platform/entities/delivery.ts';
import { PostItem, type PostRow } from '../../platform/entities/post.ts';
import { phaseIsOpenSql } from '../../platform/attempt-phase.ts';
import { ApiError } from '../../platform/errors.ts';
import { changePost, type ChangeDeps, type PostOf } from '../change/change-post.ts';
import { isStuck } from './open-attempt.ts';
import type { Body } from '../../http/operation.ts';
import { sentence } from '../../platform/sentences.ts';

/**
 * `published` may name what is live, and must name its id when parts of a thread are left to attach to it;
 * `resend` sends the part again; `drop` ends the post and sends nothing.
 */
export const resolvePostBody = {
  type: 'object',
  properties: {
    decision: {
      enum: ['published', 'resend', 'drop'],
      description: 'published: it is on the network. resend: publish it again. drop: leave it unpublished',
    },
    url: {
      type: 'string',
      maxLength: 2048,
      format: 'uri',
      pattern: '^https?://',
      description: 'With published: its URL on the network',
    },
    releaseId: {
      type: 'string',
      minLength: 1,
      maxLength: 512,
      description: 'With published: its id on the network; required if parts of the thread are still to come',
    },
  },
  required: ['decision'],
  additionalProperties: false,
} as const;

/** The body of POST /public/v1/posts/{id}/resolve. */
export type Resolution = Body<FromSchema<typeof resolvePostBody>>;

/**
 * Settles an `unconfirmed` post by a person's decision, or one that is still unsettled long after it should
 * have been. The run, which waits for it, is notified afterwards; a run that is gone is started again when
 * parts are left to publish.
 *
 * @throws ApiError `post_locked` for a post in any other state; `invalid_request` for a URL with any decision
 * but `published`, or for a thread that goes on without an id; `post_not_found`, `foreign_resource`
 */
export async function resolvePost(context: ChangeDeps, ref: PostOf, resolution: Resolution): Promise<void> {
  assertFits(resolution);
  await changePost(context, ref, {
    from: ['unconfirmed'],
    orIf: async (tx, post) => ['publishing', 'processing'].includes(post.state) && isStuck(tx, post),
    async apply(tx, post, now) {
      const item = await tx.findOneOrFail(
        PostItem,
        { post: post.id, publishedAt: null },
        { orderBy: { position: 'asc' } },
      );
      await closeAttempt(tx, { itemId: item.id, revision: post.revision, resolution });
      post.hold = null;
      const part = { part: item.position + 1, decision: resolution.decision };
      if (resolution.decision === 'published') await takeAsPublished(tx, { post, item, resolution, now });
      else if (resolution.decision === 'resend') {
        Object.assign(post, {
          state: item.position === 0 ? 'scheduled' : 'publishing',
          errorCode: null,
          error: null,
          decidedAt: now,
        });
      } else {
        Object.assign(post, {
          state: item.position === 0 ? 'failed' : 'partly_published',
          errorCode: 'dropped',
          error: DROPPED.message,
        });
      }
      tx.create(PostEvent, {
        post,
        at: now,
        kind: 'resolved',
        detail: { ...part, ...MORE[resolution.decision](resolution) },
      });
      return 'sync' as const;
    },
  });
}

const DROPPED = sentence('dropped_by_person');

/** What the timeline has beside the decision. */
const MORE: Readonly<Record<Resolution['decision'], (resolution: Resolution) => object>> = {
  published: ({ url = null }) => ({ url }),
  resend: () => ({}),
  drop: () => ({ explanation: DROPPED }),
};

/** A URL together with "send it again" is a contradiction, and so a mistake. */
function assertFits(resolution: Resolution): void {
  if (resolution.decision === 'published') return;
  const issues = (['url', 'releaseId'] as const)
    .filter((field) => resolution[field] !== undefined)
    .map((path) => ({ path, ...sentence('only_with_published') }));
  if (issues.length) throw new ApiError('invalid_request', { issues });
}

/** The attempt is settled permanently, by the person's decision; a second send is an attempt of its own. */
async function closeAttempt(
  tx: EntityManager,
  decision: { itemId: string; revision: number; resolution: Resolution },
): Promise<void> {
  const { itemId, revision, resolution } = decision;
  await tx.execute(
    `update publish_attempt
    set phase = ?, settled_at = clock_timestamp(), settled_by = 'person', evidence = evidence || ?::jsonb
    where post_item_id = ? and revision = ? and ${phaseIsOpenSql('phase')}`,
    [
      resolution.decision === 'published' ? 'confirmed' : 'rejected',
      JSON.stringify({ by: 'person', ...resolution }),
      itemId,
      revision,
    ],
  );
}

async function takeAsPublished(
  tx: EntityManager,
  decision: {
    post: PostRow;
    item: { id: string; position: number } & Pick<PostRow, 'releaseId' | 'releaseUrl' | 'publishedAt'>;
    resolution: Resolution;
    now: Date;
  },
): Promise<void> {
  const { post, item, resolution, now } = decision;
  const left = await tx.count(PostItem, { post: post.id, position: { $gt: item.position } });
  if (left > 0 && !resolution.releaseId) {
    throw new ApiError('invalid_request', {
      issues: [{ path: 'releaseId', ...sentence('network_id_required') }],
    });
  }
  const live = { releaseId: resolution.releaseId ?? 'missing', releaseUrl: resolution.url ?? null };
  Object.assign(item, { ...live, publishedAt: now });
  if (item.position === 0) Object.assign(post, live);
  Object.assign(post, {
    state: left > 0 ? 'publishing' : 'published',
    publishedAt: left > 0 ? post.publishedAt : now,
    errorCode: null,
    error: null,
  });
}
