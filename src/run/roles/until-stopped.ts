/** Resolves with the cause: SIGTERM, SIGINT, or that the supervisor that started this process is gone. */
export function untilStopped(): Promise<'SIGTERM' | 'SIGINT' | 'disconnect'> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal));
    process.once('disconnect', () => resolve('disconnect'));
  });
}
