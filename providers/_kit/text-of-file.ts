/**
 * The text of a file that a person chose: in UTF-8, or in UTF-16 where its first two bytes say so (Encoding
 * Standard, section 6, "BOM sniff"). What is neither has U+FFFD in it.
 */
export function textOfFile(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const encoding = !isUtf16 ? 'utf-8' : first === 0xff ? 'utf-16le' : 'utf-16be';
  return new TextDecoder(encoding).decode(bytes);
}
