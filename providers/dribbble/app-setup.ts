import type { AppSetup } from '../_kit/app-setup.ts';

export const appSetup: AppSetup = {
  portal: 'https://dribbble.com/account/applications',
  create: 'Register a new application',
  redirectAt: 'Callback URL',
  id: 'Client ID',
  secret: 'Client Secret',
};
