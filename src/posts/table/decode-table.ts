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
 * @throws TableError for a name that is none, and for a file that is not in that encoding or in none
 * that is recognised
 */
export function decodeTable(bytes: Buffer, named?: string): TableText {
  if (bytes.subarray(0, ZIP.length).equals(ZIP)) {
    throw new TableError(sentence('table_workbook'));
  }
  const encoding = named ?? recognised(bytes);
  if (encoding) return { ...decode(bytes, encoding), guessed: false };
  const guess = decode(bytes, 'windows-1252');
  if (NO_LETTERS.test(guess.text) || OTHER_ALPHABET.test(guess.text)) {
    throw new TableError(sentence('table_encoding_unknown'));
  }
  return { ...guess, guessed: true };
}

/** The encoding that the bytes prove; undefined if they prove none. */
function recognised(bytes: Buffer): string | undefined {
  const marked = MARKS.find(([, mark]) => bytes.subarray(0, mark.length).equals(mark));
  if (marked) return marked[0];
  // No table has a NUL in UTF-8, and in UTF-16 every letter of ASCII has one.
  const zero = bytes.indexOf(0);
  if (zero >= 0) return zero % 2 ? 'utf-16le' : 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return undefined;
  }
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
