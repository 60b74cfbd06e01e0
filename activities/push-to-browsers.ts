/**
 * Messages to the browsers of a person: RFC 8030, encrypted for each browser (RFC 8291) and signed by this
 * instance (RFC 8292).
 */
import { OutcomeUnknown } from '../providers/_kit/errors.ts';
import { isPublicUrl } from '../providers/_kit/public-url.ts';
import {
  browsersOf,
  readPushKeys,
  removeBrowser,
  type PushKeys,
  type Subscription,
} from '../src/organizations/notifications/browsers.ts';
import { quoteProvider } from '../src/mail/mailer.ts';
import type { ActivityDeps } from './deps.ts';

export type PushDeps = Pick<ActivityDeps, 'database' | 'secrets' | 'egress' | 'publicUrl' | 'log'>;

/** What a browser shows (src/web/installed/push.js). It has no secret, and no text of a post. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** A path of the web app. */
  readonly url: string;
  /** A later message takes the place of one with the same tag. */
  readonly tag: string;
}

interface SignedMessage {
  readonly message: PushMessage;
  readonly keys: PushKeys;
}

/** A push service answers within tenths of a second; people wait behind one that does not. */
const TIMEOUT_MS = 2500;
const MAX_ANSWER_BYTES = 4096;
/** How long a push service keeps it for a browser that is not running. */
const TTL_SECONDS = 24 * 3600;

/** Whether a push service took it for at least one browser. A subscription that has ended is removed. */
export async function pushTo(deps: PushDeps, userId: string, message: PushMessage): Promise<boolean> {
  // First: where new keys are made, no browser is left.
  const keys = await readPushKeys(deps);
  const browsers = await browsersOf(deps, userId);
  const outcomes = await Promise.all(
    browsers.map(async ({ sessionId, open }) => {
      const outcome = await send(deps, open, { keys, message });
      if (outcome === 'ended') await removeBrowser(deps, sessionId);
      return outcome;
    }),
  );
  return outcomes.includes('taken');
}

/**
 * Whom a push service can turn to (RFC 8292, section 2.1). Apple refuses an address that nobody has, such as
 * one at `localhost`, as `BadJwtToken` (issue 947 of web-push).
 */
const subjectOf = (publicUrl: string): string =>
  isPublicUrl(publicUrl) ? publicUrl : 'mailto:postmaster@example.org';

/** The parts of a URL that are enough to write to a browser: Microsoft's are in the query. */
function secretsOf(endpoint: string): string[] {
  const { pathname = '', search = '', searchParams = [] } = URL.parse(endpoint) ?? {};
  const values = [...searchParams].flatMap(([, value]) => [value, encodeURIComponent(value)]);
  return [endpoint, pathname, search.slice(1), ...values];
}

/** What goes wrong with one browser is in the log, without what is secret of its URL, and stops no other. */
async function send(
  deps: PushDeps,
  open: () => Subscription,
  signed: SignedMessage,
): Promise<'taken' | 'ended' | 'not_taken'> {
  let endpoint = '';
  const recorded = (about: object): void =>
    deps.log.warn({ host: URL.parse(endpoint)?.host, ...about }, 'a browser was not notified');
  try {
    const subscription = open();
    ({ endpoint } = subscription);
    const response = await deps.egress.fetch(endpoint, await requestFor(deps, subscription, signed));
    const { ok, status } = response;
    const reason = quoteProvider(await response.text(), secretsOf(endpoint));
    if (!ok) recorded({ status, reason });
    // RFC 8030, section 7.3.
    if (status === 404 || status === 410) return 'ended';
    return ok ? 'taken' : 'not_taken';
  } catch (error) {
    // Rather no second message than two.
    if (error instanceof OutcomeUnknown) return 'taken';
    recorded({ reason: error instanceof Error ? error.message : String(error) });
    return 'not_taken';
  }
}

async function requestFor(
  deps: PushDeps,
  subscription: Subscription,
  { keys, message }: SignedMessage,
): Promise<NonNullable<Parameters<PushDeps['egress']['fetch']>[1]>> {
  const { generateRequestDetails } = (await import('web-push')).default;
  const details = generateRequestDetails(subscription, JSON.stringify(message), {
    vapidDetails: { subject: subjectOf(deps.publicUrl), ...keys },
    TTL: TTL_SECONDS,
  });
  const { 'Content-Length': _, ...headers } = details.headers;
  return {
    method: 'POST',
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: new Uint8Array(details.body),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_ANSWER_BYTES,
  };
}
