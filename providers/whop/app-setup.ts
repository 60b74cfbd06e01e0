import type { AppSetup } from '../_kit/app-setup.ts';

export const appSetup: AppSetup = {
  portal: 'https://whop.com/dashboard/developer',
  create: 'Create app',
  scopesAt: 'OAuth > View available scopes',
  redirectAt: 'OAuth > Redirect URIs',
  id: 'Client ID',
};
