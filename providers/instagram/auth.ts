/** Instagram accounts that belong to a Facebook Page, connected by Facebook Login. */
import type { ConnectedAccount, ProviderContext } from '../_kit/contract.ts';
import { connectInBrowser } from '../_kit/connect-in-browser.ts';
import { loginOf, type ListedPage } from '../_shared/meta/login.ts';
import { NAME, PAGE } from './api.ts';
import { readLimit } from './api/publishing-limit.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

interface Page extends ListedPage {
  readonly instagram_business_account?: {
    readonly id: string;
    readonly username?: string;
    readonly name?: string;
    readonly profile_picture_url?: string;
  };
}

/** A token of a Page does not expire. */
async function accountOf(
  { access_token: token, instagram_business_account: account }: Page,
  ctx: ProviderContext,
): Promise<ConnectedAccount | null> {
  if (!account?.username) return null;
  const credentials = { token: token ?? '' };
  const limit = await readLimit(PAGE, { internalId: account.id, credentials }, ctx);
  return {
    internalId: account.id,
    name: account.name || account.username,
    picture: account.profile_picture_url ?? null,
    profile: account.username,
    credentials,
    details: { username: account.username, ...limit },
    expiresAt: null,
  };
}

export const connect = connectInBrowser(NAME);

export const oauth = loginOf<Page>({
  name: NAME,
  scopes: [
    'instagram_basic',
    'instagram_content_publish',
    'instagram_manage_comments',
    'instagram_manage_contents',
    'instagram_manage_insights',
    'pages_show_list',
    'pages_read_engagement',
    // Facebook lists Pages of a business portfolio only with it.
    'business_management',
  ],
  fields: 'instagram_business_account{id,username,name,profile_picture_url}',
  account: accountOf,
  none: sentence('instagram_no_account'),
});
