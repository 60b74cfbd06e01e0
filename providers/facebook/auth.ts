/** Pages, connected by Facebook Login. */
import type { ConnectedAccount } from '../_kit/contract.ts';
import { connectInBrowser } from '../_kit/connect-in-browser.ts';
import { loginOf, type ListedPage } from '../_shared/meta/login.ts';
import { NAME } from './api.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

interface Page extends ListedPage {
  readonly username?: string;
  readonly picture?: { readonly data?: { readonly url?: string } };
}

/** A token of a Page does not expire; it ends when the person loses the role, or takes the access back. */
const accountOf = ({ id, name, username, picture, access_token: token }: Page): ConnectedAccount => ({
  internalId: id,
  name: name || id,
  picture: picture?.data?.url ?? null,
  profile: username ?? null,
  credentials: { token: token ?? '' },
  details: {},
  expiresAt: null,
});

export const connect = connectInBrowser('Facebook');

export const oauth = loginOf<Page>({
  name: NAME,
  scopes: [
    'pages_show_list',
    'pages_manage_posts',
    'pages_manage_engagement',
    'pages_read_engagement',
    'pages_read_user_content',
    'read_insights',
    // Facebook lists Pages of a business portfolio only with it.
    'business_management',
  ],
  fields: 'username,picture.type(large)',
  account: accountOf,
  none: sentence('facebook_no_page'),
});
