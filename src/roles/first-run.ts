/** Makes an empty instance usable and prints what was made as JSON: the key is in it, once, and nowhere else. */
import { ensureFirstRun } from '../commands/first-run.ts';
import type { Config } from '../config.ts';
import { createContext } from '../context.ts';

/** The API must listen where the sandbox channel is connected (CRIER_SANDBOX). Running it again makes nothing. */
export async function runFirstRun(given: Config): Promise<void> {
  const context = await createContext({ ...given, PORT: given.PORT || 3000 }, 'first-run');
  try {
    process.stdout.write(`${JSON.stringify(await ensureFirstRun(context))}\n`);
  } finally {
    await context.dispose();
  }
}
