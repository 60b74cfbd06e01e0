import type { AppSetup } from '../_kit/app-setup.ts';

export const appSetup: AppSetup = {
  portal: 'https://www.reddit.com/prefs/apps',
  request: 'https://support.reddithelp.com/hc/en-us/requests/new?ticket_form_id=14868593862164',
  create: 'create app > web app',
  redirectAt: 'redirect uri',
  id: 'the line below "web app"',
  secret: 'secret',
  review: {
    url: 'https://support.reddithelp.com/hc/en-us/requests/new?ticket_form_id=14868593862164',
    before: 'nothing',
  },
};
