/**
 * Connecting an account: Neynar makes a signer, the operator's own Farcaster account asks for it with its
 * signature, and the person approves in Farcaster's app (docs.neynar.com/docs/integrate-managed-signers).
 * Farcaster's app sends no browser back, so Neynar is asked until the signer is approved. "Sign in with
 * Neynar", which did, ended in August 2026.
 */
import type { ProviderContext } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import type { ProviderOAuth } from '../_kit/oauth.ts';
import { APP, apiUrl, callWith, type User } from './api.ts';
import { accountOfSigner, readSigner, type Signer } from './auth.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

const MNEMONIC = 'FARCASTER_DEVELOPER_MNEMONIC';

/** A request that nobody has approved by then is void; connecting ends after an hour as well. */
const REQUEST_SECONDS = 3600;

/** What the contract on Optimism checks (docs.farcaster.xyz, "SignedKeyRequestValidator"). */
const DOMAIN = {
  name: 'Farcaster SignedKeyRequestValidator',
  version: '1',
  chainId: 10n,
  verifyingContract: '0x00000000fc700472606ed4fa22623acf62c60553',
} as const;
const TYPES = {
  EIP712Domain: [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ],
  SignedKeyRequest: [
    { name: 'requestFid', type: 'uint256' },
    { name: 'key', type: 'bytes' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const;

/** Where wallets derive the first Ethereum account of a recovery phrase (BIP-44). */
const PATH = "m/44'/60'/0'/0/0";

/** The operator's Farcaster account: its wallet address, and its signature of a request. */
interface Custody {
  readonly address: string;
  sign(request: { readonly fid: number; readonly key: string; readonly deadline: number }): string;
}

/**
 * Loads what signing needs with the first account that is connected.
 *
 * @throws Rejected without a recovery phrase, or with one that is none
 */
async function custodyOf({ env }: ProviderContext): Promise<Custody> {
  const phrase = env[MNEMONIC]?.trim().toLowerCase().replace(/\s+/g, ' ') ?? '';
  const [{ HDKey }, bip39, { wordlist }, ethereum] = await Promise.all([
    import('@scure/bip32'),
    import('@scure/bip39'),
    import('@scure/bip39/wordlists/english.js'),
    import('micro-eth-signer'),
  ]);
  if (!bip39.validateMnemonic(phrase, wordlist)) {
    const code = phrase ? 'warpcast_not_a_phrase' : 'network_needs_variable';
    throw new Rejected(sentence(code, { network: 'Farcaster', variable: MNEMONIC }), {
      networkCode: 'not_configured',
    });
  }
  const { privateKey } = HDKey.fromMasterSeed(bip39.mnemonicToSeedSync(phrase)).derive(PATH);
  if (!privateKey) throw new Error('A recovery phrase always has a private key');
  const key = `0x${Buffer.from(privateKey).toString('hex')}`;
  return {
    address: ethereum.addr.fromPrivateKey(key).toLowerCase(),
    sign: ({ fid, key: signer, deadline }) =>
      ethereum.signTyped(
        {
          domain: DOMAIN,
          types: TYPES,
          primaryType: 'SignedKeyRequest',
          message: {
            requestFid: BigInt(fid),
            key: Uint8Array.from(Buffer.from(signer.slice(2), 'hex')),
            deadline: BigInt(deadline),
          },
        },
        key,
      ),
  };
}

/** The operator's Farcaster account, by its wallet address. */
async function askerOf(apiKey: string, address: string, ctx: ProviderContext): Promise<number> {
  const query = { custody_address: address };
  const answer = await callWith<{ user?: User }>(apiKey, ctx, 'user/custody-address/', { query }).catch(
    (error: unknown) => {
      if (!(error instanceof Rejected)) throw error;
      throw new Rejected(sentence('warpcast_other_phrase', { variable: MNEMONIC, why: error.said }), {
        networkCode: error.networkCode,
        cause: error,
      });
    },
  );
  if (!answer?.user?.fid) throw new OutcomeUnknown(answeredWithout('Neynar', 'an account'));
  return answer.user.fid;
}

export const oauth: ProviderOAuth = {
  // What a managed signer may do; there is nothing to choose.
  scopes: [],
  fields: [],
  app: { kind: 'env', ...APP },
  pkce: async () => false,
  authorizeUrl: (_, ctx) => apiUrl(ctx),
  approval: {
    async begin({ app }, ctx) {
      const custody = await custodyOf(ctx);
      const fid = await askerOf(app.secret, custody.address, ctx);
      const made = await callWith<Signer>(app.secret, ctx, 'signer/', { method: 'POST' });
      const { signer_uuid: uuid, public_key: key } = made ?? {};
      if (!uuid || !key) throw new OutcomeUnknown(answeredWithout('Neynar', 'a signer'));
      const deadline = Math.floor(ctx.now().getTime() / 1000) + REQUEST_SECONDS;
      const asked = await callWith<Signer>(app.secret, ctx, 'signer/signed_key/', {
        method: 'POST',
        json: {
          signer_uuid: uuid,
          app_fid: fid,
          deadline,
          signature: custody.sign({ fid, key, deadline }),
          ...(ctx.env.NEYNAR_SPONSOR_SIGNERS === 'true' ? { sponsor: { sponsored_by_neynar: true } } : {}),
        },
      });
      const url = asked?.signer_approval_url ?? '';
      if (!/^https?:\/\//.test(url)) {
        throw new OutcomeUnknown(answeredWithout('Neynar', 'a page to approve on'));
      }
      return { url, ticket: uuid };
    },
    async isApproved({ app, ticket }, ctx) {
      const { status } = await readSigner(app.secret, ctx, ticket);
      if (status === 'revoked') throw new Rejected(sentence('warpcast_not_approved', { status }));
      return status === 'approved';
    },
  },
  exchange: async ({ app, code }, ctx) => [await accountOfSigner(app, code, ctx)],
};
