/** The account of a channel of v1, as the provider of its network here keeps it. */
import { isYoutubeChannel } from './account-id.ts';
import { MAX_ID, isRecord, jsonOf, shortOf, textOf } from './values.ts';
import type { OpenSecret } from '../source/legacy-cipher.ts';
import type { SourceRow } from '../source/open-source.ts';

/**
 * What v1 knew of an account. `fields`: what a person would fill in to connect it, `credentials`: tokens as
 * the provider keeps them; `reconnect`: why neither is there. `again`: it depends on what was said of the old
 * environment, so a copy that is given more may have it.
 */
export type MappedAccount =
  | { readonly kind: 'fields'; readonly fields: Readonly<Record<string, string>> }
  | {
      readonly kind: 'credentials';
      readonly credentials: Readonly<Record<string, string>>;
      readonly details: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'reconnect'; readonly why: string; readonly again?: boolean };

/** Networks that v1 called otherwise. */
const RENAMED: Readonly<Record<string, string>> = { wrapcast: 'warpcast' };

export const providerOf = (row: SourceRow): string => {
  const identifier = shortOf(row.providerIdentifier, MAX_ID);
  return RENAMED[identifier] ?? identifier;
};

/** What v1 read from its environment and did not keep with the account; the last one is of its Temporal. */
export const OLD_VARIABLES = [
  'TELEGRAM_TOKEN',
  'DISCORD_BOT_TOKEN_ID',
  'MASTODON_URL',
  'TWITCH_CLIENT_ID',
  'MEWE_APP_ID',
  'NEYNAR_SECRET_KEY',
  'TEMPORAL_API_KEY',
] as const;
type OldVariable = (typeof OLD_VARIABLES)[number];

/** Those of them that the operator gave. */
export type OldEnvironment = { readonly [Name in OldVariable]?: string };

interface Account {
  readonly token: string;
  readonly refresh: string;
  readonly internalId: string;
  readonly profile: string;
  readonly env: OldEnvironment;
  /** What v1 sealed beside the token: URL, user, password. */
  readonly custom: Readonly<Record<string, string>>;
  readonly open: OpenSecret;
  /** `customInstanceDetails` as it is stored. */
  readonly sealed: string;
}

type MapOne = (account: Account) => MappedAccount;

const both: MapOne = ({ token, refresh, profile }) => ({
  kind: 'credentials',
  credentials: { accessToken: token, refreshToken: refresh },
  details: { username: profile },
});
const tokenOnly: MapOne = ({ token, profile }) => ({
  kind: 'credentials',
  credentials: { token },
  details: { username: profile },
});
const linkedin =
  (kind: string): MapOne =>
  ({ token, refresh, internalId }) => ({
    kind: 'credentials',
    credentials: { token, ...(refresh ? { refreshToken: refresh } : {}) },
    details: { urn: `urn:li:${kind}:${internalId}` },
  });
const fieldsOf = (fields: Readonly<Record<string, string | undefined>>, missing: string): MappedAccount =>
  Object.values(fields).every(Boolean)
    ? { kind: 'fields', fields: fields as Record<string, string> }
    : { kind: 'reconnect', why: missing, again: true };
const withDetails =
  (map: MapOne, details: (account: Account) => Readonly<Record<string, string>>): MapOne =>
  (account) => {
    const mapped = map(account);
    return mapped.kind === 'credentials' ? { ...mapped, details: details(account) } : mapped;
  };
/** Only where the old environment was said: its network wants to know the application of a token. */
const withVariable =
  (name: OldVariable, map: (value: string) => MapOne): MapOne =>
  (account) => {
    const value = account.env[name];
    return value
      ? map(value)(account)
      : { kind: 'reconnect', why: `give ${name} of the old instance`, again: true };
  };
const reconnect =
  (why: string): MapOne =>
  () => ({ kind: 'reconnect', why });
/** Some keys were stored as base64 and some as they are: what decodes to text and back is base64. */
const plainKey = (value: string): string => {
  const decoded = Buffer.from(value, 'base64');
  const isBase64 = decoded.toString('base64') === value && /^[\x20-\x7e]+$/.test(decoded.toString('latin1'));
  return isBase64 ? decoded.toString('utf8') : value;
};
const NO_DETAILS = 'v1 kept no URL, user and password for it that this JWT_SECRET opens';

/** `accounts/1/locations/2` */
const LOCATION = /^accounts\/[^/]+\/locations\/[^/]+$/;
/** A channel's name in the URLs of Kick: in small letters, without underscores. v1 keeps the name itself. */
const slugOf = (name: string): string => name.toLowerCase().replaceAll('_', '-');

const MAPS: Readonly<Record<string, MapOne>> = {
  x: reconnect('v1 used OAuth 1.0a with X, and Crier uses OAuth 2.0'),
  linkedin: linkedin('person'),
  'linkedin-page': linkedin('organization'),
  facebook: tokenOnly,
  // From v2.21.9 on v1 keeps two (instagram.provider.ts): that of the page, and after ___ that of the person.
  instagram: (account) => tokenOnly({ ...account, token: account.token.split('___')[0] ?? '' }),
  'instagram-standalone': tokenOnly,
  threads: tokenOnly,
  // Without the channel nobody can look at its list of uploads, by which a lost answer is found again.
  youtube: (account) =>
    isYoutubeChannel(account.internalId)
      ? withDetails(both, ({ internalId }) => ({ uploads: internalId.replace(/^UC/, 'UU') }))(account)
      : { kind: 'reconnect', why: 'v1 kept the Google account and not which channel of YouTube it is' },
  // Until a location was chosen, v1 has the id of the Google account.
  gmb: (account) =>
    LOCATION.test(account.internalId)
      ? withDetails(both, ({ internalId }) => ({ place: internalId, language: 'en' }))(account)
      : { kind: 'reconnect', why: 'no location was chosen for it in v1' },
  tiktok: both,
  pinterest: both,
  dribbble: both,
  whop: withDetails(both, ({ internalId }) => ({ userId: internalId })),
  kick: withDetails(both, ({ profile }) => ({ slug: slugOf(profile) })),
  twitch: withVariable('TWITCH_CLIENT_ID', (clientId) =>
    withDetails(both, ({ profile }) => ({ login: profile, clientId })),
  ),
  // The profile is the URL of the blog (v2.23.0: tumblr.provider.ts, pages), its id the name.
  tumblr: withDetails(both, ({ internalId }) => ({ name: internalId })),
  reddit: ({ token, refresh, profile }) => ({
    kind: 'credentials',
    credentials: { token, refreshToken: refresh },
    details: { username: profile },
  }),
  vk: ({ token, refresh, internalId }) => {
    const [refreshToken = '', deviceId = ''] = refresh.split('&&&&');
    return {
      kind: 'credentials',
      credentials: { accessToken: token, refreshToken, deviceId },
      details: { ownerId: internalId, userId: internalId },
    };
  },
  // A signer, made for the app of Neynar that v1 has the key of (farcaster.provider.ts).
  warpcast: withVariable('NEYNAR_SECRET_KEY', (apiKey) => ({ token, internalId, profile }) => ({
    kind: 'credentials',
    credentials: { signerUuid: token, apiKey },
    details: { fid: internalId, username: profile },
  })),
  mastodon: ({ token, env, custom }) =>
    fieldsOf(
      { instance: custom.instanceUrl ?? custom.instance ?? env.MASTODON_URL, token },
      'give MASTODON_URL of the old instance',
    ),
  telegram: ({ token, internalId, env }) =>
    fieldsOf(
      { token: env.TELEGRAM_TOKEN, chat: token || internalId },
      'give TELEGRAM_TOKEN of the old instance',
    ),
  discord: ({ internalId, env }) =>
    fieldsOf(
      { token: env.DISCORD_BOT_TOKEN_ID, guild: internalId },
      'give DISCORD_BOT_TOKEN_ID of the old instance',
    ),
  slack: ({ token }) => ({ kind: 'fields', fields: { token } }),
  bluesky: ({ custom }) =>
    fieldsOf(
      { service: custom.service, identifier: custom.identifier, password: custom.password },
      NO_DETAILS,
    ),
  lemmy: ({ custom }) =>
    fieldsOf(
      { service: custom.service, identifier: custom.identifier, password: custom.password },
      NO_DETAILS,
    ),
  wordpress: ({ custom }) =>
    fieldsOf({ domain: custom.domain, username: custom.username, password: custom.password }, NO_DETAILS),
  listmonk: ({ custom }) =>
    fieldsOf({ url: custom.url, username: custom.username, password: custom.password }, NO_DETAILS),
  medium: ({ token }) => ({ kind: 'fields', fields: { token: plainKey(token) } }),
  devto: ({ token }) => ({ kind: 'fields', fields: { apiKey: plainKey(token) } }),
  hashnode: ({ token }) => ({ kind: 'fields', fields: { apiKey: plainKey(token) } }),
  moltbook: ({ token }) => ({ kind: 'fields', fields: { apiKey: token } }),
  mewe: withVariable('MEWE_APP_ID', (appId) => ({ token, profile }) => ({
    kind: 'credentials',
    credentials: { apiToken: token },
    details: { appId, handle: profile },
  })),
  nostr: ({ token }) => fieldsOf({ key: keyInJwt(token) }, 'v1 kept no key for it'),
  skool: ({ token, sealed, open }) => {
    const { auth_token: authToken, client_id: clientId } = cookiesIn(sealed || token, open);
    return fieldsOf({ authToken: textOf(authToken), clientId: textOf(clientId) }, NO_DETAILS);
  },
  sandbox: ({ token }) => ({ kind: 'credentials', credentials: { token }, details: {} }),
};

/**
 * The cookies of Skool, by their own names: sealed, or in accounts of earlier releases the payload of a JWT
 * (v2.23.0: skool.provider.ts, getCookies). Who signed it does not matter: Skool is asked whether they
 * work.
 */
function cookiesIn(stored: string, open: OpenSecret): Readonly<Record<string, unknown>> {
  const [, payload] = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(stored) ?? [];
  const text = payload ? Buffer.from(payload, 'base64url').toString('utf8') : open(stored);
  const { value } = jsonOf(text);
  return isRecord(value) ? value : {};
}

/** The private key that v1 wrapped in a JWT. Who signed it does not matter: the key proves itself. */
function keyInJwt(token: string): string | undefined {
  const { value } = jsonOf(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  return isRecord(value)
    ? Object.values(value)
        .map(textOf)
        .find((text) => /^(?:[0-9a-f]{64}|nsec1\w+)$/.test(text))
    : undefined;
}

/**
 * Maps the account of a channel.
 *
 * @throws UnreadableSecret when the JWT_SECRET does not open what it should
 */
export function mapAccount(row: SourceRow, tools: { open: OpenSecret; env: OldEnvironment }): MappedAccount {
  const map =
    MAPS[providerOf(row)] ?? reconnect('Crier does not have this network, or cannot take over its token');
  const sealed = textOf(row.customInstanceDetails);
  const { value } = jsonOf(sealed && !sealed.includes('.') ? tools.open(sealed) : null);
  const refresh = textOf(row.refreshToken);
  return map({
    token: textOf(row.token),
    refresh: refresh === 'null' ? '' : refresh,
    internalId: textOf(row.internalId),
    profile: textOf(row.profile),
    env: tools.env,
    custom: isRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([key, text]) => [key, textOf(text)]))
      : {},
    open: tools.open,
    sealed,
  });
}
