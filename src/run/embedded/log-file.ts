/** A child's log on disk: appended to by the child itself, kept small by us. */
import { appendFileSync, closeSync, copyFileSync, openSync, readSync, statSync, truncateSync } from 'node:fs';

const MAX_BYTES = 5 * 1024 * 1024;

/** A log file `<name>.log`, with at most one older part `<name>.log.1` of 5 MiB. */
export class LogFile {
  readonly path: string;
  readonly #say: (line: string) => void;
  #complained = false;

  constructor(path: string, say: (line: string) => void) {
    this.path = path;
    this.#say = say;
  }

  /**
   * Opens it for appending; the descriptor is given to the child, so that its output outlives us. Close it
   * after the spawn.
   */
  open(): { readonly fd: number; close(): void } {
    this.rotate();
    const fd = openSync(this.path, 'a', 0o600);
    return { fd, close: () => closeSync(fd) };
  }

  /** Bytes written so far. */
  size(): number {
    return statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Adds a line that passed through us. A full disk must not end Crier: it is reported once. */
  append(line: string): void {
    this.#attempt(() => appendFileSync(this.path, `${line}\n`, { mode: 0o600 }));
  }

  /**
   * Moves the content aside when it grew past the limit. Writers append, so they go on at the new beginning.
   */
  rotate(): void {
    if (this.size() <= MAX_BYTES) return;
    this.#attempt(() => copyFileSync(this.path, `${this.path}.1`));
    // Also when there was no room for the copy: then room is what is needed.
    this.#attempt(() => truncateSync(this.path, 0));
  }

  /** The last 4 KiB that were written after `offset`. */
  tail(offset = 0): string {
    const size = this.size();
    const from = Math.max(offset, size - 4096);
    if (size <= from) return '';
    const buffer = Buffer.alloc(size - from);
    const fd = openSync(this.path, 'r');
    try {
      readSync(fd, buffer, 0, buffer.length, from);
    } finally {
      closeSync(fd);
    }
    return buffer.toString();
  }

  #attempt(write: () => void): void {
    try {
      write();
      this.#complained = false;
    } catch (error) {
      if (!this.#complained) this.#say(`The log ${this.path} cannot be written: ${(error as Error).message}`);
      this.#complained = true;
    }
  }
}
