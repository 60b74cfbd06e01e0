/**
 * LinkedIn: posts on a member's profile, and comments on them
 * (learn.microsoft.com/linkedin/marketing/community-management/shares/posts-api).
 */
import { numberOf } from '../_kit/context.ts';
import type { Provider } from '../_kit/contract.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { keyOf } from '../_shared/linkedin/api.ts';
import { connect, oauthOf, refreshOf } from '../_shared/linkedin/auth.ts';
import { sharedEnv } from '../_shared/linkedin/env.ts';
import { KEPT_MS } from '../_shared/linkedin/media.ts';
import { PUBLISH_TIMEOUT_MS } from '../_shared/linkedin/publish.ts';
import { MEMBER } from './auth.ts';
import { rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';

/** LinkedIn shows its limits to the owner of the app alone. */
const POSTS_PER_DAY = 'LINKEDIN_POSTS_PER_DAY';

export const linkedin: Provider = {
  identifier: 'linkedin',
  name: 'LinkedIn',
  connection: { kind: 'oauth' },
  oauth: oauthOf(MEMBER),
  env: [
    {
      name: 'LINKEDIN_CLIENT_ID',
      required: false,
      help: 'Client ID of an app at linkedin.com/developers with "Share on LinkedIn" and "Sign In with LinkedIn using OpenID Connect"; with LINKEDIN_CLIENT_SECRET it lets people connect their profile. Its redirect URL is FRONTEND_URL followed by /integrations/social/linkedin',
    },
    { name: 'LINKEDIN_CLIENT_SECRET', required: false, help: 'Primary client secret of that app' },
    {
      name: POSTS_PER_DAY,
      required: false,
      help: 'Posts that LinkedIn takes from one member a day: the limit of /posts for members on the Analytics tab of the app. People are told before they plan more',
    },
    ...sharedEnv,
  ],
  settingsSchema,
  rules,
  postLimit(env) {
    const posts = numberOf(env, POSTS_PER_DAY);
    return posts ? { posts, of: 'account', within: { dayIn: 'UTC' }, eachPart: false } : null;
  },
  // There is no idempotency key, and apps cannot read a profile's posts.
  capability: 'none',
  followUps: 'comment',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  // Nobody can look, so a person is asked at once.
  settleMs: 0,
  preparedForMs: KEPT_MS,
  connect,
  refresh: refreshOf(MEMBER),
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'remove'),
  keyOf,
  ...onFirstUse(() => import('./verify.ts'), 'verify'),
};
