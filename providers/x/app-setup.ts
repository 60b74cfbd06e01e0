import type { AppSetup } from '../_kit/app-setup.ts';

export const appSetup: AppSetup = {
  portal: 'https://console.x.com',
  create: 'Create App',
  products: {
    at: 'User authentication settings',
    names: ['Read and write', 'Web App, Automated App or Bot'],
  },
  redirectAt: 'User authentication settings > Callback URI',
  id: 'Client ID',
  secret: 'Client Secret',
};
