/** What the stand-in knows: accounts, signers, channels, and what was cast. */
import { randomBytes } from 'node:crypto';

/** Bounds that tests may lower. */
export interface Limits {
  /** Requests with one API key in a minute. */
  readonly requests: number;
  /** Bytes of a text, of which those above 320 make a "long cast". */
  readonly textBytes: number;
}

/** What Neynar's smallest plan allows, and the protocol. */
export const LIMITS: Limits = { requests: 300, textBytes: 1024 };

/** How the next requests behave. */
export interface Armed {
  /** Credits or plan are used up. */
  unpaid: boolean;
  /** Casts in these channels are refused. */
  closed: readonly string[];
}

export interface Account {
  readonly fid: number;
  readonly username: string;
  readonly displayName: string;
  readonly picture: string;
  /** The address that its recovery phrase leads to. */
  readonly custody: string;
}

export type SignerStatus = 'generated' | 'pending_approval' | 'approved' | 'revoked';

export interface Signer {
  readonly uuid: string;
  readonly publicKey: string;
  status: SignerStatus;
  token: string | null;
  sponsored: boolean;
  account: Account | null;
}

export interface Channel {
  readonly id: string;
  readonly name: string;
  readonly followers: number;
}

/** A cast that was accepted. */
export interface MadeCast {
  readonly hash: string;
  readonly author: Account;
  readonly text: string;
  readonly embeds: readonly { readonly url: string }[];
  readonly channel: Channel | null;
  readonly parent: MadeCast | null;
  readonly idem: string | null;
  readonly at: Date;
  deleted: boolean;
}

export interface State {
  url: string;
  readonly limits: Limits;
  readonly now: () => Date;
  readonly app: { readonly id: string; readonly secret: string };
  readonly accounts: Account[];
  readonly signers: Map<string, Signer>;
  readonly channels: Channel[];
  readonly casts: MadeCast[];
  readonly counts: Map<number, number>;
  readonly armed: Armed;
}

export const newHash = (): string => `0x${randomBytes(20).toString('hex')}`;
