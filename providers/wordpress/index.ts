/** WordPress sites, by their own REST API with application passwords (developer.wordpress.org/rest-api). */
import type { Provider } from '../_kit/contract.ts';
import { hostIn } from '../_kit/host-of.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { keyOf } from './api.ts';
import { PUBLISH_TIMEOUT_MS, rules, validate } from './rules.ts';
import { FEATURED, fields, readDetails, settingsSchema } from './schema.ts';
import { tools } from './tools.ts';

export const wordpress: Provider = {
  identifier: 'wordpress',
  name: 'WordPress',
  mark: { simpleIcon: 'wordpress' },
  preview: 'article',
  evidence: {
    kind: 'own server',
    what: 'WordPress 6.8.7',
    not: "plugins that change the site's API",
    since: '2026-11-22',
  },
  connection: { kind: 'credentials', fields },
  env: [
    {
      name: 'WORDPRESS_URL',
      required: false,
      help: 'Default site for new channels; may use plain http, otherwise only allowed on this machine',
    },
  ],
  settingsSchema,
  settingsMedia: [FEATURED],
  rules,
  // WordPress has no idempotency key, and a slug that is taken gets a suffix instead of an error. So
  // `prepare` creates a draft, and the one call publishes it by its id: however often it is repeated, it is
  // the same post. If the post is cancelled or rejected in between, the draft stays at the site with the slug
  // `crier-…`, visible to its authors only; a later attempt reuses it.
  capability: 'client_id',
  // Comments are no continuation of a post.
  followUps: 'none',
  hostOf: ({ details }) => hostIn(readDetails(details).restRoot),
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  // A repeat is the same post, but two calls at once could trigger plugins twice (emails to subscribers): so
  // a call that was cut off may finish first. PHP's default limit is 30 seconds.
  settleMs: 30_000,
  // A draft and the files in the library stay until they are deleted.
  preparedForMs: null,
  ...onFirstUse(() => import('./auth.ts'), 'connect'),
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'remove'),
  keyOf,
  ...onFirstUse(() => import('./verify.ts'), 'verify'),
  // No `analytics`: WordPress has no followers and does not count visitors
  // (developer.wordpress.org/rest-api/reference); Jetpack and others do, each with its own API.
  ...onFirstUse(() => import('./analytics.ts'), 'postAnalytics'),
  tools,
};
