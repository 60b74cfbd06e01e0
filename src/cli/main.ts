/**
 * `npm run crier -- …`: the operator's command line. Works on the database directly, with the rights of the
 * server; some commands also over HTTP.
 */
import { useCompileCache } from '../platform/compile-cache.ts';

useCompileCache();
const { runCli } = await import('./run-cli.ts');
// A socket or a timer of a library must not keep the process.
process.exit(await runCli(process.argv.slice(2)));
