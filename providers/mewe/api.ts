/**
 * Calls to MeWe's Open API, a developer preview (dev.mewe.com: API communication). What its pages do not show
 * (posts, photos, groups) is as other clients call it.
 */
import type { Channel, ProviderContext } from '../_kit/contract.ts';
import { Rejected, Unsent } from '../_kit/errors.ts';
import { callJson, type HttpCall } from '../_kit/http.ts';
import { mapFailure } from './errors.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';
import { answeredWithout } from '../_kit/answered-without.ts';

/** "Production: https://mewe.com". */
const HOST = 'https://mewe.com';

/** Plain http is for a server on this machine alone. */
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Where MeWe answers, without a trailing slash. */
export function hostOf({ env }: Pick<ProviderContext, 'env'>): string {
  const host = env.MEWE_HOST?.trim().replace(/\/+$/, '') || HOST;
  const url = URL.canParse(host) ? new URL(host) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.has(url.hostname));
  if (!isSafe || host.includes('?')) {
    throw new Unsent(sentence('not_a_url_such_as', { given: 'MEWE_HOST', example: 'https://mewe.com' }));
  }
  return host;
}

type Account = Pick<Channel, 'credentials' | 'details'>;

/**
 * Calls the API for an account. The app's id goes with every call, the token of the account beside it.
 *
 * @throws the typed error of the answer (errors.ts)
 */
export async function call<T>(
  { credentials, details }: Account,
  ctx: ProviderContext,
  path: string,
  options: Pick<HttpCall, 'method' | 'json' | 'body' | 'timeoutMs'> = {},
): Promise<T | null> {
  const { body } = await callJson<T | null>(ctx.egress, `${hostOf(ctx)}${path}`, {
    ...options,
    headers: {
      'x-app-id': String(details.appId ?? ''),
      authorization: `Bearer ${credentials.apiToken ?? ''}`,
    },
    signal: ctx.signal,
    mapFailure: (failure) => mapFailure(failure, ctx.now()),
  });
  return body;
}

/** The account behind a token. */
export interface Me {
  readonly userId?: string;
  readonly name?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly handle?: string;
}

/** Members may post in it; MeWe lists those of the account only. */
export interface Group {
  readonly groupId: string;
  readonly name: string;
}

interface Groups {
  readonly groups?: readonly Partial<Group>[];
  /** A path, with its query. */
  readonly nextPage?: string | null;
}

/** More groups than anybody chooses from. */
const MAX_PAGES = 20;

/** The groups of the account, page by page. */
export async function listGroups(account: Account, ctx: ProviderContext): Promise<Group[]> {
  const groups: Group[] = [];
  let path: string | null | undefined = '/api/dev/groups';
  for (let page = 0; path && page < MAX_PAGES; page++) {
    const answer: Groups = (await call<Groups>(account, ctx, path)) ?? {};
    for (const { groupId, name } of answer.groups ?? []) {
      if (groupId) groups.push({ groupId, name: name || groupId });
    }
    path = answer.nextPage;
    if (path && !/^\/(?!\/)/.test(path)) throw new Rejected(answeredWithout('MeWe', 'what was asked for'));
  }
  return groups;
}
