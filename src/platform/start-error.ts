/** Failures of the one-command run, with messages for the person at the screen. */

/**
 * Something that keeps Crier from starting. `message` is one readable line with the fix; it is printed
 * without a stack.
 */
export class StartError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'StartError';
  }
}

const FIXES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full: free some space and start again',
  EDQUOT: 'the disk quota is used up: free some space and start again',
  EACCES: 'this user may not write there: fix its permissions, or choose another folder',
  EPERM: 'this user may not change it: fix its permissions, or choose another folder',
  EROFS: 'the file system is read-only: choose another folder',
  ENOMEM: 'memory ran out: close other programs, and start again',
  ENOTDIR: 'a part of the path is a file: choose another folder',
};

/** Error messages of programs (not of Node) for the same causes. */
const PROGRAM_WORDS: readonly (readonly [RegExp, string])[] = [
  [/no space left on device/i, 'ENOSPC'],
  [/disk quota exceeded/i, 'EDQUOT'],
  [/permission denied/i, 'EACCES'],
  [/read-only file system/i, 'EROFS'],
  // The system ends the largest program when there is no memory left.
  [/signal: killed|cannot allocate memory/i, 'ENOMEM'],
];

/**
 * Turns a failed file operation or a failed program into a `StartError` with its fix.
 *
 * @param what the attempt, e.g. "Could not write the data folder /x"
 * @param variable the environment variable that chooses another folder, when one does
 */
export function explainFailure(what: string, error: unknown, variable?: string): StartError {
  if (error instanceof StartError) return error;
  const { code = '', message = String(error) } = error as NodeJS.ErrnoException;
  const known = FIXES[code] ? code : PROGRAM_WORDS.find(([reason]) => reason.test(message))?.[1];
  const fix = known ? FIXES[known] : lastLine(message);
  return new StartError(`${what}: ${fix}${known && known !== 'ENOMEM' && variable ? ` (${variable})` : ''}`, {
    cause: error,
  });
}

/** The last line of a program's output with text in it. */
export function lastLine(text: string): string {
  return (
    text
      .trim()
      .split('\n')
      .findLast((line) => line.trim())
      ?.trim() ?? 'no reason given'
  );
}
