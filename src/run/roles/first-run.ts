/**
 * Makes an empty instance usable and prints what it created as JSON: this output is the only place where the
 * key appears; the setup code is shown again as long as it is needed.
 */
import { readSetup } from '../../accounts/register.ts';
import { ensureSetupCode } from '../../accounts/setup-code.ts';
import { ensureFirstRun } from '../../organizations/first-run.ts';
import type { Config } from '../../platform/config/config.ts';
import { createContext } from '../create-context.ts';
import type { ShownWelcome } from './welcome.ts';

/**
 * The API must be listening where the sandbox channel is connected (CRIER_SANDBOX). A second run creates
 * nothing.
 */
export async function runFirstRun(config: Config): Promise<void> {
  const context = await createContext({ ...config, PORT: config.PORT || 3000 }, 'first-run');
  try {
    const welcome = await ensureFirstRun(context);
    const setupCode = (await readSetup(context)).needed ? await ensureSetupCode(context) : null;
    process.stdout.write(`${JSON.stringify({ ...welcome, setupCode } satisfies ShownWelcome)}\n`);
  } finally {
    await context.dispose();
  }
}
