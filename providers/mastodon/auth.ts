/** Connecting an account: the URL of its instance and an access token, typed or obtained by OAuth. */
import type { ConnectedAccount, ProviderContext } from '../_kit/contract.ts';
import { asRejected, ChannelGone, ProviderError, Rejected, TokenExpired } from '../_kit/errors.ts';
import { hostIn } from '../_kit/host-of.ts';
import { callJson } from '../_kit/http.ts';
import { call, internalIdOf, type Access } from './api.ts';
import { orElse, readInstance } from './auth/instance.ts';
import { DEFAULTS, type InstanceDetails } from './schema.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

/**
 * Software that certainly honours `Idempotency-Key`: Mastodon keeps keys in Redis for an hour; Hometown is a
 * fork, and glitch-soc calls itself mastodon. Not listed: GoToSocial and Takahē (ignore the header), Pleroma
 * and Akkoma (keep answers in the memory of one process, which a restart loses together with the answer),
 * Pixelfed (unclear).
 */
const HONOURS_KEY: ReadonlySet<string> = new Set(['mastodon', 'hometown']);

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** How other software reports its version where Mastodon's is expected: `2.7.2 (compatible; Akkoma 3.15)`. */
const COMPATIBLE = /\bcompatible\b/i;

interface Account {
  readonly id: string;
  readonly username: string;
  readonly acct: string;
  readonly display_name: string;
  readonly avatar: string | null;
  /** Its page, by the name that the instance calls itself. */
  readonly url?: string | null;
}

/** Checks the token and its scopes, and reads which software the instance runs and what it allows. */
export async function connect(
  input: Readonly<Record<string, string>>,
  ctx: ProviderContext,
): Promise<ConnectedAccount> {
  const token = input.token?.trim();
  if (!token) throw new Rejected(sentence('needed_to_connect', { what: 'An access token' }));
  const access: Access = { baseUrl: instanceUrl(input.instance, ctx), token };
  const account = await verifyAccount(access, ctx).catch(asRejected);
  const { limits, version } = await readInstance(access, ctx);
  const software = await readSoftware(access, ctx);
  const details: InstanceDetails = {
    ...limits,
    ...software,
    honoursIdempotencyKey: software.honoursIdempotencyKey && !COMPATIBLE.test(version),
  };
  return {
    // Whichever name of its server was typed, it is one account: its posts are identified by it.
    internalId: internalIdOf(account.id, hostIn(account.url) ? String(account.url) : access.baseUrl),
    name: account.display_name || account.username,
    picture: account.avatar ?? null,
    profile: `@${account.acct}@${new URL(access.baseUrl).host}`,
    credentials: { instance: access.baseUrl, token },
    details: { ...details, mimeTypes: [...details.mimeTypes] },
    expiresAt: null,
  };
}

async function verifyAccount(access: Access, ctx: ProviderContext): Promise<Account> {
  const { body } = await call<Account>(access, ctx, '/api/v1/accounts/verify_credentials');
  if (typeof body?.id !== 'string') {
    throw new Rejected(sentence('answers_as_another', { url: access.baseUrl, network: 'Mastodon' }));
  }
  await probeScopes(access, body.id, ctx);
  return body;
}

/**
 * The instance that a person typed, else the operator's, else the largest.
 *
 * @throws Rejected if it is not a URL that may be called
 */
export function instanceUrl(input: string | undefined, ctx: Pick<ProviderContext, 'env'>): string {
  return toBaseUrl(input?.trim() || ctx.env.MASTODON_URL || DEFAULTS.baseUrl, ctx.env.MASTODON_URL);
}

/**
 * The origin of `mastodon.social`, with or without protocol and path. Plain http would expose the token: only
 * for this machine, or if the operator chose it.
 */
function toBaseUrl(url: string, operators: string | undefined): string {
  const whole = url.includes('://') ? url : `https://${url}`;
  if (!URL.canParse(whole)) throw new Rejected(sentence('not_a_url', { url: url }));
  const { protocol, hostname, origin } = new URL(whole);
  const trusted =
    LOOPBACK.has(hostname) || (operators && URL.canParse(operators) && new URL(operators).origin === origin);
  if (protocol !== 'https:' && !(protocol === 'http:' && trusted)) {
    throw new Rejected(sentence('must_use_https', { who: 'The instance', url: url }));
  }
  return origin;
}

// A read-only token would fail only when the first post is due. None of these calls has an effect: there is
// no status 0, and an upload without a file is rejected. Only errors about the token count.
async function probeScopes(access: Access, accountId: string, ctx: ProviderContext): Promise<void> {
  const probes = [
    ['GET', `/api/v1/accounts/${accountId}/statuses?limit=1`],
    ['DELETE', '/api/v1/statuses/0'],
    ['POST', '/api/v2/media'],
  ] as const;
  for (const [method, path] of probes) {
    await call(access, ctx, path, { method }).catch((error: unknown) => {
      if (
        error instanceof TokenExpired ||
        error instanceof ChannelGone ||
        !(error instanceof ProviderError)
      ) {
        throw error;
      }
    });
  }
}

/**
 * Name and version from nodeinfo (nodeinfo.diaspora.software). Called without the token, and at the origin
 * of the instance even if the link names another one.
 */
async function readSoftware(
  access: Access,
  ctx: ProviderContext,
): Promise<Pick<InstanceDetails, 'software' | 'version' | 'honoursIdempotencyKey'>> {
  const get = <T>(path: string): Promise<{ body: T }> =>
    callJson<T>(ctx.egress, `${access.baseUrl}${path}`, { signal: ctx.signal });
  const { links } = await orElse<{ links?: { rel?: string; href?: string }[] }>({}, () =>
    get('/.well-known/nodeinfo'),
  );
  const href = links?.findLast(
    (link) => link.rel?.includes('/schema/2.') && URL.canParse(link.href ?? ''),
  )?.href;
  const path = href ? new URL(href).pathname : '/nodeinfo/2.0';
  const { software } = await orElse<{ software?: { name?: string; version?: string } }>({}, () => get(path));
  const name = software?.name?.toLowerCase() || DEFAULTS.software;
  return { software: name, version: software?.version ?? '', honoursIdempotencyKey: HONOURS_KEY.has(name) };
}
