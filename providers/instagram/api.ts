/** Where the API is for accounts that are connected through a Facebook Page. */
import type { Login } from '../_shared/meta/instagram/api.ts';
import { facebookGraph } from '../_shared/meta/login.ts';

export const NAME = 'Instagram';

export const LOGIN: Login = {
  name: NAME,
  graph: (ctx) => facebookGraph(NAME, ctx),
  override: 'FACEBOOK_API_URL',
  fetchesVideos: false,
};
