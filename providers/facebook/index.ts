/**
 * Facebook: posts, stories and comments of a Page (developers.facebook.com/docs/pages-api and
 * /docs/page-stories-api).
 */
import type { Provider } from '../_kit/contract.ts';
import { idOf } from '../_kit/identity.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { appEnv } from '../_shared/meta/login.ts';
import { idsOf } from '../_shared/meta/posts.ts';
import { appSetup } from './app-setup.ts';
import { postOf } from './api.ts';
import { connect, oauth } from './auth.ts';
import { KEPT_MS, PUBLISH_TIMEOUT_MS, rules, thumbnailRules, validate } from './rules.ts';
import { settingsSchema, THUMBNAIL } from './schema.ts';

/** Of all stories of a part, or of its post; a video and the post that shows it have one each. */
const keysOf: NonNullable<Provider['keysOf']> = (published) => {
  const post = postOf(published);
  return post ? [...idsOf(published), post] : idsOf(published);
};

export const facebook: Provider = {
  identifier: 'facebook',
  name: 'Facebook Page',
  mark: { simpleIcon: 'facebook' },
  popularity: 2,
  preview: 'card',
  evidence: {
    kind: 'description',
    what: "Meta's own tables of the Graph API (facebook-business 26.0.3) and a stand-in",
    not: 'errors, the states of a video, and names of metrics, which the tables leave open',
    since: '2026-11-23',
  },
  connection: { kind: 'oauth' },
  oauth,
  appSetup,
  env: appEnv('facebook'),
  settingsSchema,
  settingsMedia: [THUMBNAIL],
  settingsMediaRules: { [THUMBNAIL]: thumbnailRules },
  rules,
  // There is no idempotency key, but everything that a Page has published can be read.
  linkCards: 'network',
  videoCover: 'picture',
  capability: 'lookup',
  followUps: 'comment',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  // What is seen early was published; that nothing is there counts later only (verify.ts).
  settleMs: 5_000,
  preparedForMs: KEPT_MS,
  connect,
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'poll', 'remove'),
  keysOf,
  keyOf: (post) => idOf(post, /\.com\/(\d+_\d+)$/),
  ...onFirstUse(() => import('./verify.ts'), 'verify', 'recent'),
  ...onFirstUse(() => import('./analytics.ts'), 'analytics', 'postAnalytics'),
};
