/** The locations that a Google account manages, and their tokens. */
import type { ConnectedAccount, Provider, ProviderContext } from '../_kit/contract.ts';
import { connectInBrowser } from '../_kit/connect-in-browser.ts';
import { asRejected, Rejected } from '../_kit/errors.ts';
import { credentialsOf, googleOAuth, refreshTokens, type GoogleApp } from '../_shared/oauth/google.ts';
import type { Tokens } from '../_shared/oauth/token-endpoint.ts';
import { API, call } from './api.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** Where the operator names the client registration. */
export const APP = {
  idVariable: 'GOOGLE_GMB_CLIENT_ID',
  secretVariable: 'GOOGLE_GMB_CLIENT_SECRET',
} as const;

/** Of accounts, and of the locations of one. */
const PAGE = { accounts: '20', locations: '100' } as const;
/** More than anybody chooses from. */
const MAX_PAGES = 20;

interface Location {
  /** `locations/…` */
  readonly name?: string;
  readonly title?: string;
  readonly languageCode?: string;
  readonly storefrontAddress?: { readonly addressLines?: readonly string[]; readonly locality?: string };
}

type Page = Readonly<Record<string, unknown>> & { readonly nextPageToken?: string };

/** Everything in a list, page by page; `items` is where a page has them. */
async function all<T>(
  read: (page: Readonly<Record<string, string>>) => Promise<Page>,
  items: string,
): Promise<T[]> {
  const found: T[] = [];
  let token: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await read(token ? { pageToken: token } : {});
    found.push(...((answer[items] ?? []) as T[]));
    token = answer.nextPageToken || undefined;
    if (!token) break;
  }
  return found;
}

/** Every location of every account, for the person to choose from: a token is for all of them. */
async function locations(tokens: Tokens, ctx: ProviderContext): Promise<readonly ConnectedAccount[]> {
  const credentials = credentialsOf(tokens);
  const accounts = await all<{ name?: string }>(
    (page) =>
      call({ credentials }, ctx, ['accounts', 'v1/accounts'], {
        query: { pageSize: PAGE.accounts, ...page },
      }),
    'accounts',
  );
  const found: ConnectedAccount[] = [];
  for (const { name: account = '' } of accounts) {
    const readMask = 'name,title,languageCode,storefrontAddress';
    const owned = await all<Location>(
      (page) =>
        call({ credentials }, ctx, ['locations', `v1/${account}/locations`], {
          query: { readMask, pageSize: PAGE.locations, ...page },
        }),
      'locations',
    );
    found.push(...owned.map((location) => toAccount(account, location, { credentials, tokens })));
  }
  if (!found.length) {
    throw new Rejected(sentence('gmb_no_location'), { networkCode: 'no_location' });
  }
  return found;
}

function toAccount(
  account: string,
  { name = '', title, languageCode, storefrontAddress }: Location,
  { credentials, tokens }: { credentials: Record<string, string>; tokens: Tokens },
): ConnectedAccount {
  const place = `${account}/${name}`;
  const address = [...(storefrontAddress?.addressLines ?? []), storefrontAddress?.locality];
  return {
    internalId: place,
    name: title || place,
    picture: null,
    profile: address.filter(Boolean).join(', ') || null,
    credentials,
    details: { place, language: languageCode || 'en' },
    expiresAt: tokens.expiresAt,
  };
}

async function accounts(tokens: Tokens, ctx: ProviderContext): Promise<readonly ConnectedAccount[]> {
  return locations(tokens, ctx).catch(asRejected);
}

/** Google has one scope for all of Business Profile. */
const SCOPES = ['https://www.googleapis.com/auth/business.manage'] as const;

const google: GoogleApp = {
  network: 'Google Business Profile',
  scopes: SCOPES,
  variables: APP,
  ...API,
  accounts,
};

export const oauth = googleOAuth(google);

/** There is nothing to type: Google gives tokens to apps only. */
export const connect = connectInBrowser('Google Business Profile');

export const refresh: NonNullable<Provider['refresh']> = (channel, ctx) =>
  refreshTokens(google, channel, ctx);
