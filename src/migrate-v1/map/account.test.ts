import { describe, expect, it } from '@jest/globals';
import { sealLegacy } from '../test/legacy-cipher.ts';
import { openerOf } from '../source/legacy-cipher.ts';
import type { SourceRow } from '../source/open-source.ts';
import { accountIdOf } from './account-id.ts';
import { mapAccount, providerOf, type OldEnvironment } from './account.ts';

const CHANNEL = '019a9c6e-8f0a-7c3e-9d57-2b1f6a4e8c21';
const UNKNOWN = `unknown:${CHANNEL}`;
const SECRET = 'the secret of the old instance';

const mapped = (row: SourceRow, env: OldEnvironment = {}) => ({
  ...accountIdOf(row, providerOf(row), CHANNEL),
  account: mapAccount(row, { open: openerOf(SECRET), env }),
});
const jwt = (payload: object): string =>
  ['{"alg":"HS256","typ":"JWT"}', JSON.stringify(payload)]
    .map((part) => Buffer.from(part).toString('base64url'))
    .concat('signature')
    .join('.');

// The first two columns: what `authenticate()` or the choice of a page of v1 stores (providers of v1.65.7,
// v2.11.3 and v2.23.0). The others: what connecting the same account here stores
// (providers/<network>/auth.ts).
describe('The account of a channel of v1', () => {
  it.each<
    [string, { id: string; username: string }, { id: string; profile: string | null; details?: object }]
  >([
    [
      'linkedin',
      { id: 'aB1', username: 'ada' },
      { id: 'aB1', profile: 'ada', details: { urn: 'urn:li:person:aB1' } },
    ],
    [
      'linkedin-page',
      { id: '77', username: 'cafe' },
      { id: '77', profile: 'cafe', details: { urn: 'urn:li:organization:77' } },
    ],
    ['facebook', { id: '1001', username: 'cafe' }, { id: '1001', profile: 'cafe' }],
    [
      'instagram',
      { id: '1784', username: 'cafe' },
      { id: '1784', profile: 'cafe', details: { username: 'cafe' } },
    ],
    ['instagram-standalone', { id: '1784', username: 'cafe' }, { id: '1784', profile: 'cafe' }],
    ['threads', { id: '99', username: 'cafe' }, { id: '99', profile: 'cafe', details: { username: 'cafe' } }],
    [
      'youtube',
      { id: 'UCabcdefghijklmnopqrstuv', username: '@cafe' },
      { id: 'UCabcdefghijklmnopqrstuv', profile: '@cafe', details: { uploads: 'UUabcdefghijklmnopqrstuv' } },
    ],
    // Up to v2.9.0.
    ['youtube', { id: '118234567890123456789', username: '' }, { id: UNKNOWN, profile: null }],
    [
      'gmb',
      { id: 'accounts/1/locations/2', username: '' },
      {
        id: 'accounts/1/locations/2',
        profile: null,
        details: { place: 'accounts/1/locations/2', language: 'en' },
      },
    ],
    [
      'tiktok',
      { id: '723f24d7e717406f8a2b6cb8464cd23b', username: 'cafe' },
      { id: '723f24d7-e717-406f-8a2b-6cb8464cd23b', profile: 'cafe', details: { username: 'cafe' } },
    ],
    ['tiktok', { id: '000vBwAAAA', username: 'cafe' }, { id: UNKNOWN, profile: 'cafe' }],
    [
      'pinterest',
      { id: '549', username: 'cafe' },
      { id: '549', profile: 'cafe', details: { username: 'cafe' } },
    ],
    ['dribbble', { id: '5', username: 'cafe' }, { id: '5', profile: 'cafe' }],
    [
      'reddit',
      { id: 'abc', username: 'cafe' },
      { id: 'abc', profile: 'cafe', details: { username: 'cafe' } },
    ],
    [
      'kick',
      { id: '5', username: 'Cafe_Nord' },
      { id: '5', profile: 'Cafe_Nord', details: { slug: 'cafe-nord' } },
    ],
    [
      'twitch',
      { id: '5', username: 'cafe' },
      { id: '5', profile: 'cafe', details: { login: 'cafe', clientId: 'the app' } },
    ],
    [
      'tumblr',
      { id: 'cafe-nord', username: 'https://cafe-nord.tumblr.com/' },
      { id: UNKNOWN, profile: 'cafe-nord', details: { name: 'cafe-nord' } },
    ],
    [
      'whop',
      { id: 'user_1', username: 'cafe' },
      { id: 'user_1', profile: 'cafe', details: { userId: 'user_1' } },
    ],
    [
      'vk',
      { id: '12', username: 'ada' },
      { id: '12', profile: 'ada', details: { ownerId: '12', userId: '12' } },
    ],
    [
      'mewe',
      { id: 'u1', username: 'cafe' },
      { id: 'u1', profile: 'cafe', details: { appId: 'app', handle: 'cafe' } },
    ],
    ['telegram', { id: '-1001234', username: '' }, { id: '-1001234', profile: null }],
    ['telegram', { id: 'cafe_nord', username: 'cafe_nord' }, { id: UNKNOWN, profile: 'cafe_nord' }],
    ['discord', { id: '8138', username: 'bot' }, { id: '8138', profile: 'bot' }],
    ['slack', { id: 'T1', username: 'ada' }, { id: 'T1', profile: 'ada' }],
    ['mastodon', { id: '109', username: 'cafe' }, { id: UNKNOWN, profile: 'cafe' }],
    [
      'bluesky',
      { id: 'did:plc:abc', username: 'cafe.example' },
      { id: 'did:plc:abc', profile: 'cafe.example' },
    ],
    ['lemmy', { id: '42', username: 'cafe@mail.example' }, { id: UNKNOWN, profile: null }],
    ['wordpress', { id: 'https://blog.example_1', username: 'cafe' }, { id: UNKNOWN, profile: null }],
    ['listmonk', { id: 'aHR0cHM6Ly9u', username: 'News' }, { id: UNKNOWN, profile: null }],
    [
      'wrapcast',
      { id: '4711', username: 'cafe' },
      { id: '4711', profile: 'cafe', details: { fid: '4711', username: 'cafe' } },
    ],
    ['medium', { id: 'm1', username: 'cafe' }, { id: 'm1', profile: 'cafe' }],
    ['devto', { id: '5', username: 'cafe' }, { id: '5', profile: 'cafe' }],
    ['hashnode', { id: 'h1', username: 'cafe' }, { id: 'h1', profile: 'cafe' }],
    ['nostr', { id: '7f'.repeat(32), username: 'cafe' }, { id: '7f'.repeat(32), profile: 'cafe' }],
    ['moltbook', { id: 'cafe', username: 'cafe' }, { id: 'cafe', profile: 'cafe' }],
    ['skool', { id: 's1', username: 'cafe-1' }, { id: 's1', profile: 'cafe-1' }],
    ['x', { id: '12', username: 'cafe' }, { id: '12', profile: 'cafe' }],
  ])('is the one that connecting finds again, and none of another kind: %s %j', (network, there, here) => {
    const row = {
      providerIdentifier: network,
      internalId: there.id,
      profile: there.username,
      token: 'token',
      refreshToken: 'refresh',
      customInstanceDetails: network === 'skool' ? sealLegacy(SECRET, '{}') : null,
    };
    const env = { TWITCH_CLIENT_ID: 'the app', MEWE_APP_ID: 'app', NEYNAR_SECRET_KEY: 'key' };
    const { internalId, profile, account } = mapped(row, env);
    expect([internalId, profile]).toEqual([here.id, here.profile]);
    if (here.details) expect(account).toMatchObject({ kind: 'credentials', details: here.details });
  });

  it.each([
    [
      'as they are sealed',
      { customInstanceDetails: sealLegacy(SECRET, '{"auth_token":"a","client_id":"c"}') },
    ],
    ['in the payload of a signed token', { customInstanceDetails: jwt({ auth_token: 'a', client_id: 'c' }) }],
    ['in its token alone', { token: sealLegacy(SECRET, '{"auth_token":"a","client_id":"c"}') }],
  ])('of Skool has the cookies %s', (_, row) => {
    expect(mapped({ providerIdentifier: 'skool', internalId: 's1', ...row }).account).toEqual({
      kind: 'fields',
      fields: { authToken: 'a', clientId: 'c' },
    });
  });

  it('of Instagram is used with the token of its page, of the two that v1 keeps', () => {
    const row = { providerIdentifier: 'instagram', internalId: '1', token: 'page___person' };
    expect(mapped(row).account).toMatchObject({ credentials: { token: 'page' } });
  });

  it.each([
    ['youtube', 'v1 kept the Google account and not which channel of YouTube it is'],
    ['twitch', 'give TWITCH_CLIENT_ID of the old instance'],
    ['mewe', 'give MEWE_APP_ID of the old instance'],
    ['wrapcast', 'give NEYNAR_SECRET_KEY of the old instance'],
    ['gmb', 'no location was chosen for it in v1'],
    ['skool', 'v1 kept no URL, user and password for it that this JWT_SECRET opens'],
  ])(
    'of %s has to be connected again where v1 did not keep what it takes, and that is reported',
    (network, why) => {
      const row = {
        providerIdentifier: network,
        internalId: '1',
        token: sealLegacy(SECRET, '{}'),
        refreshToken: '',
      };
      expect(mapped(row).account).toMatchObject({ kind: 'reconnect', why });
    },
  );
});
