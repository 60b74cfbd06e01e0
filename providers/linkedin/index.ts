/**
 * LinkedIn: posts on a member's profile and on the page of an organisation, and comments on them
 * (learn.microsoft.com/linkedin/marketing/community-management/shares/posts-api).
 */
import { numberOf } from '../_kit/context.ts';
import type { EnvVariable, Provider } from '../_kit/contract.ts';
import { LINK_IMAGE } from '../_kit/link-card.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { memberSetup, pageSetup } from './app-setup.ts';
import { keyOf } from './api.ts';
import { connect, MEMBER, oauthOf, PAGES, refreshOf } from './auth.ts';
import { KEPT_MS, PUBLISH_TIMEOUT_MS, rules, thumbnailRules, validate } from './rules.ts';
import { settingsOf, THUMBNAIL } from './schema.ts';
import { tools } from './tools.ts';

/** LinkedIn shows its limits to the owner of the app alone. */
const POSTS_PER_DAY = 'LINKEDIN_POSTS_PER_DAY';

const SHARED_ENV: readonly EnvVariable[] = [
  {
    name: 'LINKEDIN_API_VERSION',
    required: false,
    help: 'Version of the API as YYYYMM, once LinkedIn has ended the one that Crier was written for',
  },
  {
    name: 'LINKEDIN_API_URL',
    required: false,
    help: 'URL of a server in place of https://api.linkedin.com and https://www.linkedin.com, for tests',
  },
];

/** What profiles and pages have in common. */
const shared = {
  connection: { kind: 'oauth' },
  settingsMedia: ['link.image', THUMBNAIL],
  settingsMediaRules: { 'link.image': LINK_IMAGE, [THUMBNAIL]: thumbnailRules },
  videoCover: 'picture',
  rules,
  linkCards: 'post',
  followUps: 'comment',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  preparedForMs: KEPT_MS,
  connect,
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'remove'),
  keyOf,
  ...onFirstUse(() => import('./verify.ts'), 'verify'),
} as const satisfies Partial<Provider>;

export const linkedin: Provider = {
  ...shared,
  identifier: 'linkedin',
  name: 'LinkedIn',
  mark: { letters: 'in', colour: '#0a66c2' },
  popularity: 5,
  preview: 'card',
  evidence: {
    kind: 'stand-in',
    what: "a stand-in written from learn.microsoft.com/linkedin; URLs and headers by LinkedIn's own client 0.3.0",
    not: 'bodies of posts and uploads, which LinkedIn describes only as text',
    since: '2026-11-23',
  },
  oauth: oauthOf(MEMBER),
  appSetup: memberSetup,
  refresh: refreshOf(MEMBER),
  env: [
    {
      name: 'LINKEDIN_CLIENT_ID',
      required: false,
      help: 'Client ID of an app at linkedin.com/developers with "Share on LinkedIn" and "Sign In with LinkedIn using OpenID Connect"; with LINKEDIN_CLIENT_SECRET it lets people connect their profile. Its redirect URL is FRONTEND_URL followed by /integrations/social/linkedin',
    },
    { name: 'LINKEDIN_CLIENT_SECRET', required: false, help: 'Primary client secret of that app' },
    {
      name: 'LINKEDIN_COMMENTS',
      required: false,
      help: 'true also asks for w_member_social_feed, without which profiles cannot comment. LinkedIn connects nobody through an app that lacks it',
    },
    {
      name: POSTS_PER_DAY,
      required: false,
      help: 'Posts that LinkedIn takes from one member a day: the limit of /posts for members on the Analytics tab of the app. People are warned before they plan more',
    },
    ...SHARED_ENV,
  ],
  settingsSchema: settingsOf('linkedin'),
  postLimit(env) {
    const posts = numberOf(env, POSTS_PER_DAY);
    return posts ? { posts, of: 'account', within: { dayIn: 'UTC' }, eachPart: false } : null;
  },
  // There is no idempotency key, and apps cannot read a profile's posts.
  capability: 'none',
  // Nobody can look, so a person is asked at once.
  settleMs: 0,
};

export const linkedinPage: Provider = {
  ...shared,
  identifier: 'linkedin-page',
  name: 'LinkedIn Page',
  mark: { letters: 'in', colour: '#0a66c2' },
  popularity: 6,
  preview: 'card',
  evidence: {
    kind: 'stand-in',
    what: 'the same as for LinkedIn',
    not: 'bodies of posts and uploads, and the numbers of a page',
    since: '2026-11-23',
  },
  oauth: oauthOf(PAGES),
  appSetup: pageSetup,
  refresh: refreshOf(PAGES),
  env: [
    {
      name: 'LINKEDIN_PAGE_CLIENT_ID',
      required: false,
      help: 'Client ID of an app at linkedin.com/developers with "Community Management API", which LinkedIn gives to apps without any other product; with LINKEDIN_PAGE_CLIENT_SECRET it lets people connect pages. Its redirect URL is FRONTEND_URL followed by /integrations/social/linkedin-page',
    },
    { name: 'LINKEDIN_PAGE_CLIENT_SECRET', required: false, help: 'Primary client secret of that app' },
    {
      name: 'LINKEDIN_PAGE_COMMENTS',
      required: false,
      help: 'false leaves out w_organization_social_feed and r_organization_social_feed, for an older app that lacks them; its pages cannot comment',
    },
    ...SHARED_ENV,
  ],
  settingsSchema: settingsOf('linkedin-page'),
  // There is no idempotency key, but the page's posts and comments can be read.
  capability: 'lookup',
  // LinkedIn does not document when a list shows a new post.
  settleMs: 120_000,
  ...onFirstUse(() => import('./verify.ts'), 'recent'),
  ...onFirstUse(() => import('./analytics.ts'), 'analytics', 'postAnalytics'),
  tools,
};
