/**
 * Signers: made by Neynar, asked for with the signature of the app's own Farcaster account, and approved in
 * Farcaster's app, which a page stands for here (docs.neynar.com/docs/integrate-managed-signers).
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { recoverTypedDataAddress } from 'viem';
import { invalid, ok, readJson, refusal, type Answer, type Call, type Route } from './call.ts';
import type { Account, Signer, State } from './state.ts';

const DAY_SECONDS = 86_400;
const APPROVAL = '/deeplinks/signed-key-request';

const show = (state: State, { uuid, publicKey, status, token, account }: Signer): Answer =>
  ok({
    object: 'signer',
    signer_uuid: uuid,
    public_key: publicKey,
    status,
    ...(token ? { signer_approval_url: `${state.url}${APPROVAL}?token=${token}` } : {}),
    ...(account ? { fid: account.fid, permissions: ['WRITE_ALL'] } : {}),
  });

export function makeSigner(state: State): Signer {
  const signer: Signer = {
    uuid: randomUUID(),
    publicKey: `0x${randomBytes(32).toString('hex')}`,
    status: 'generated',
    token: null,
    sponsored: false,
    account: null,
  };
  state.signers.set(signer.uuid, signer);
  return signer;
}

/** The signer of a request, in any state. */
export function signerOf(state: State, uuid: unknown): Signer {
  const signer = state.signers.get(String(uuid));
  if (!signer) throw refusal(404, 'NotFound', 'Signer not found', 'signer_uuid');
  return signer;
}

/** The account that a signer casts for. */
export function accountOf(state: State, uuid: unknown): Account {
  const { status, account } = signerOf(state, uuid);
  if (status !== 'approved' || !account) {
    throw refusal(403, 'Forbidden', `Signer is not approved: ${status}`, 'signer_uuid');
  }
  return account;
}

async function register(state: State, call: Call): Promise<Answer> {
  const body = readJson(call, {
    'signer_uuid!': 'string',
    'signature!': 'string',
    'app_fid!': 'integer',
    'deadline!': 'integer',
    redirect_url: 'string',
    sponsor: 'object',
  });
  const signer = signerOf(state, body.signer_uuid);
  const app = state.accounts.find(({ fid }) => fid === body.app_fid);
  if (!app) throw refusal(404, 'NotFound', 'App FID not found', 'app_fid');
  const left = Number(body.deadline) - state.now().getTime() / 1000;
  if (left <= 0 || left > DAY_SECONDS + 60) throw invalid('deadline', 'Invalid deadline');
  if (signer.status !== 'generated') throw invalid('signer_uuid', 'Signed key is registered already');
  if ((await signedBy(signer, body)) !== app.custody) throw invalid('signature', 'Invalid signature');
  signer.sponsored = (body.sponsor as { sponsored_by_neynar?: boolean })?.sponsored_by_neynar === true;
  signer.status = 'pending_approval';
  signer.token = `0x${randomBytes(12).toString('hex')}`;
  return show(state, signer);
}

/** The address whose signature it is, as another library reads it. */
async function signedBy({ publicKey }: Signer, body: Record<string, unknown>): Promise<string | null> {
  try {
    const address = await recoverTypedDataAddress({
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
        requestFid: BigInt(Number(body.app_fid)),
        key: publicKey as `0x${string}`,
        deadline: BigInt(Number(body.deadline)),
      },
      signature: String(body.signature) as `0x${string}`,
    });
    return address.toLowerCase();
  } catch {
    return null; // no signature at all
  }
}

const page = (status: number, body: string): Answer => ({
  status,
  body: `<!doctype html><title>Farcaster</title>${body}`,
  headers: { 'content-type': 'text/html; charset=utf-8' },
});

/** The page of Farcaster's app, with a button for each account. */
export function approval(state: State, call: Call): Answer {
  const values = call.method === 'POST' ? new URLSearchParams(call.body.toString()) : call.query;
  const signer = [...state.signers.values()].find(({ token }) => token && token === values.get('token'));
  if (!signer || signer.status !== 'pending_approval') return page(404, '<p>This request has ended.</p>');
  if (call.method === 'GET') return page(200, buttons(state, signer));
  const account = state.accounts.find(({ fid }) => String(fid) === values.get('fid')) ?? null;
  signer.account = account;
  signer.status = account ? 'approved' : 'revoked';
  return page(200, '<h1>Done</h1>');
}

function buttons({ accounts }: State, { token }: Signer): string {
  const form = (fid: number | '', label: string): string =>
    `<form method="post" action="${APPROVAL}"><input type="hidden" name="token" value="${token ?? ''}">` +
    `<input type="hidden" name="fid" value="${fid}"><button>${label}</button></form>`;
  return [
    ...accounts.map(({ fid, username }) => form(fid, `Approve as ${username}`)),
    form('', 'Reject'),
  ].join('');
}

export const APPROVAL_PATH = APPROVAL;

export const signerRoutes: readonly Route[] = [
  { method: 'POST', path: 'signer/', handle: (state) => show(state, makeSigner(state)) },
  {
    method: 'GET',
    path: 'signer/',
    query: ['signer_uuid'],
    required: ['signer_uuid'],
    handle: (state, { query }) => show(state, signerOf(state, query.get('signer_uuid'))),
  },
  { method: 'POST', path: 'signer/signed_key/', handle: register },
];
