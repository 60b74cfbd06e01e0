/**
 * Whether an error says that the database cannot be reached: the driver's connection failures, and
 * PostgreSQL's classes 08 (connection), 53 (resources) and 57P (shutting down).
 */
export function isDatabaseDown(error: unknown): boolean {
  for (let e: unknown = error, depth = 0; e instanceof Error && depth < 5; e = e.cause, depth++) {
    const { code = '', syscall = '' } = e as NodeJS.ErrnoException;
    if (
      /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(code) ||
      /^(08|53|57P)/.test(code)
    ) {
      return true;
    }
    // the socket file of a server that is stopped; any other missing file is not the database
    if (code === 'ENOENT' && syscall === 'connect') return true;
    if (/Connection terminated|timeout exceeded when trying to connect|timeout expired/.test(e.message)) {
      return true;
    }
  }
  return false;
}
