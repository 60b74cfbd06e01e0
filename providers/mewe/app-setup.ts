import type { AppSetup } from '../_kit/app-setup.ts';

export const appSetup: AppSetup = {
  portal: 'https://dev.mewe.com/',
  request: 'https://dev.mewe.com/',
  create: 'Standalone App',
  products: { at: 'Permissions', names: ['post_content', 'user_groups'] },
  redirectAt: 'Redirect URI',
  id: 'App ID',
  secret: 'API key',
  review: { url: 'https://dev.mewe.com/', before: 'nothing' },
};
