/**
 * A URL that a page may link to or show, null for anything else: what another party's file or server gives as
 * a URL may be a script (`javascript:`).
 */
export const webUrl = (text: unknown): string | null =>
  typeof text === 'string' && /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : null;
