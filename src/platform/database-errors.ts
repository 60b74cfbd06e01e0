/**
 * Whether an error means that the database cannot be reached: the driver's connection failures, and
 * PostgreSQL's classes 08 (connection), 53 (resources) and 57P (shutting down).
 */
export function isDatabaseDown(error: unknown): boolean {
  return causes(error).some(
    (e) =>
      isUnreached(e) ||
      /^(ECONNRESET|EPIPE|ETIMEDOUT)$/.test(e.code ?? '') ||
      /^(08|53|57P)/.test(e.code ?? '') ||
      /Connection terminated|timeout expired/.test(e.message),
  );
}

/**
 * Whether the connection broke after a statement was sent: it may have taken effect, and only the answer was
 * lost. A statement that the server itself refused (a full disk, say) had no effect.
 */
export function isAnswerLost(error: unknown): boolean {
  const all = causes(error);
  return (
    !all.some(isUnreached) &&
    all.some(
      (e) =>
        /^(ECONNRESET|EPIPE|ETIMEDOUT)$/.test(e.code ?? '') ||
        // 57P01 and 57P02: the server is stopped, or this connection ended, while it answers
        /^(08|57P0[12])/.test(e.code ?? '') ||
        /Connection terminated/.test(e.message),
    )
  );
}

/** Whether no connection was made, so that nothing was sent. */
function isUnreached({ code = '', syscall = '', message }: NodeJS.ErrnoException): boolean {
  return (
    /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(code) ||
    // no file descriptor or no port is left for a connection; or the socket file of a server that is stopped.
    // Anything else without a file or a descriptor is not the database
    (/^(EMFILE|ENFILE|ENOBUFS|EADDRNOTAVAIL|ENOENT|ETIMEDOUT|ECONNRESET)$/.test(code) &&
      /^(connect|getaddrinfo)$/.test(syscall)) ||
    // starting up, and too many connections
    /^(57P03|53300)$/.test(code) ||
    /timeout exceeded when trying to connect|due to connection timeout/.test(message)
  );
}

/** The error and its causes; for a host with several addresses, the failure of each. */
function causes(error: unknown): NodeJS.ErrnoException[] {
  const all: NodeJS.ErrnoException[] = [];
  for (let e = error; e instanceof Error && all.length < 20; e = e.cause) {
    all.push(e, ...(e instanceof AggregateError ? (e.errors as NodeJS.ErrnoException[]) : []));
  }
  return all;
}
