/** Every mutant. `npm run generate` writes them into docs/promises.md and docs/security.md. */
import { archiveMutants } from './archives.ts';
import { composerMutants } from './composer.ts';
import { endpointMutants } from './endpoints.ts';
import { untrustedMutants } from './untrusted.ts';
import { fileMutants } from './files.ts';
import { ledgerMutants } from './ledger.ts';
import { lookMutants } from './looks.ts';
import { outageMutants } from './outages.ts';
import { pageMutants } from './pages.ts';
import { operatorMutants } from './operators.ts';
import type { Mutant } from './mutant.ts';
import { networkFileMutants } from './network-files.ts';
import { networkSettingMutants } from './network-settings.ts';
import { networkMutants } from './networks.ts';
import { numberMutants } from './numbers.ts';
import { plugged } from './plugged-mutants.ts';
import { linkMutants } from './links.ts';
import { postMutants } from './posts.ts';
import { standbyMutants } from './standby.ts';
import { storageMutants } from './storage.ts';
import { tenantMutants } from './tenants.ts';
import { textMutants } from './texts.ts';
import { webhookMutants } from './webhooks.ts';

export const mutants: readonly Mutant[] = [
  ...ledgerMutants,
  ...standbyMutants,
  ...lookMutants,
  ...operatorMutants,
  ...postMutants,
  ...linkMutants,
  ...composerMutants,
  ...outageMutants,
  ...pageMutants,
  ...textMutants,
  ...networkMutants,
  ...networkSettingMutants,
  ...networkFileMutants,
  ...numberMutants,
  ...plugged,
  ...endpointMutants,
  ...untrustedMutants,
  ...fileMutants,
  ...storageMutants,
  ...tenantMutants,
  ...archiveMutants,
  ...webhookMutants,
];
