/**
 * The state of the sandbox network: a file of JSON lines that is only appended to, and outlives the process.
 * When it is full, it becomes the previous one and a new one is begun, with the accounts and tokens that are
 * in use; posts are forgotten with the file before the previous one.
 */
import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { Tokens, type IssuedTokens, type TokenLine, type TokenProblem } from './tokens.ts';
import { readTraits } from './traits.ts';

/** An entry of the ledger: one accepted call. `channelId`: Crier's id of the channel. */
export interface SandboxPost {
  readonly id: string;
  readonly channelId: string;
  readonly text: string;
  readonly media: readonly { readonly url: string; readonly alt: string; readonly mime: string }[];
  readonly inReplyTo: string | null;
  readonly receivedAt: string;
  readonly removedAt?: string;
}

/** An account. It belongs to the first channel that published with it. */
export interface SandboxAccount {
  readonly id: string;
  readonly name: string;
  readonly channelId: string | null;
}

/** What finds an accepted post again: `marker` and author, once it is visible. */
interface Origin {
  readonly marker: string;
  readonly accountId: string;
  readonly visibleAt?: string;
}

// Older journals have the token in the line of the account.
type Line =
  | TokenLine
  // `channelId` where the posts that showed it may be forgotten.
  | { type: 'account'; id: string; name: string; tokenHash?: string; channelId?: string | null }
  | { type: 'suspended'; id: string }
  | ({ type: 'post'; post: SandboxPost } & Origin)
  | { type: 'removed'; id: string; at: string };

/** Some posts appear in the account's list later than they were accepted. */
const isListed = ({ visibleAt }: Origin): boolean => !visibleAt || Date.parse(visibleAt) <= Date.now();

/** Some 100,000 posts. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Several processes may share the file. */
export class Journal {
  readonly #file: string;
  readonly #previous: string;
  readonly #maxBytes: number;
  /** The file that was read last, and up to where. */
  #inode = 0n;
  #offset = 0;
  readonly #accounts = new Map<string, { id: string; name: string; channelId: string | null }>();
  #tokens = new Tokens();
  readonly #suspended = new Set<string>();
  readonly #posts = new Map<string, { post: SandboxPost } & Origin>();

  /** `maxBytes`: the size at which a new file is begun. */
  constructor(folder: string, { maxBytes = MAX_BYTES }: { maxBytes?: number } = {}) {
    mkdirSync(folder, { recursive: true });
    this.#file = join(folder, 'sandbox.jsonl');
    this.#previous = join(folder, 'sandbox.1.jsonl');
    this.#maxBytes = maxBytes;
  }

  /** Creates an account, or logs in to one whose name has tags. Only hashes of the tokens are kept. */
  openAccount(name: string): SandboxAccount & IssuedTokens {
    this.#refresh();
    const { tagged, tokenSeconds } = readTraits(name);
    const known = tagged ? [...this.#accounts.values()].find((a) => a.name === name) : undefined;
    const account = known ?? { id: randomUUID(), name, channelId: null };
    if (!known) this.#append({ type: 'account', id: account.id, name });
    return { ...account, ...this.#issue(account.id, { seconds: tokenSeconds }) };
  }

  /** Exchanges a refresh token. One that is used twice may have been stolen: all tokens are revoked. */
  renew(
    refreshToken: string,
  ): { account: SandboxAccount; issued: IssuedTokens } | { problem: 'unknown' | 'used' } {
    this.#refresh();
    const found = this.#tokens.checkRefresh(refreshToken);
    const account = found && this.#accounts.get(found.accountId);
    if (!found || !account) return { problem: 'unknown' };
    if (found.used) {
      this.revoke(account.id);
      return { problem: 'used' };
    }
    return {
      account: { ...account },
      issued: this.#issue(account.id, {
        seconds: readTraits(account.name).tokenSeconds,
        replaces: refreshToken,
      }),
    };
  }

  /** The account whose refresh token this is, used or not. */
  ownerOf(refreshToken: string): SandboxAccount | undefined {
    this.#refresh();
    return this.#accounts.get(this.#tokens.checkRefresh(refreshToken)?.accountId ?? '');
  }

  /** Revokes every token of an account. */
  revoke(id: string): void {
    this.#append({ type: 'revoked', accountId: id });
  }

  suspend(id: string): void {
    this.#append({ type: 'suspended', id });
  }

  accountOf(token: string): (SandboxAccount & { suspended: boolean }) | { problem: TokenProblem } {
    this.#refresh();
    const checked = this.#tokens.check(token);
    if ('problem' in checked) return checked;
    const account = this.#accounts.get(checked.accountId);
    return account
      ? { ...account, suspended: this.#suspended.has(account.id) }
      : { problem: 'invalid_token' };
  }

  accounts(): SandboxAccount[] {
    this.#refresh();
    return [...this.#accounts.values()].map(({ id, name, channelId }) => ({ id, name, channelId }));
  }

  addPost(post: Omit<SandboxPost, 'id' | 'receivedAt' | 'removedAt'>, by: Origin): SandboxPost {
    const entry: SandboxPost = { id: randomUUID(), ...post, receivedAt: new Date().toISOString() };
    this.#append({ type: 'post', post: entry, ...by });
    return entry;
  }

  removePost(id: string): void {
    this.#append({ type: 'removed', id, at: new Date().toISOString() });
  }

  /** A post of this account, including a removed one. */
  post(accountId: string, id: string): SandboxPost | undefined {
    this.#refresh();
    const found = this.#posts.get(id);
    return found?.accountId === accountId ? found.post : undefined;
  }

  markerOf(accountId: string, id: string): string | undefined {
    return this.post(accountId, id) && this.#posts.get(id)?.marker;
  }

  /** The live post with this marker; with `listed`, only once it appears in the account's list. */
  findByMarker(accountId: string, marker: string, { listed = false } = {}): SandboxPost | undefined {
    return this.#live(accountId).find((p) => p.marker === marker && (!listed || isListed(p)))?.post;
  }

  /** What the account's list shows, newest first. */
  listed(accountId: string, limit: number): SandboxPost[] {
    return this.#live(accountId)
      .filter(isListed)
      .slice(-limit)
      .reverse()
      .map(({ post }) => post);
  }

  /** The live post with exactly this text. */
  findByText(accountId: string, text: string): SandboxPost | undefined {
    return this.#live(accountId).find((p) => p.post.text === text)?.post;
  }

  #live(accountId: string): ({ post: SandboxPost } & Origin)[] {
    this.#refresh();
    return [...this.#posts.values()].filter((p) => p.accountId === accountId && !p.post.removedAt);
  }

  #issue(accountId: string, options: { seconds: number | null; replaces?: string }): IssuedTokens {
    const { issued, line } = this.#tokens.issue(accountId, options);
    this.#append(line);
    return issued;
  }

  /** Every accepted call, oldest first. */
  posts(): SandboxPost[] {
    this.#refresh();
    return [...this.#posts.values()].map(({ post }) => post);
  }

  #append(line: Line): void {
    if ((statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0) > this.#maxBytes) this.#beginNewFile();
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
  }

  // A process that appends at this moment writes into the previous file, which everybody reads as well.
  #beginNewFile(): void {
    this.#refresh();
    const kept: Line[] = [
      ...[...this.#accounts.values()].map((account) => ({ type: 'account' as const, ...account })),
      ...[...this.#suspended].map((id) => ({ type: 'suspended' as const, id })),
      ...this.#tokens.lines(),
    ];
    renameSync(this.#file, this.#previous);
    appendFileSync(this.#file, kept.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }

  // Reads what any process has appended since the last time; everything again when a new file was begun.
  #refresh(): void {
    const inode = statSync(this.#file, { bigint: true, throwIfNoEntry: false })?.ino;
    if (inode === undefined) return;
    if (inode !== this.#inode) {
      this.#accounts.clear();
      this.#suspended.clear();
      this.#posts.clear();
      this.#tokens = new Tokens();
      if (existsSync(this.#previous)) this.#read(this.#previous, 0);
      this.#offset = 0;
      this.#inode = inode;
    }
    this.#offset = this.#read(this.#file, this.#offset);
  }

  /** Applies the complete lines from `offset` on. Returns where the next ones begin. */
  #read(file: string, offset: number): number {
    const fd = openSync(file, 'r');
    try {
      const bytes = Buffer.alloc(Math.max(0, fstatSync(fd).size - offset));
      readSync(fd, bytes, 0, bytes.length, offset);
      const end = bytes.lastIndexOf(10) + 1; // an incomplete line waits for the next read
      for (const line of bytes.subarray(0, end).toString('utf8').split('\n')) {
        if (line) this.#apply(JSON.parse(line) as Line);
      }
      return offset + end;
    } finally {
      closeSync(fd);
    }
  }

  #apply(line: Line): void {
    if (line.type === 'account') {
      const channelId = this.#accounts.get(line.id)?.channelId ?? line.channelId ?? null;
      this.#accounts.set(line.id, { id: line.id, name: line.name, channelId });
      if (line.tokenHash) {
        this.#tokens.apply({
          type: 'tokens',
          accountId: line.id,
          tokenHash: line.tokenHash,
          expiresAt: null,
          refreshHash: null,
          replaces: null,
        });
      }
    } else if (line.type === 'tokens' || line.type === 'refresh' || line.type === 'revoked') {
      this.#tokens.apply(line);
    } else if (line.type === 'suspended') this.#suspended.add(line.id);
    else if (line.type === 'post') {
      this.#posts.set(line.post.id, line);
      const account = this.#accounts.get(line.accountId);
      if (account) account.channelId ??= line.post.channelId;
    } else {
      const found = this.#posts.get(line.id);
      if (found) this.#posts.set(line.id, { ...found, post: { ...found.post, removedAt: line.at } });
    }
  }
}
