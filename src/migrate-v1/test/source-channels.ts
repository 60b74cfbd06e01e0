import type { Made, Row } from './make-source.ts';

const HEX_KEY = '7f'.repeat(32);

/** How v1 keeps the account of each network: `token`, `refreshToken`, and what else belongs to it. */
function accounts(make: Made, sandboxUrl: string): Readonly<Record<string, Row>> {
  const custom = (details: object): Row => ({ customInstanceDetails: make.seal(JSON.stringify(details)) });
  const tokens = { token: 'access', refreshToken: 'refresh' };
  return {
    sandbox: { token: 'sandbox-token', ...custom({ service: sandboxUrl }) },
    x: { token: 'oauth1:secret', refreshToken: '' },
    linkedin: tokens,
    'linkedin-page': tokens,
    facebook: { token: 'page-token', refreshToken: '' },
    instagram: { token: 'page-token', refreshToken: '' },
    'instagram-standalone': { token: 'token', refreshToken: '' },
    threads: { token: 'token', refreshToken: '' },
    youtube: { ...tokens, internalId: 'UCabcdefghijklmnopqrstuv' },
    gmb: { ...tokens, internalId: 'accounts/1/locations/2' },
    tiktok: tokens,
    reddit: tokens,
    pinterest: tokens,
    dribbble: tokens,
    discord: { ...tokens, internalId: '81384788765712384' },
    slack: { token: 'xoxb-1', refreshToken: '' },
    kick: tokens,
    twitch: tokens,
    mastodon: { token: 'token', refreshToken: 'null', internalId: '109' },
    bluesky: {
      token: 'session',
      ...custom({ service: 'https://pds.example', identifier: 'cafe.example', password: 'app-pass' }),
    },
    lemmy: {
      token: 'jwt',
      ...custom({ service: 'https://lemmy.example', identifier: 'cafe', password: 'pw' }),
    },
    wrapcast: { token: 'signer-uuid', internalId: '4711' },
    telegram: { token: '-1001234', internalId: '-1001234' },
    nostr: { token: make.jwt({ password: HEX_KEY }), internalId: 'pubkey' },
    vk: { token: 'access', refreshToken: 'refresh&&&&device' },
    medium: { token: Buffer.from('medium-key').toString('base64') },
    devto: { token: 'devto-key' },
    hashnode: { token: 'hashnode-key' },
    wordpress: {
      token: '1',
      ...custom({ domain: 'https://blog.example', username: 'cafe', password: 'app pass' }),
    },
    listmonk: {
      token: Buffer.from('user:pw').toString('base64'),
      ...custom({ url: 'https://news.example', username: 'user', password: 'pw' }),
    },
    tumblr: tokens,
    skool: { token: make.seal('{"authToken":"a","clientId":"c"}') },
    whop: tokens,
    moltbook: { token: 'moltbook-key' },
    mewe: { token: 'mewe-token' },
    // Networks that Crier does not have.
    'ghost-network': tokens,
  };
}

/** The first organisation has every network; the others publish to the sandbox and three more. */
export function channelRows(make: Made, n: number, created: Row, sandboxUrl = 'http://127.0.0.1:1'): Row[] {
  const all = Object.entries(accounts(make, sandboxUrl));
  const chosen = n === 0 ? all : all.slice(0, 4);
  return chosen.map(([provider, account], i) => ({
    id: make.cuid('channel', n, i),
    internalId: `account-${n}-${i}`,
    organizationId: make.uuid('organization', n),
    name: `${provider} of ${n}`,
    picture: i === 1 ? 'https://old.example/picture.png' : null,
    providerIdentifier: provider,
    type: 'social',
    refreshToken: null,
    tokenExpiration: i === 2 ? new Date('2031-01-01T00:00:00Z') : null,
    disabled: n === 0 && i === 5,
    profile: `handle${i}`,
    inBetweenSteps: n === 0 && i === 6,
    refreshNeeded: n === 0 && i === 7,
    postingTimes: i === 3 ? 'not json' : '[{"time":560},{"time":-20},{"time":1450}]',
    customerId: i === 0 && make.has('v1.35') ? make.uuid('customer', n) : null,
    additionalSettings: '[]',
    deletedAt: n === 0 && i === 8 ? created.updatedAt : null,
    ...created,
    ...account,
  }));
}
