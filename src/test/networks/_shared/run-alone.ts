/** A stand-in as a process of its own, for tests that kill other processes. */

/**
 * Prints one JSON line with its URL and `facts`. It serves its ledger at GET /__ledger, and exits when its
 * stdin closes or on SIGTERM.
 */
export function runAlone(
  { url, stop }: { readonly url: string; stop(): Promise<void> },
  facts: Readonly<Record<string, string>>,
): void {
  let ending = false;
  const end = async (): Promise<void> => {
    if (ending) return;
    ending = true;
    await stop();
    process.exit(0);
  };
  process.on('SIGTERM', () => void end());
  process.stdin
    .on('end', () => void end())
    .on('close', () => void end())
    .resume();
  process.stdout.write(`${JSON.stringify({ url, ...facts })}\n`);
}
