import type { AppSetup } from '../_kit/app-setup.ts';

export const appSetup: AppSetup = {
  portal: 'https://api.slack.com/apps',
  create: 'Create New App > From scratch',
  scopesAt: 'OAuth & Permissions > Bot Token Scopes',
  redirectAt: 'OAuth & Permissions > Redirect URLs',
  id: 'Basic Information > Client ID',
  secret: 'Basic Information > Client Secret',
};
