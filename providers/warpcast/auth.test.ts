/** Approval by a person, and its outcome. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { neynarOracle } from '../../src/test/oracles/neynar.ts';
import { testAgainst } from '../../src/test/oracles/test-against.ts';
import { pressThere } from '../../src/channels/connect/fixtures/browser.ts';
import type { ConnectedAccount, ProviderContext } from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import type { OAuthStep } from '../_kit/oauth.ts';
import { publishUntilLive } from '../_kit/test-harness.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { warpcast as provider } from './index.ts';
import { oauth } from './oauth.ts';

const recorder = createRecorder();
let world: World;
beforeEach(async () => void (world = await startWorld({ recorder })));
afterEach(() => world.stop());

const step = (): OAuthStep => ({ app: world.network.client, redirectUri: 'https://crier.example/back' });
const begin = (context: ProviderContext = world.context): Promise<{ url: string; ticket: string }> =>
  oauth.approval?.begin(step(), context) ?? Promise.reject(new Error('it declares none'));
const isApproved = (ticket: string): Promise<boolean | undefined> | undefined =>
  oauth.approval?.isApproved({ ...step(), ticket }, world.context);
const exchange = (ticket: string, app = step().app): Promise<readonly ConnectedAccount[]> =>
  oauth.exchange({ ...step(), app, code: ticket }, world.context);
const withEnv = (env: Record<string, string>): ProviderContext => ({
  ...world.context,
  env: { ...world.context.env, ...env },
});

describe('connecting on Farcaster', () => {
  it('waits until the person has approved, and then has the account that did', async () => {
    const { url, ticket } = await begin();
    expect(await isApproved(ticket)).toBe(false);
    await expect(exchange(ticket)).rejects.toThrow('The approval on Farcaster is missing (pending_approval)');
    await pressThere(url, 'Approve as ada');
    expect(await isApproved(ticket)).toBe(true);
    expect(await exchange(ticket)).toEqual([
      {
        internalId: String(world.account.fid),
        name: 'Ada',
        picture: null,
        profile: '@ada',
        credentials: { signerUuid: ticket },
        details: { fid: String(world.account.fid), username: 'ada' },
        expiresAt: null,
      },
    ]);
  });

  it('ends when the person refuses', async () => {
    const { url, ticket } = await begin();
    await pressThere(url, 'Reject');
    await expect(isApproved(ticket)).rejects.toThrow(Rejected);
    await expect(exchange(ticket)).rejects.toThrow('The approval on Farcaster is missing (revoked)');
  });

  it('asks Neynar to pay only where the operator wants that', async () => {
    await begin();
    expect(world.network.sponsored()).toBe(0);
    await begin(withEnv({ NEYNAR_SPONSOR_SIGNERS: 'true' }));
    expect(world.network.sponsored()).toBe(1);
  });

  it('accepts a recovery phrase as people copy it', async () => {
    const phrase = ` ${world.network.mnemonic.toUpperCase().replaceAll(' ', '\n ')} `;
    expect(await begin(withEnv({ FARCASTER_DEVELOPER_MNEMONIC: phrase }))).toMatchObject({
      ticket: expect.any(String),
    });
  });

  it.each([
    ['is missing', '', 'set FARCASTER_DEVELOPER_MNEMONIC'],
    [
      'has a wrong word',
      `${'abandon '.repeat(11)}abandon`,
      'FARCASTER_DEVELOPER_MNEMONIC is no recovery phrase',
    ],
    [
      'is that of no account',
      `${'abandon '.repeat(11)}about`,
      'FARCASTER_DEVELOPER_MNEMONIC is not that of a Farcaster account',
    ],
  ])(
    'explains what the operator has to do when the recovery phrase %s, without the phrase',
    async (_, phrase, message) => {
      const failed = begin(withEnv({ FARCASTER_DEVELOPER_MNEMONIC: phrase }));
      await expect(failed).rejects.toThrow(Rejected);
      await expect(failed).rejects.toThrow(message);
      await expect(failed).rejects.not.toThrow('abandon');
    },
  );

  it("keeps the key of an organisation's own app with the channel, because the signer belongs to it", async () => {
    const { url, ticket } = await begin();
    await pressThere(url, 'Approve as ada');
    const elsewhere = withEnv({ NEYNAR_SECRET_KEY: 'the-instance-has-another' });
    const [account] = await oauth.exchange({ ...step(), code: ticket }, elsewhere);
    expect(account?.credentials).toEqual({ signerUuid: ticket, apiKey: world.network.client.secret });
    const channel = { ...world.channel, ...account };
    await publishUntilLive(provider, { ...world.request(), channel }, elsewhere);
    expect(world.live()).toHaveLength(1);
  });
});

testAgainst(neynarOracle, recorder);
