/** What both ways to connect an Instagram account have in common. */
import type { Provider } from '../../../_kit/contract.ts';
import { idOf } from '../../../_kit/identity.ts';
import { idsOf } from '../posts.ts';
import { KEPT_MS } from './prepare.ts';
import { PUBLISH_TIMEOUT_MS } from './publish.ts';

export const instagramTraits = {
  connection: { kind: 'oauth' },
  fetchesMedia: true,
  // Stories and carousels count as one (content_publishing_limit has the number of the account).
  postLimit: () => ({ posts: 100, of: 'account', within: { hours: 24 }, eachPart: false }),
  // A container becomes one post only, and says whether it has; comments can be read.
  capability: 'lookup',
  followUps: 'comment',
  keyOf: idOf,
  keysOf: idsOf,
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  // Looking early does no harm: an unpublished container may be sent again at any time.
  settleMs: 5_000,
  preparedForMs: KEPT_MS,
} as const satisfies Partial<Provider>;
