import type { AppSetup } from '../_kit/app-setup.ts';

export const appSetup: AppSetup = {
  portal: 'https://developers.tiktok.com/apps/',
  create: 'Manage apps > Connect an app',
  products: { at: 'Products', names: ['Login Kit', 'Content Posting API', 'Direct Post'] },
  scopesAt: 'Scopes',
  redirectAt: 'Login Kit > Redirect URI',
  id: 'Client key',
  secret: 'Client secret',
  testersAt: 'Sandbox',
  review: { url: 'https://developers.tiktok.com/doc/content-sharing-guidelines', before: 'private' },
};
