/**
 * Bundles the engine's workflows: `node bench/engine/bundle.ts FILE`. As with the product, outside the
 * worker, because bundling takes memory.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';

const quiet = { trace() {}, debug() {}, info() {}, warn() {}, error() {}, log() {} };
const { code } = await bundleWorkflowCode({
  workflowsPath: fileURLToPath(new URL('workflows.ts', import.meta.url)),
  logger: quiet,
});
writeFileSync(process.argv[2] ?? '', code);
