/** The sandbox network's memory: one append-only file of JSON lines, so that it survives its process and can be read by anyone. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { appendFileSync, closeSync, existsSync, fstatSync, mkdirSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

/** An entry of the ledger: one accepted call. `channelId` is Crier's own id of the channel; `removedAt` is there once the post was removed. */
export interface SandboxPost {
  readonly id: string;
  readonly channelId: string;
  readonly text: string;
  readonly media: readonly { readonly url: string; readonly alt: string; readonly mime: string }[];
  readonly inReplyTo: string | null;
  readonly receivedAt: string;
  readonly removedAt?: string;
}

/** An account of the sandbox network. It belongs to the channel that published with it first. */
export interface SandboxAccount {
  readonly id: string;
  readonly name: string;
  readonly channelId: string | null;
}

type Line =
  | { type: 'account'; id: string; name: string; tokenHash: string }
  | { type: 'suspended'; id: string }
  | { type: 'post'; post: SandboxPost; marker: string; accountId: string }
  | { type: 'removed'; id: string; at: string };

/** Reads and writes the journal; several processes may share the file. */
export class Journal {
  readonly #file: string;
  #offset = 0;
  readonly #accounts = new Map<string, { id: string; name: string; tokenHash: string; channelId: string | null }>();
  readonly #suspended = new Set<string>();
  readonly #posts = new Map<string, { post: SandboxPost; marker: string; accountId: string }>();

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#file = join(folder, 'sandbox.jsonl');
  }

  /** Makes an account. The token is returned once; its hash is kept. */
  createAccount(name: string): { id: string; name: string; token: string } {
    const account = { id: randomUUID(), name };
    const token = `sbx_${randomBytes(24).toString('base64url')}`;
    this.#append({ type: 'account', ...account, tokenHash: hash(token) });
    return { ...account, token };
  }

  suspend(id: string): void {
    this.#append({ type: 'suspended', id });
  }

  accountOf(token: string): (SandboxAccount & { suspended: boolean }) | undefined {
    this.#refresh();
    const wanted = hash(token);
    const account = [...this.#accounts.values()].find((a) => a.tokenHash === wanted);
    return account && { id: account.id, name: account.name, channelId: account.channelId, suspended: this.#suspended.has(account.id) };
  }

  accounts(): SandboxAccount[] {
    this.#refresh();
    return [...this.#accounts.values()].map(({ id, name, channelId }) => ({ id, name, channelId }));
  }

  addPost(post: Omit<SandboxPost, 'id' | 'receivedAt' | 'removedAt'>, by: { marker: string; accountId: string }): SandboxPost {
    const entry: SandboxPost = { id: randomUUID(), ...post, receivedAt: new Date().toISOString() };
    this.#append({ type: 'post', post: entry, ...by });
    return entry;
  }

  removePost(id: string): void {
    this.#append({ type: 'removed', id, at: new Date().toISOString() });
  }

  /** A post of this account, also a removed one. */
  post(accountId: string, id: string): SandboxPost | undefined {
    this.#refresh();
    const found = this.#posts.get(id);
    return found?.accountId === accountId ? found.post : undefined;
  }

  findByMarker(accountId: string, marker: string): SandboxPost | undefined {
    this.#refresh();
    return [...this.#posts.values()].find((p) => p.accountId === accountId && p.marker === marker && !p.post.removedAt)?.post;
  }

  /** Every accepted call, oldest first. */
  posts(): SandboxPost[] {
    this.#refresh();
    return [...this.#posts.values()].map(({ post }) => post);
  }

  #append(line: Line): void {
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
  }

  // Reads what was appended since the last time, by whichever process.
  #refresh(): void {
    if (!existsSync(this.#file)) return;
    const fd = openSync(this.#file, 'r');
    try {
      const bytes = Buffer.alloc(fstatSync(fd).size - this.#offset);
      readSync(fd, bytes, 0, bytes.length, this.#offset);
      const end = bytes.lastIndexOf(10) + 1; // a line that is still being written waits for the next read
      for (const line of bytes.subarray(0, end).toString('utf8').split('\n')) if (line) this.#apply(JSON.parse(line) as Line);
      this.#offset += end;
    } finally {
      closeSync(fd);
    }
  }

  #apply(line: Line): void {
    if (line.type === 'account') this.#accounts.set(line.id, { ...line, channelId: null });
    else if (line.type === 'suspended') this.#suspended.add(line.id);
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

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
