/** What a command found, and how it reaches the screen or a script. */
import { utcMinute } from '../../temporal/contract.ts';

/**
 * `json` is the one document of --json, `lines` are for a person; `failed` = the answer itself is bad news
 * (exit code 1).
 */
export interface Answer {
  readonly json: unknown;
  readonly lines: readonly string[];
  readonly failed?: boolean;
}

/** Writes and waits until it is written: a pipe would lose it when the process ends. */
export function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      // Whoever reads has seen enough (`| head`).
      if (error && (error as NodeJS.ErrnoException).code !== 'EPIPE') reject(error);
      else resolve();
    });
  });
}

/** Prints an answer: one JSON document, or lines. */
export function printAnswer(answer: Answer, options: { json: boolean }): Promise<void> {
  return write(
    process.stdout,
    options.json
      ? `${JSON.stringify(answer.json, null, 2)}\n`
      : answer.lines.map((line) => `${line}\n`).join(''),
  );
}

/**
 * Plain aligned columns under a head line; the last column is as long as it is. Rows of one cell would be all
 * lines.
 */
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

/** Text cut to a number of characters, with an ellipsis. */
export function cut(text: string, max: number): string {
  const letters = [...text.replace(/\s+/g, ' ').trim()];
  return letters.length > max ? `${letters.slice(0, max - 1).join('')}…` : letters.join('');
}
