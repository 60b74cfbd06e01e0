/** Resolves at SIGTERM or SIGINT, and when the supervisor that started this process is gone. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
    process.once('disconnect', () => resolve());
  });
}
