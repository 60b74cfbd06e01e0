/**
 * `npm run crier -- …`: the operator's command line. It works on the database directly, with the rights of
 * the server; some commands also work over HTTP.
 */
import { useCompileCache } from '../../platform/compile-cache.ts';

useCompileCache();
const { runCli } = await import('./run-cli.ts');
// A socket or timer of a library must not keep the process alive.
process.exit(await runCli(process.argv.slice(2)));
