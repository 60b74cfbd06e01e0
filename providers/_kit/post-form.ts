/**
 * What a network demands of the form in which a person writes a post to it, beside the settings themselves.
 */

/** One sentence, shown always or with some values of the settings. */
export interface FormNotice {
  /** `consent`: what publishing agrees to, shown at the button that publishes. */
  readonly kind: 'note' | 'consent';
  /** Shown while the settings named here have these values; default: always. */
  readonly when?: Readonly<Record<string, unknown>>;
  readonly message: string;
  /** Names within `message` that lead somewhere. */
  readonly links?: readonly { readonly name: string; readonly url: string }[];
}

/** Declared by networks that review how an app asks (TikTok's audit). */
export interface PostForm {
  /**
   * A tool without input that answers `{name, off}`: the account's name as people know it, and the settings
   * that it has switched off for all its posts.
   */
  readonly account?: string;
  readonly notices: readonly FormNotice[];
  /** Settings that are of use with one kind of file alone, and the value that they have without it. */
  readonly only?: Readonly<Record<string, { readonly with: 'image' | 'video'; readonly otherwise: unknown }>>;
}
