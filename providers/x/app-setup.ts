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
  notes: [
    'X charges for the API by use: the app needs credits, which are bought in the console.',
    'Website URL: the URL of this instance.',
    'Client ID and Client Secret are needed, not API Key and Secret: those are for OAuth 1.0a, and X refuses them.',
  ],
};
