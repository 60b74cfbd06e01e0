import type { AppSetup } from '../_kit/app-setup.ts';

export const appSetup: AppSetup = {
  portal: 'https://kick.com/settings/developer',
  create: 'Create new',
  scopesAt: 'Scopes',
  redirectAt: 'Redirect URL',
  id: 'Client ID',
  secret: 'Client Secret',
};
