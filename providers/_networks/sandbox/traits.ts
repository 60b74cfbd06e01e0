/**
 * How the network treats an account, said by tags in the account's name: `Ada #none #token-5s`. Without a tag
 * an account is the newcomer's: posts can be found again, the token never expires, and each opening of an
 * account makes a new one.
 */

/**
 * What an account can rely on. `capability` is what its owner may truthfully declare about a post whose fate
 * is unknown.
 */
export interface Traits {
  /** `native_key`: an Idempotency-Key is honoured; `lookup`: posts are listed; `none`: neither. */
  readonly capability: 'native_key' | 'lookup' | 'none';
  /** `#no-duplicates`: a text that the account has on the network already is refused. */
  readonly refusesDuplicates: boolean;
  /**
   * `#token-5s`: access tokens expire after five seconds and are renewed with a refresh token that works
   * once.
   */
  readonly tokenSeconds: number | null;
  /** A name with tags is one account for good: opening it again is a login. */
  readonly tagged: boolean;
}

/** Reads the tags of a name; unknown ones mean nothing. */
export function readTraits(name: string): Traits {
  const tags = new Set(name.match(/#[\w-]+/g));
  const seconds = /#token-(\d+)s\b/.exec(name)?.[1];
  const capability = tags.has('#none') ? 'none' : tags.has('#native_key') ? 'native_key' : 'lookup';
  return {
    capability,
    refusesDuplicates: tags.has('#no-duplicates'),
    tokenSeconds: seconds ? Number(seconds) : null,
    tagged: tags.size > 0,
  };
}
