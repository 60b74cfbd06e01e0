import type { AppSetup } from '../_kit/app-setup.ts';

export const appSetup: AppSetup = {
  portal: 'https://developers.pinterest.com/apps/',
  create: 'Connect app',
  redirectAt: 'Configure > Redirect URIs',
  id: 'App ID',
  secret: 'App secret key',
  review: { url: 'https://developers.pinterest.com/docs/key-concepts/access-tiers/', before: 'private' },
};
