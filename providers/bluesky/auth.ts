/**
 * Sessions: created with an app password, renewed with the refresh token, by a new login only if that fails.
 */
import type { ComAtprotoServerCreateSession } from '@atproto/api';
import { getPdsEndpoint, isValidDidDoc } from '@atproto/common-web';
import type { Channel, ConnectedAccount, ProviderContext } from '../_kit/contract.ts';
import { ChannelGone, OutcomeUnknown, Rejected, TokenExpired } from '../_kit/errors.ts';
import { DEFAULT_SERVICE, urlsOf, xrpc } from './api.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import type { Sentence } from '../_kit/sentences/fill.ts';
import { english } from './sentences.ts';
import { answeredWithout } from '../_kit/answered-without.ts';

const sentence = catalogue(english);

type Session = Pick<
  ComAtprotoServerCreateSession.OutputSchema,
  'did' | 'handle' | 'accessJwt' | 'refreshJwt' | 'active' | 'status' | 'didDoc'
>;

/** Logs in and finds out where the account lives. Throws `Rejected` with a message for people. */
export async function connect(
  fields: Readonly<Record<string, string>>,
  ctx: ProviderContext,
): Promise<ConnectedAccount> {
  const service = parseService(fields.service ?? '');
  const password = fields.password?.trim() ?? '';
  const session = await login(
    { service, identifier: parseIdentifier(fields.identifier ?? ''), password },
    ctx,
  ).catch((error: unknown) => {
    throw explainLogin(error, service);
  });
  if (session.active === false) {
    throw new Rejected(inactive(session), { networkCode: session.status ?? null });
  }
  const pds = pdsOf(session, service);
  const profile = await readProfile(session, pds, ctx);
  return {
    internalId: session.did,
    name: profile.displayName || session.handle,
    picture: profile.avatar ?? null,
    profile: session.handle,
    ...sessionCredentials(session, password),
    details: { service, pds },
  };
}

/**
 * Gets new tokens with the refresh token, else with the app password (the network allows few logins a day).
 *
 * @throws ChannelGone if neither is accepted, or the account is deactivated, suspended or taken down
 */
export async function refresh(
  channel: Channel,
  ctx: ProviderContext,
): Promise<Pick<ConnectedAccount, 'credentials' | 'expiresAt'>> {
  const { service } = urlsOf(channel);
  const { password = '', refreshJwt = '' } = channel.credentials;
  const session =
    (await renew(service, refreshJwt, ctx)) ??
    (await login({ service, identifier: channel.internalId, password }, ctx).catch((error: unknown) => {
      if (isRefused(error)) {
        throw new ChannelGone(sentence('bluesky_app_password_gone'), {
          networkCode: error.networkCode,
          cause: error,
        });
      }
      throw error;
    }));
  if (session.active === false) {
    throw new ChannelGone(inactive(session), { networkCode: session.status ?? null });
  }
  return sessionCredentials(session, password);
}

const inactive = ({ handle, status = 'inactive' }: Session): Sentence =>
  sentence('bluesky_account_inactive', { handle, status });

async function login(
  account: { service: string; identifier: string; password: string },
  ctx: ProviderContext,
): Promise<Session> {
  const { service, ...json } = account;
  return complete(await xrpc<Session>(ctx, service, 'com.atproto.server.createSession', { json }));
}

// null if the refresh token is not accepted: it expires after 90 days, and works only once.
async function renew(service: string, refreshJwt: string, ctx: ProviderContext): Promise<Session | null> {
  if (!refreshJwt) return null;
  try {
    return complete(
      await xrpc<Session>(ctx, service, 'com.atproto.server.refreshSession', {
        token: refreshJwt,
        method: 'POST',
      }),
    );
  } catch (error) {
    if (isRefused(error)) return null;
    throw error;
  }
}

function complete(session: Session): Session {
  if (
    [session?.did, session?.accessJwt, session?.refreshJwt].some(
      (value) => typeof value !== 'string' || !value,
    )
  ) {
    throw new OutcomeUnknown(answeredWithout('The PDS', 'a session'));
  }
  return session;
}

function isRefused(error: unknown): error is TokenExpired | Rejected {
  return error instanceof TokenExpired || error instanceof Rejected;
}

function explainLogin(error: unknown, service: string): unknown {
  if (error instanceof ChannelGone) {
    return new Rejected(sentence('bluesky_account_unusable', { why: error.said }), {
      networkCode: error.networkCode,
      cause: error,
    });
  }
  if (!isRefused(error)) return error;
  const options = { networkCode: error.networkCode, cause: error };
  if (error.networkCode === 'AuthFactorTokenRequired') {
    return new Rejected(sentence('bluesky_main_password'), options);
  }
  if (error instanceof TokenExpired) {
    return new Rejected(sentence('bluesky_login_unknown', { host: new URL(service).host }), options);
  }
  return new Rejected(
    sentence('bluesky_login_refused', { host: new URL(service).host, why: error.said }),
    options,
  );
}

function sessionCredentials(
  session: Session,
  password: string,
): Pick<ConnectedAccount, 'credentials' | 'expiresAt'> {
  const { accessJwt, refreshJwt } = session;
  return { credentials: { password, accessJwt, refreshJwt }, expiresAt: expiryOf(accessJwt) };
}

// Only a hint when to renew, so it does not matter that only the PDS can check the signature.
function expiryOf(jwt: string): Date | null {
  const claims = Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString();
  const seconds = Number(/"exp":\s*(\d+)/.exec(claims)?.[1] ?? Number.NaN);
  return Number.isFinite(seconds) ? new Date(seconds * 1000) : null;
}

// The document may name a plain http URL (a local server behind its own name): tokens go there only if it is
// the URL that was typed.
function pdsOf(session: Session, service: string): string {
  const endpoint = isValidDidDoc(session.didDoc) ? getPdsEndpoint(session.didDoc) : undefined;
  return endpoint?.startsWith('https://') && URL.canParse(endpoint) ? new URL(endpoint).origin : service;
}

// Name and picture come from the AppView; the account works without them.
async function readProfile(
  session: Session,
  pds: string,
  ctx: ProviderContext,
): Promise<{ displayName?: string; avatar?: string }> {
  const call = { token: session.accessJwt, query: { actor: session.did } };
  return xrpc<{ displayName?: string; avatar?: string }>(ctx, pds, 'app.bsky.actor.getProfile', call).catch(
    () => ({}),
  );
}

function parseService(text: string): string {
  const typed = text.trim() || DEFAULT_SERVICE;
  const url = URL.parse(typed.includes('://') ? typed : `https://${typed}`);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username) {
    throw new Rejected(sentence('not_a_url_such_as', { given: typed, example: DEFAULT_SERVICE }));
  }
  return url.origin;
}

// Handles copied from the app contain invisible direction marks and an @.
function parseIdentifier(text: string): string {
  const identifier = text.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\s]/g, '').replace(/^@/, '');
  if (!identifier) {
    throw new Rejected(sentence('needed_to_connect', { what: 'A handle such as alice.bsky.social' }));
  }
  return identifier;
}
