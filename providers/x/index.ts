/**
 * X: posts, threads and articles of an account (docs.x.com/x-api: POST /2/tweets, POST /2/articles/draft,
 * media upload).
 */
import { numberOf } from '../_kit/context.ts';
import type { Provider } from '../_kit/contract.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { appSetup } from './app-setup.ts';
import { keyOf } from './api.ts';
import { APP, connect, refresh } from './auth.ts';
import { oauth } from './oauth.ts';
import { coverRules, KEPT_MS, PUBLISH_TIMEOUT_MS, rules, validate } from './rules.ts';
import { COVER, settingsSchema } from './schema.ts';

/** Only the operator knows the plan; X's usual 10,000 a day are nobody's worry. */
const POSTS_PER_DAY = 'X_POSTS_PER_DAY';
const DAILY_NUMBERS = 'X_DAILY_NUMBERS';

export const x: Provider = {
  identifier: 'x',
  name: 'X',
  mark: { simpleIcon: 'x' },
  popularity: 7,
  preview: 'short',
  evidence: {
    kind: 'description',
    what: "X's own OpenAPI document 2.167 and a stand-in",
    not: 'bodies of errors, which the document leaves open, and the limits of an account',
    since: '2026-11-23',
  },
  connection: { kind: 'oauth' },
  oauth,
  appSetup,
  env: [
    {
      name: APP.idVariable,
      required: false,
      help: 'Client ID of OAuth 2.0 of an app at console.x.com (not its API Key); with X_API_SECRET it lets people connect X. providers/x/x.md has the steps',
    },
    { name: APP.secretVariable, required: false, help: 'Client Secret of OAuth 2.0 of that app' },
    {
      name: 'X_API_URL',
      required: false,
      help: 'URL of the API and of the page where people sign in; default https://api.x.com and https://x.com',
    },
    {
      name: POSTS_PER_DAY,
      required: false,
      help: 'Posts that the plan of the app at X takes within 24 hours (17 on the former free plan); people are warned before they plan more',
    },
    {
      name: 'DISABLE_X_ANALYTICS',
      required: false,
      help: 'true = numbers of accounts and posts are not read: X charges for each read',
    },
    {
      name: DAILY_NUMBERS,
      required: false,
      help: 'true = numbers are also read once a day for the page of numbers, which X charges for; otherwise only when a person opens a post or asks the API',
    },
  ],
  settingsSchema,
  settingsMedia: [COVER],
  settingsMediaRules: { [COVER]: coverRules },
  rules,
  postLimit(env) {
    const posts = numberOf(env, POSTS_PER_DAY);
    return posts ? { posts, of: 'app', within: { hours: 24 }, eachPart: true } : null;
  },
  followUps: 'reply',
  // X has no idempotency key. It refuses a text that it has already, without naming the post.
  linkCards: 'network',
  capability: 'lookup',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  // X documents no bound. Posts are listed within seconds; this also allows for a call that was cut off.
  settleMs: 30_000,
  preparedForMs: KEPT_MS,
  connect,
  refresh,
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'remove'),
  keyOf,
  ...onFirstUse(() => import('./verify.ts'), 'verify', 'recent'),
  ...onFirstUse(() => import('./analytics.ts'), 'analytics', 'postAnalytics'),
  readsNumbersDaily: (env) => env[DAILY_NUMBERS] === 'true',
};
