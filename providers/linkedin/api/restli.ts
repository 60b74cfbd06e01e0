/**
 * Values in a URL as Rest.li 2.0 writes them (linkedin.github.io/rest.li/spec/protocol): `List(a,b)`,
 * `(key:value)`, and its own punctuation percent-encoded inside of a value.
 */

/** A value that a URL can contain; undefined is left out. */
export type RestliValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly RestliValue[]
  | { readonly [key: string]: RestliValue };

/** One value, for a path or a query. The empty string is two quotes. */
export function encodeRestli(value: RestliValue): string {
  if (Array.isArray(value)) return `List(${value.map(encodeRestli).join(',')})`;
  if (value !== null && typeof value === 'object') {
    const fields = definedOf(value as Readonly<Record<string, RestliValue>>);
    return `(${fields.map(([name, field]) => `${encodeText(name)}:${encodeRestli(field)}`).join(',')})`;
  }
  return encodeText(String(value));
}

/** A query string; each parameter is a value of its own. */
export const restliQuery = (params: Readonly<Record<string, RestliValue>>): string =>
  definedOf(params)
    .map(([name, value]) => `${encodeText(name)}=${encodeRestli(value)}`)
    .join('&');

const definedOf = (fields: Readonly<Record<string, RestliValue>>): [string, RestliValue][] =>
  Object.entries(fields).filter(([, value]) => value !== undefined);

/** `encodeURIComponent` leaves quotes and brackets, which have a meaning here. */
const encodeText = (text: string): string =>
  text === ''
    ? "''"
    : encodeURIComponent(text).replaceAll(
        /['()]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      );
