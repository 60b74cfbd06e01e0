/** Lines of an entry, in batches that are bounded in number and in bytes. */
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { ArchiveError } from './archive-error.ts';

const MAX_LINES = 500;
const MAX_CHARACTERS = 4 * 1024 * 1024;
/** The longest line of a row: a post has far less, and so has the largest draft. */
const LONGEST_LINE = 32 * 1024 * 1024;

/** `text` without its line feed; `number` from 1 on, as editors count. */
export interface Line {
  readonly text: string;
  readonly number: number;
}

/** @throws ArchiveError `archive_invalid` for a line that is too long, or a last line that does not end */
export async function* readLines(source: Readable, name: string): AsyncGenerator<Line[]> {
  const decoder = new StringDecoder('utf8');
  let batch: Line[] = [];
  let characters = 0;
  let number = 0;
  // The begun line, in pieces: put together once, however many there are.
  let begun: string[] = [];
  let length = 0;
  for await (const chunk of source) {
    // Only line feeds separate rows: a text may have any other separator.
    const parts = decoder.write(chunk as Buffer).split('\n');
    const last = parts.pop() ?? '';
    if (parts.length) {
      parts[0] = [...begun, parts[0]].join('');
      [begun, length] = [[], 0];
    }
    begun.push(last);
    length += last.length;
    if (length > LONGEST_LINE) {
      throw new ArchiveError('archive_invalid', `${name}, line ${number + parts.length + 1} is too long`);
    }
    for (const text of parts) {
      number += 1;
      characters += text.length;
      batch.push({ text, number });
      if (batch.length < MAX_LINES && characters < MAX_CHARACTERS) continue;
      yield batch;
      batch = [];
      characters = 0;
    }
  }
  if (begun.join('') + decoder.end()) {
    throw new ArchiveError('archive_invalid', `${name}, line ${number + 1} has no end`);
  }
  if (batch.length) yield batch;
}
