/** The variables of both LinkedIn networks. */
import type { EnvVariable } from '../../_kit/contract.ts';

export const sharedEnv: readonly EnvVariable[] = [
  {
    name: 'LINKEDIN_API_VERSION',
    required: false,
    help: 'Version of the API as YYYYMM, once LinkedIn has ended the one that Crier was written for',
  },
  {
    name: 'LINKEDIN_API_URL',
    required: false,
    help: 'Address of a server in place of https://api.linkedin.com and https://www.linkedin.com, for tests',
  },
];
