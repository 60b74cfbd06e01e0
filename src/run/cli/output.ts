/** The result of a command, and how it is printed. */
import { utcMinute } from '../../../temporal/contract/words.ts';

/** `json` is the document of --json, `lines` are for people; `failed` makes the exit code 1. */
export interface Answer {
  readonly json: unknown;
  readonly lines: readonly string[];
  readonly failed?: boolean;
}

/**
 * Everything that a terminal would act on, except ends of lines and tabs: names and answers of networks may
 * contain it.
 */
const CONTROL = /[^\P{Cc}\n\t]/gu;

/** As JSON writes it, which is also how a person can read it. */
const escaped = (character: string): string =>
  `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/**
 * Resolves once the text is written: a pipe would lose it when the process exits. No character of it commands
 * the terminal.
 */
export function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text.replaceAll(CONTROL, escaped), (error) => {
      // EPIPE: the reader has seen enough (`| head`).
      if (error && (error as NodeJS.ErrnoException).code !== 'EPIPE') reject(error);
      else resolve();
    });
  });
}

export function printAnswer(answer: Answer, options: { json: boolean }): Promise<void> {
  return write(
    process.stdout,
    options.json
      ? `${JSON.stringify(answer.json, null, 2)}\n`
      : answer.lines.map((line) => `${line}\n`).join(''),
  );
}

/** Aligned columns below a header; the last column is not padded. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [head, ...rows].map((row) => row.map((cell) => cell.replace(/\s+/g, ' ')));
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => (column === head.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

/** A date for a table; `-` when there is none. */
export function shortDate(date: Date | string | null | undefined): string {
  return date ? utcMinute(Math.floor(new Date(date).getTime() / 1000) * 1000) : '-';
}

/** Shortens a text to `max` characters, with an ellipsis. */
export function cut(text: string, max: number): string {
  const letters = [...text.replace(/\s+/g, ' ').trim()];
  return letters.length > max ? `${letters.slice(0, max - 1).join('')}…` : letters.join('');
}
