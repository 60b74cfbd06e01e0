import type { AppSetup } from '../_kit/app-setup.ts';

export const appSetup: AppSetup = {
  portal: 'https://www.tumblr.com/oauth/apps',
  create: 'Register application',
  redirectAt: 'OAuth2 redirect URLs',
  id: 'OAuth Consumer Key',
  secret: 'Secret key',
};
