import type { AppSetup } from '../_kit/app-setup.ts';

export const appSetup: AppSetup = {
  portal: 'https://dev.twitch.tv/console',
  create: 'Register Your Application',
  products: { at: 'Client Type', names: ['Confidential'] },
  redirectAt: 'OAuth Redirect URL',
  id: 'Client ID',
  secret: 'New Secret',
};
