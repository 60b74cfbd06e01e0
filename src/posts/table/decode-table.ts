/** The text of a table, in the encoding that the program has which wrote it. */
import { sentence } from '../../platform/sentences.ts';
import { TableError } from './table-error.ts';

/**
 * The text of a table. `guessed`: the file does not declare its encoding, and a person should look at the
 * letters.
 */
export interface TableText {
  readonly text: string;
  readonly encoding: string;
  readonly guessed: boolean;
}

/** How a zip file begins, and so a workbook of Excel or LibreOffice. */
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
/** Byte order marks, by the encoding that they stand for (encoding.spec.whatwg.org, section 6). */
const MARKS = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
] as const;
/** Control characters that pictures and programs have, and that no text has in an encoding of one byte. */
// oxlint-disable-next-line no-control-regex
const NO_TEXT = /[\u0000-\u0008\u000e-\u001f]/;
/** Bytes of Windows-1252 that stand for no letter; the decoder makes control characters of them. */
// oxlint-disable-next-line no-control-regex
const NO_LETTERS = /[\u0080-\u009f]/;
/**
 * What no word of a Western European language has: other letters than those of ASCII in a row, as a text of
 * another alphabet gets them (of Shift_JIS, every other one is a comma or ƒ), or a sign in the middle of a
 * word, as Windows-1250 and Mac OS Roman leave it.
 */
const OTHER_ALPHABET = /[À-ÖØ-öø-ÿŠŒŽšœžŸƒ]{4}|(?:[‚ƒ]\S){3}|\p{L}[¡¢£¤¥¦§¨©ª¬®¯°±²³´¶¸¹º¼½¾¿]\p{L}/u;

/**
 * The text of a file. UTF-8 and UTF-16 are recognised; what is neither is taken as Windows-1252, which
 * office programs of Western Europe and America write, unless it cannot be. `named`: the encoding that a
 * person names, by a label of the Encoding Standard.
 *
 * @throws TableError for a name that is none, for a file that is not in that encoding or in none that is
 * recognised, and for one that is no text
 */
export function decodeTable(bytes: Buffer, named?: string): TableText {
  if (bytes.subarray(0, ZIP.length).equals(ZIP)) {
    throw new TableError(sentence('table_workbook'));
  }
  const encoding = named ?? recognised(bytes);
  if (encoding) return { ...withoutNul(decode(bytes, encoding)), guessed: false };
  const guess = decode(bytes, 'windows-1252');
  if (NO_TEXT.test(guess.text)) throw new TableError(sentence('table_no_table'));
  if (NO_LETTERS.test(guess.text) || OTHER_ALPHABET.test(guess.text)) {
    throw new TableError(sentence('table_encoding_unknown'));
  }
  return { ...guess, guessed: true };
}

/** The encoding that the bytes prove; undefined if they prove none. */
function recognised(bytes: Buffer): string | undefined {
  const marked = MARKS.find(([, mark]) => bytes.subarray(0, mark.length).equals(mark));
  if (marked) return marked[0];
  if (bytes.includes(0)) return withoutMark(bytes);
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return undefined;
  }
}

/**
 * UTF-16 without its mark. Each letter of ASCII has a NUL there, and of separators, digits and line ends a
 * table has many, in whichever alphabet its texts are.
 *
 * @throws TableError for bytes that are neither of the two
 */
function withoutMark(bytes: Buffer): string {
  const zero = bytes.indexOf(0);
  const label = zero % 2 ? 'utf-16le' : 'utf-16be';
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(bytes);
    // oxlint-disable-next-line no-control-regex
    const ascii = text.match(/[\u0001-\u007f]/g)?.length ?? 0;
    if (ascii > 1 && ascii * 20 > text.length) return label;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  throw new TableError(sentence('table_no_table'));
}

function withoutNul<T extends { readonly text: string }>(decoded: T): T {
  if (decoded.text.includes('\0')) throw new TableError(sentence('table_no_table'));
  return decoded;
}

function decode(bytes: Buffer, label: string): Pick<TableText, 'text' | 'encoding'> {
  const decoder = decoderFor(label);
  try {
    return { text: decoder.decode(bytes), encoding: decoder.encoding };
  } catch (cause) {
    throw new TableError(sentence('table_other_encoding', { encoding: decoder.encoding }), { cause });
  }
}

function decoderFor(label: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label, { fatal: true });
  } catch (cause) {
    throw new TableError(sentence('table_no_encoding', { name: label }), { cause });
  }
}
