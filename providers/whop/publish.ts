/** The call that makes a post or a comment (docs.whop.com/api-reference/forum-posts/create-forum-post). */
import type { Provider } from '../_kit/contract.ts';
import { call, toPublished, type ForumPost } from './api.ts';
import type { Prepared } from './prepare.ts';
import { PUBLIC_FORUM } from './schema.ts';

const CALL_MS = 45_000;

/**
 * The key is for each POST of Whop's API (docs.whop.com/developer/api/idempotency). Whether this one honours
 * it is not confirmed: nothing here relies on it.
 */
export const publish: Provider['publish'] = async ({ channel, root, idempotencyKey }, stored, ctx) => {
  const { experience, company, title, content, attachments, parent } = stored as Prepared;
  const post = await call<ForumPost>(channel, ctx, '/forum_posts', {
    json: {
      experience_id: experience,
      ...(experience === PUBLIC_FORUM ? { company_id: company } : {}),
      ...(content ? { content } : {}),
      ...(title ? { title } : {}),
      ...(attachments.length ? { attachments: attachments.map((id) => ({ id })) } : {}),
      ...(parent ? { parent_id: parent } : {}),
    },
    idempotencyKey,
    timeoutMs: CALL_MS,
  });
  return { status: 'published', published: toPublished(post, experience, root) };
};
