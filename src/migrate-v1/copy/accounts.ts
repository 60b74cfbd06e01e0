/**
 * The accounts of v1 that belong to one person. v1 has one for each way to sign in (`User` is unique by email
 * and provider, v1.0.0 to v2.23.0) and proves few addresses (apps/backend/src/services/auth of v1.0.0,
 * v1.65.7, v2.11.3, v2.21.8, v2.23.0):
 *
 * - LOCAL: confirmed by a mail in v1.0.0; in the others active at once where v1 sent no mail
 *   (organization.repository.ts, `activated`), and nothing says afterwards which it was.
 * - GITHUB: the first address that GitHub lists, verified or not (github.provider.ts).
 * - GENERIC: what the identity provider calls `email`; `email_verified` is not read (oauth.provider.ts).
 * - GOOGLE: the address of the Google account, which Google has confirmed (google.provider.ts).
 * - WALLET, FARCASTER: none; `email` holds `wallet_<key>` or `farcaster_<id>`, or nothing.
 */
import { v5 as uuidv5 } from 'uuid';
import { isEmail } from '../../accounts/email.ts';
import { textOf } from '../map/values.ts';
import type { SourceRecord } from '../source/read-batch.ts';

/** An account of v1. `id`: its own here, whether or not it becomes a person of its own. */
export interface OldAccount extends SourceRecord {
  readonly here: string;
}

/** A person who has the address here. `proven`: they got mail there, or operate this instance. */
export interface Holder {
  readonly id: string;
  readonly proven: boolean;
  /** Whether they have signed in, or chosen a password by a link. */
  readonly used: boolean;
}

/** What happens to an account. */
export interface Placed {
  readonly account: OldAccount;
  /** The person here. */
  readonly id: string;
  /** The address to sign in with; null when a person here has an account already, which stays as it is. */
  readonly email: string | null;
  /** Whether its password is copied. */
  readonly password: boolean;
  readonly problem: string | null;
  /** Another pass may decide otherwise. */
  readonly retry: boolean;
}

export const providerOfAccount = ({ row }: SourceRecord): string => textOf(row.providerName);

/** The address as v1 has it; null for what is none. */
export function addressOf({ row }: SourceRecord): string | null {
  const email = textOf(row.email).trim();
  return isEmail(email) && !keyOf(email).endsWith(UNUSABLE_MAIL) ? email : null;
}

/** Addresses are the same in any case. */
export const keyOf = (address: string): string => address.toLowerCase();

/** The domain for people without an address. RFC 2606, section 2: nothing is delivered to `.invalid`. */
export const UNUSABLE_MAIL = '@v1.invalid';

/** An address that cannot be guessed, so nobody has it first. */
export const ownAddress = (sourceId: string, { id }: SourceRecord): string =>
  `${uuidv5(`address:${id}`, sourceId)}${UNUSABLE_MAIL}`;

const linkFor = (address: string): string =>
  `make the link with which they choose a password: npm run crier -- users reset-password ${address}`;

/** A person without an address is copied on their own. */
export function placeAlone(sourceId: string, account: OldAccount): Placed {
  const email = ownAddress(sourceId, account);
  const problem = `signed in with ${providerOfAccount(account)} and has no email address: ${linkFor(email)}`;
  return { account, id: account.here, email, password: false, problem, retry: false };
}

/** All accounts of one address, and what is known of it here. */
export interface SharedAddress {
  readonly sourceId: string;
  /** The oldest first. */
  readonly accounts: readonly OldAccount[];
  readonly holder: Holder | undefined;
  /** The operator says that they are one person. */
  readonly merged: boolean;
  /** Who each became in an earlier pass, by the old id. */
  readonly known: ReadonlyMap<string, string>;
}

const isGoogle = (account: OldAccount): boolean => providerOfAccount(account) === 'GOOGLE';

/**
 * Nobody gets a membership that they did not have in v1 with a proof of the address: an account that is alone
 * with its address stays as it was; of several the one of Google has it; and where none is proven nobody has
 * it. The others become people of their own, who are let in by a link of the operator.
 */
export function placeShared(shared: SharedAddress): Placed[] {
  const { accounts, holder, merged, known } = shared;
  const [first] = accounts;
  if (!first) return [];
  if (merged) return placeMerged(shared, (accounts.find(isGoogle) ?? first).here);
  const alone = accounts.length === 1;
  const claims = alone ? first : accounts.find(isGoogle);
  const stranger = holder && !accounts.some(({ here }) => here === holder.id);
  return accounts.map((account): Placed => {
    const before = known.get(account.id);
    if (before && before !== account.here) return placeWith(account, before);
    if (holder && stranger) {
      return account === claims && holder.proven
        ? placeWith(account, holder.id)
        : placeApart(shared, account);
    }
    const keeps = holder?.used ? account.here === holder.id : account === claims;
    return keeps
      ? {
          ...placeWith(account, account.here),
          email: addressOf(account),
          password: alone,
          problem: external(account) ?? (alone ? null : CHOOSES),
          retry: !alone,
        }
      : placeApart(shared, account);
  });
}

const CHOOSES = 'has to choose a password with "Forgot your password?"';
const external = (account: OldAccount): string | null =>
  providerOfAccount(account) === 'LOCAL' ? null : `signed in with ${providerOfAccount(account)}: ${CHOOSES}`;

const placeWith = (account: OldAccount, id: string): Placed => ({
  account,
  id,
  email: null,
  password: false,
  problem: null,
  retry: true,
});

function placeApart({ sourceId, accounts, holder }: SharedAddress, account: OldAccount): Placed {
  const email = ownAddress(sourceId, account);
  const address = addressOf(account) ?? '';
  const others = accounts.length > 1 ? 'other accounts of v1' : 'an account here whose address is not proven';
  const isOfHere = holder && !accounts.some(({ here }) => here === holder.id);
  const who = isOfHere && accounts.length > 1 ? `${others}, or with one here` : others;
  return {
    account,
    id: account.here,
    email,
    password: false,
    problem:
      `shares ${address} with ${who}, and is copied on its own, without a password, as ${email}: if it is the same ` +
      `person, migrate-v1 copy --merge ${address}; if not, ${linkFor(email)}`,
    retry: true,
  };
}

/**
 * The person who gets the mail of the address is let in, and no password of v1: not even a wrong merge lets
 * others in.
 */
function placeMerged({ accounts, holder }: SharedAddress, otherwise: string): Placed[] {
  const id = holder?.id ?? otherwise;
  return accounts.map((account) => ({
    ...placeWith(account, id),
    email: account.here === id ? addressOf(account) : null,
    problem: account.here === id ? CHOOSES : null,
  }));
}
