import type { AppSetup } from '../_kit/app-setup.ts';

export const appSetup: AppSetup = {
  portal: 'https://dev.neynar.com',
  create: 'New app',
  id: 'Client ID',
  secret: 'API key',
};
