/** The stand-in for Neynar, as Neynar's own client for Node.js (@neynar/nodejs-sdk) sees it. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Configuration, isApiErrorResponse, NeynarAPIClient } from '@neynar/nodejs-sdk';
import { mnemonicToAccount } from 'viem/accounts';
import { createRecorder } from '../../oracles/exchange.ts';
import { neynarOracle } from '../../oracles/neynar.ts';
import { testAgainst } from '../../oracles/test-against.ts';
import { startWarpcast, type Warpcast } from './server.ts';
import type { Account } from './state.ts';

const recorder = createRecorder();
let neynar: Warpcast;
let client: NeynarAPIClient;
let ada: Account;
let signerUuid: string;
beforeAll(async () => {
  neynar = await startWarpcast({ recorder });
  client = clientOf(neynar);
  ada = neynar.createAccount('ada');
  signerUuid = neynar.approve(ada);
  neynar.createChannel('food');
});
afterAll(() => neynar?.stop());

/** The client's types say that an embed has all three kinds of fields; the description has one of them. */
type Embeds = NonNullable<Parameters<NeynarAPIClient['publishCast']>[0]['embeds']>;
const embedded = (...urls: string[]): Embeds => urls.map((url) => ({ url })) as unknown as Embeds;

const clientOf = ({ client: { secret }, url }: Pick<Warpcast, 'client' | 'url'>): NeynarAPIClient =>
  new NeynarAPIClient(new Configuration({ apiKey: secret, basePath: url }));

const statusOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 200,
    (error: unknown) => (isApiErrorResponse(error) ? error.response.status : error),
  );

describe("Neynar's own client", () => {
  it('makes a signer, and has it asked for with the signature of an account', async () => {
    const made = await client.createSigner();
    expect(made.status).toBe('generated');
    const account = mnemonicToAccount(neynar.mnemonic);
    const { user } = await client.lookupUserByCustodyAddress({ custodyAddress: account.address });
    const deadline = Math.floor(Date.now() / 1000) + 86_400;
    const register = async (fid: number): Promise<unknown> =>
      client.registerSignedKey({
        signerUuid: made.signer_uuid,
        appFid: user.fid,
        deadline,
        signature: await account.signTypedData({
          domain: {
            name: 'Farcaster SignedKeyRequestValidator',
            version: '1',
            chainId: 10,
            verifyingContract: '0x00000000fc700472606ed4fa22623acf62c60553',
          },
          types: {
            SignedKeyRequest: [
              { name: 'requestFid', type: 'uint256' },
              { name: 'key', type: 'bytes' },
              { name: 'deadline', type: 'uint256' },
            ],
          },
          primaryType: 'SignedKeyRequest',
          message: {
            requestFid: BigInt(fid),
            key: made.public_key as `0x${string}`,
            deadline: BigInt(deadline),
          },
        }),
      });
    expect(await statusOf(register(user.fid + 1))).toBe(400);
    expect(await register(user.fid)).toMatchObject({ status: 'pending_approval' });
    expect(await client.lookupSigner({ signerUuid: made.signer_uuid })).toMatchObject({
      status: 'pending_approval',
      signer_approval_url: expect.stringContaining('token=0x'),
    });
    expect(await statusOf(client.publishCast({ signerUuid: made.signer_uuid, text: 'Too early' }))).toBe(403);
  });

  it('casts into a channel, replies, and sees both, with their numbers', async () => {
    const embeds = embedded('https://cafe.example/menu.png');
    const { cast } = await client.publishCast({ signerUuid, text: 'Bread', channelId: 'food', embeds });
    const reply = await client.publishCast({ signerUuid, text: 'And tea', parent: cast.hash });
    const { casts } = await client.fetchCastsForUser({ fid: ada.fid, limit: 10 });
    expect(casts.map(({ hash, parent_hash, channel }) => [hash, parent_hash, channel?.id])).toEqual([
      [reply.cast.hash, cast.hash, 'food'],
      [cast.hash, null, 'food'],
    ]);
    const looked = await client.lookupCastByHashOrUrl({ type: 'hash', identifier: cast.hash });
    expect([looked.cast.embeds, looked.cast.replies.count]).toEqual([embeds, 1]);
    const { users } = await client.fetchBulkUsers({ fids: [ada.fid] });
    expect(users.map(({ username }) => username)).toEqual(['ada']);
    expect((await client.searchChannels({ q: 'foo' })).channels.map(({ id }) => id)).toEqual(['food']);
  });

  it('gets the first cast again for a key that it has used', async () => {
    const first = await client.publishCast({ signerUuid, text: 'Once', idem: 'sixteen-letters!' });
    const again = await client.publishCast({ signerUuid, text: 'Once', idem: 'sixteen-letters!' });
    expect(again).toEqual(first);
    expect(neynar.casts().filter(({ text }) => text === 'Once')).toHaveLength(1);
  });

  it('deletes a cast once', async () => {
    const { cast } = await client.publishCast({ signerUuid, text: 'Gone soon' });
    const remove = (): Promise<unknown> => client.deleteCast({ signerUuid, targetHash: cast.hash });
    expect(await remove()).toMatchObject({ success: true });
    expect(await statusOf(remove())).toBe(404);
  });

  it.each([
    [
      'a third embed',
      { embeds: embedded('https://a.example', 'https://b.example', 'https://c.example') },
      400,
    ],
    ['a URL of 257 bytes', { embeds: embedded(`https://cafe.example/${'x'.repeat(236)}`) }, 400],
    ['a text of 1,025 bytes', { text: 'x'.repeat(1025) }, 400],
    ['nothing at all', {}, 400],
    ['a channel that does not exist', { text: 'x', channelId: 'nowhere' }, 404],
    ['a parent that does not exist', { text: 'x', parent: `0x${'0'.repeat(40)}` }, 404],
    ['an unknown signer', { text: 'x', signerUuid: 'made-up' }, 404],
  ])('is refused with %s', async (_, fields, status) => {
    // Another one, whose requests are not held against the description: it forbids some of them as well.
    const strict = await startWarpcast();
    const own = { signerUuid: strict.approve(strict.createAccount('grace')), ...fields };
    expect(await statusOf(clientOf(strict).publishCast(own))).toBe(status);
    expect(strict.casts()).toEqual([]);
    await strict.stop();
  });

  it('is refused with another key, and when there were too many requests', async () => {
    const stranger = clientOf({ url: neynar.url, client: { id: '', secret: 'another' } });
    expect(await statusOf(stranger.fetchBulkUsers({ fids: [ada.fid] }))).toBe(401);
    const small = await startWarpcast({ limits: { requests: 1 } });
    const busy = clientOf(small);
    expect(await statusOf(busy.fetchBulkUsers({ fids: [1] }))).toBe(200);
    expect(await statusOf(busy.fetchBulkUsers({ fids: [1] }))).toBe(429);
    await small.stop();
  });
});

testAgainst(neynarOracle, recorder);
