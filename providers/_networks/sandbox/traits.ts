/**
 * How the network treats an account, chosen by tags in its name: `Ada #none #token-5s`. Without tags posts
 * can be looked up, the token never expires, and opening an account always creates a new one.
 */

/** How one account is treated. */
export interface Traits {
  /** `native_key`: an Idempotency-Key is honoured; `lookup`: posts can be listed; `none`: neither. */
  readonly capability: 'native_key' | 'lookup' | 'none';
  /** `#no-duplicates`: a text that the account has already posted is rejected. */
  readonly rejectsDuplicates: boolean;
  /** `#token-5s`: access tokens expire after five seconds; a refresh token, which works once, renews them. */
  readonly tokenSeconds: number | null;
  /** A name with tags is a single account: opening it again is a login. */
  readonly tagged: boolean;
}

/** Reads the tags of a name; unknown ones are ignored. */
export function readTraits(name: string): Traits {
  const tags = new Set(name.match(/#[\w-]+/g));
  const seconds = /#token-(\d+)s\b/.exec(name)?.[1];
  const capability = tags.has('#none') ? 'none' : tags.has('#native_key') ? 'native_key' : 'lookup';
  return {
    capability,
    rejectsDuplicates: tags.has('#no-duplicates'),
    tokenSeconds: seconds ? Number(seconds) : null,
    tagged: tags.size > 0,
  };
}
