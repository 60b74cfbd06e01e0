/** Every mutant. `npm run generate` writes them into docs/promises.md and docs/security.md. */
import { archiveMutants } from './archives.ts';
import { composerMutants } from './composer.ts';
import { doorMutants } from './doors.ts';
import { strangerMutants } from './strangers.ts';
import { fileMutants } from './files.ts';
import { ledgerMutants } from './ledger.ts';
import { lookMutants } from './looks.ts';
import { pageMutants } from './pages.ts';
import { operatorMutants } from './operators.ts';
import { migrationMutants } from './migration.ts';
import type { Mutant } from './mutant.ts';
import { networkFileMutants } from './network-files.ts';
import { networkMutants } from './networks.ts';
import { numberMutants } from './numbers.ts';
import { linkMutants } from './links.ts';
import { postMutants } from './posts.ts';
import { restoredMutants } from './restored.ts';
import { storageMutants } from './storage.ts';
import { tenantMutants } from './tenants.ts';
import { textMutants } from './texts.ts';
import { sourceOfV1Mutants } from './sources-of-v1.ts';
import { valueOfV1Mutants } from './values-of-v1.ts';
import { webhookMutants } from './webhooks.ts';

export const mutants: readonly Mutant[] = [
  ...ledgerMutants,
  ...lookMutants,
  ...operatorMutants,
  ...postMutants,
  ...linkMutants,
  ...composerMutants,
  ...pageMutants,
  ...textMutants,
  ...networkMutants,
  ...networkFileMutants,
  ...numberMutants,
  ...migrationMutants,
  ...valueOfV1Mutants,
  ...sourceOfV1Mutants,
  ...restoredMutants,
  ...doorMutants,
  ...strangerMutants,
  ...fileMutants,
  ...storageMutants,
  ...tenantMutants,
  ...archiveMutants,
  ...webhookMutants,
];
