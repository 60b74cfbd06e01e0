/** The terminal of `npm start`: lines that stay, and a changing one below them. */
import { describeProgress, type TemporalProgress } from '../../platform/temporal-start.ts';

/** Where lines are written. */
export type Terminal = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>;

/** What `npm start` writes to. */
export interface Screen {
  say(line: string): void;
  /**
   * The progress of Temporal's server. On a terminal one line that is overwritten; elsewhere a line for each
   * step, and for each tenth of a long one. null = done.
   */
  progress(progress: TemporalProgress | null): void;
}

const CLEAR = '\r\u001B[2K';

export function createScreen(terminal: Terminal = process.stdout): Screen {
  const write = (text: string): void => void terminal.write(text);
  let shown = '';
  let last = '';
  return {
    say(line) {
      write(shown ? `${CLEAR}${line}\n${shown}` : `${line}\n`);
    },
    progress(progress) {
      if (!progress) {
        if (shown) write(CLEAR);
        shown = '';
        return;
      }
      const line = `  Temporal's server: ${describeProgress(progress)}`;
      if (terminal.isTTY) {
        // Cut, because a wrapped line cannot be overwritten.
        shown = line.slice(0, (terminal.columns || 80) - 1);
        write(`${CLEAR}${shown}`);
        return;
      }
      const tenth = `${progress.step} ${Math.floor((10 * progress.done) / (progress.total || 1))}`;
      if (tenth !== last) write(`${line}\n`);
      last = tenth;
    },
  };
}
