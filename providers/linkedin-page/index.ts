/**
 * LinkedIn: posts on the page of an organisation, and comments on them
 * (learn.microsoft.com/linkedin/marketing/community-management/shares/posts-api).
 */
import type { Provider } from '../_kit/contract.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { keyOf } from '../_shared/linkedin/api.ts';
import { analytics, postAnalytics } from '../_shared/linkedin/analytics.ts';
import { connect, oauthOf, refreshOf } from '../_shared/linkedin/auth.ts';
import { sharedEnv } from '../_shared/linkedin/env.ts';
import { KEPT_MS } from '../_shared/linkedin/media.ts';
import { PUBLISH_TIMEOUT_MS } from '../_shared/linkedin/publish.ts';
import { tools } from '../_shared/linkedin/tools.ts';
import { PAGES } from './auth.ts';
import { rules, validate } from './rules.ts';
import { settingsSchema } from './schema.ts';

export const linkedinPage: Provider = {
  identifier: 'linkedin-page',
  name: 'LinkedIn Page',
  connection: { kind: 'oauth' },
  oauth: oauthOf(PAGES),
  env: [
    {
      name: 'LINKEDIN_PAGE_CLIENT_ID',
      required: false,
      help: 'Client ID of an app at linkedin.com/developers with "Community Management API", which LinkedIn gives to apps without any other product; with LINKEDIN_PAGE_CLIENT_SECRET it lets people connect pages. Its redirect URL is FRONTEND_URL followed by /integrations/social/linkedin-page',
    },
    { name: 'LINKEDIN_PAGE_CLIENT_SECRET', required: false, help: 'Primary client secret of that app' },
    ...sharedEnv,
  ],
  settingsSchema,
  rules,
  // There is no idempotency key, but the page's posts and comments can be read.
  capability: 'lookup',
  followUps: 'comment',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  // LinkedIn does not say when a list shows a new post.
  settleMs: 120_000,
  preparedForMs: KEPT_MS,
  connect,
  refresh: refreshOf(PAGES),
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'remove'),
  keyOf,
  ...onFirstUse(() => import('./verify.ts'), 'verify', 'recent'),
  analytics,
  postAnalytics,
  tools,
};
