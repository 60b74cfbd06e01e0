/**
 * The token of an account, and the account behind it (dev.mewe.com/authentication). MeWe has no OAuth: its
 * login page sends the browser back with a `loginRequestToken`, which is exchanged once the person has
 * agreed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectedAccount, ProviderContext } from '../_kit/contract.ts';
import { connectInBrowser } from '../_kit/connect-in-browser.ts';
import { Rejected, TokenExpired } from '../_kit/errors.ts';
import { callJson } from '../_kit/http.ts';
import type { OAuthClient } from '../_kit/oauth.ts';
import { call, hostOf, type Me } from './api.ts';
import { mapFailure } from './errors.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** MeWe gives tokens to apps only. */
export const connect = connectInBrowser('MeWe');

/** Without a date in the answer; as other clients reckon. */
const LIVES_MS = 30 * 86_400_000;
/** `{"pending": true}` until MeWe has recorded the person's decision. */
const ASK_EVERY_MS = 1000;
const MAX_ATTEMPTS = 12;

interface TokenAnswer {
  readonly apiToken?: string;
  readonly expiresAt?: string;
  readonly pending?: boolean;
}

/** Exchanges what the browser came back with for the one account. */
export async function accountOf(
  app: OAuthClient,
  loginRequestToken: string,
  ctx: ProviderContext,
): Promise<ConnectedAccount> {
  const { apiToken, expiresAt } = await requestToken(app, loginRequestToken, ctx);
  const account = { credentials: { apiToken }, details: { appId: app.id } };
  const me = await asRefusal(() => call<Me>(account, ctx, '/api/dev/me'));
  if (!me?.userId) throw new Rejected(answeredWithout('MeWe', 'the account'));
  const name = me.name || [me.firstName, me.lastName].filter(Boolean).join(' ') || me.handle;
  return {
    internalId: me.userId,
    name: name || me.userId,
    picture: null,
    profile: me.handle ?? null,
    credentials: { apiToken },
    details: { appId: app.id, handle: me.handle ?? null },
    expiresAt,
  };
}

async function requestToken(
  app: OAuthClient,
  loginRequestToken: string,
  ctx: ProviderContext,
): Promise<{ apiToken: string; expiresAt: Date }> {
  const url = `${hostOf(ctx)}/api/dev/token?${new URLSearchParams({ loginRequestToken })}`;
  for (let asked = 0; asked < MAX_ATTEMPTS; asked++) {
    if (asked) await waitFor(ctx);
    const { body } = await asRefusal(() =>
      callJson<TokenAnswer | null>(ctx.egress, url, {
        headers: { 'x-app-id': app.id, 'x-api-key': app.secret },
        signal: ctx.signal,
        mapFailure: (failure) => mapFailure(failure, ctx.now()),
      }),
    );
    if (body?.apiToken) {
      const end = Date.parse(body.expiresAt ?? '');
      const expiresAt = new Date(Number.isNaN(end) ? ctx.now().getTime() + LIVES_MS : end);
      return { apiToken: body.apiToken, expiresAt };
    }
    if (body?.pending !== true) {
      throw new Rejected(answeredWithout('MeWe', 'an access token'));
    }
  }
  throw stillPending();
}

const waitFor = (ctx: ProviderContext): Promise<void> =>
  sleep(ASK_EVERY_MS, undefined, { signal: ctx.signal }).catch((error: unknown) => {
    throw stillPending(error);
  });

const stillPending = (cause?: unknown): Rejected =>
  new Rejected(sentence('mewe_not_confirmed'), { networkCode: 'pending', cause });

/** To connect, a refused token is a refusal. */
async function asRefusal<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    if (!(error instanceof TokenExpired)) throw error;
    throw new Rejected(sentence('mewe_refused', { why: error.said }), {
      networkCode: error.networkCode,
      cause: error,
    });
  });
}
