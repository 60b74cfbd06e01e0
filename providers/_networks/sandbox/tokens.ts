/**
 * Access and refresh tokens of the sandbox network. Refresh tokens work once; reusing one revokes the whole
 * family (RFC 9700, section 4.14.2).
 */
import { createHash, randomBytes } from 'node:crypto';

/** A line of the journal about tokens; it contains only hashes. */
export type TokenLine =
  | {
      type: 'tokens';
      accountId: string;
      tokenHash: string;
      expiresAt: string | null;
      refreshHash: string | null;
      replaces: string | null;
    }
  /** A refresh token by itself, in a file that was begun later than the one with its issue. */
  | { type: 'refresh'; accountId: string; refreshHash: string; used: boolean }
  | { type: 'revoked'; accountId: string };

/** What an account's owner receives. `expiresIn` in seconds. */
export interface IssuedTokens {
  readonly token: string;
  readonly refreshToken?: string;
  readonly expiresIn?: number;
}

export type TokenProblem = 'invalid_token' | 'token_expired';

/** Tokens that were renewed stay valid until they expire, unless the family is revoked. */
export class Tokens {
  readonly #access = new Map<string, { accountId: string; expiresAt: string | null }>();
  readonly #refresh = new Map<string, { accountId: string; used: boolean }>();

  /** New tokens, and the line that stores them; `replaces`: the refresh token that was exchanged for them. */
  issue(
    accountId: string,
    { seconds, replaces = null }: { seconds: number | null; replaces?: string | null },
  ): { issued: IssuedTokens; line: TokenLine } {
    const token = random('sbx');
    const refreshToken = seconds === null ? null : random('sbr');
    const expiresAt = seconds === null ? null : new Date(Date.now() + seconds * 1000).toISOString();
    return {
      issued: { token, ...(refreshToken && seconds ? { refreshToken, expiresIn: seconds } : {}) },
      line: {
        type: 'tokens',
        accountId,
        tokenHash: hash(token),
        expiresAt,
        refreshHash: refreshToken && hash(refreshToken),
        replaces: replaces && hash(replaces),
      },
    };
  }

  apply(line: TokenLine): void {
    if (line.type === 'revoked') return this.#forget(line.accountId);
    if (line.type === 'refresh') {
      this.#refresh.set(line.refreshHash, { accountId: line.accountId, used: line.used });
      return;
    }
    this.#access.set(line.tokenHash, { accountId: line.accountId, expiresAt: line.expiresAt });
    if (line.refreshHash) this.#refresh.set(line.refreshHash, { accountId: line.accountId, used: false });
    const used = line.replaces && this.#refresh.get(line.replaces);
    if (used) used.used = true;
  }

  /** The owner of an access token, or why it is not accepted. */
  check(token: string): { accountId: string } | { problem: TokenProblem } {
    const found = this.#access.get(hash(token));
    if (!found) return { problem: 'invalid_token' };
    return found.expiresAt && Date.parse(found.expiresAt) <= Date.now()
      ? { problem: 'token_expired' }
      : { accountId: found.accountId };
  }

  /** The owner of a refresh token, and whether it was used before. */
  checkRefresh(token: string): { accountId: string; used: boolean } | undefined {
    return this.#refresh.get(hash(token));
  }

  /** What a new file begins with: all but access tokens that expired more than a day ago. */
  lines(): TokenLine[] {
    const old = Date.now() - 86_400_000;
    const access = [...this.#access].filter(([, { expiresAt }]) => !expiresAt || Date.parse(expiresAt) > old);
    return [
      ...access.map(([tokenHash, { accountId, expiresAt }]) => ({
        type: 'tokens' as const,
        accountId,
        tokenHash,
        expiresAt,
        refreshHash: null,
        replaces: null,
      })),
      ...[...this.#refresh].map(([refreshHash, { accountId, used }]) => ({
        type: 'refresh' as const,
        accountId,
        refreshHash,
        used,
      })),
    ];
  }

  #forget(accountId: string): void {
    for (const tokens of [this.#access, this.#refresh]) {
      for (const [key, { accountId: owner }] of tokens) if (owner === accountId) tokens.delete(key);
    }
  }
}

const random = (prefix: string): string => `${prefix}_${randomBytes(24).toString('base64url')}`;
const hash = (token: string): string => createHash('sha256').update(token).digest('hex');
