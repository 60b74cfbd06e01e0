/**
 * An address that a page may link to or show, null for anything else: what the file or server of somebody
 * else calls an address may be a script (`javascript:`).
 */
export const webAddress = (text: unknown): string | null =>
  typeof text === 'string' && /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : null;
