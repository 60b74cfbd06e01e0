/**
 * WordPress, by the REST API of the site itself (developer.wordpress.org/rest-api), with application
 * passwords.
 */
import type { Provider } from '../_kit/contract.ts';
import { connect, fields } from './auth.ts';
import { prepare } from './draft.ts';
import { publish, PUBLISH_TIMEOUT_MS, remove } from './publish.ts';
import { rules, validate } from './rules.ts';
import { FEATURED, settingsSchema } from './schema.ts';
import { postAnalytics, tools } from './site-facts.ts';
import { verify } from './verify.ts';

export const wordpress: Provider = {
  identifier: 'wordpress',
  name: 'WordPress',
  connection: { kind: 'credentials', fields },
  env: [
    {
      name: 'WORDPRESS_URL',
      required: false,
      help: 'Address of the site that new channels use unless they name another; it may be plain http, which other addresses may only be on this machine',
    },
  ],
  settingsSchema,
  settingsMedia: [FEATURED],
  rules,
  // WordPress has no idempotency key, and a slug that is taken gets a suffix instead of a refusal. So the
  // post is made as a draft beforehand (`prepare`), and the one call names it by its id: however often it is
  // repeated, it is the same post. What that leaves: a post that is cancelled or refused in between stays at
  // the site as a draft with the slug `crier-…`, seen by its authors only; a later try takes it up again.
  capability: 'client_id',
  // There are comments, but nothing of a post is continued in them.
  followUps: 'none',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  // A repeat is the same post, but two calls at once would both see the draft become public, and plug-ins act
  // on that (mails to subscribers): so a call that was cut off may end first. PHP gives it 30 seconds unless
  // the site's operator says otherwise.
  settleMs: 30_000,
  connect,
  validate,
  prepare,
  publish,
  verify,
  remove,
  // No `analytics`: WordPress counts no visitors and has no followers
  // (developer.wordpress.org/rest-api/reference lists no such route); Jetpack and others do, each by an
  // interface of its own.
  postAnalytics,
  tools,
};
