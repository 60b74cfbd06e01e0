/** A child's log on disk: appended to by the child itself, kept small by us. */
import { closeSync, copyFileSync, openSync, readSync, statSync, truncateSync } from 'node:fs';

const MAX_BYTES = 5 * 1024 * 1024;

/** A log file `<name>.log`, with at most one older part `<name>.log.1` of 5 MiB. */
export class LogFile {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Opens it for appending; the descriptor is given to the child, so that its words outlive us. Close it after the spawn. */
  open(): { readonly fd: number; close(): void } {
    this.rotate();
    const fd = openSync(this.path, 'a', 0o600);
    return { fd, close: () => closeSync(fd) };
  }

  /** Bytes written so far. */
  size(): number {
    return statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Moves the content aside when it grew past the limit. Writers append, so they go on at the new beginning. */
  rotate(): void {
    if (this.size() <= MAX_BYTES) return;
    copyFileSync(this.path, `${this.path}.1`);
    truncateSync(this.path, 0);
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
}
