/** Where the API is for accounts that are connected directly. */
import type { ProviderContext } from '../../_kit/contract.ts';
import { GRAPH_VERSION, overrideOf } from '../../_shared/meta/graph.ts';
import { NAME, type Login } from '../api.ts';

export const API_URL = 'https://graph.instagram.com';
/** Exchanges codes, and nothing else. */
export const CODE_URL = 'https://api.instagram.com';
export const SITE_URL = 'https://www.instagram.com';

type Env = Pick<ProviderContext, 'env'>;

/** The URL, or that of a server of tests in its place. */
export const at = (url: string, { env }: Env): string => overrideOf(env.INSTAGRAM_API_URL) ?? url;

export const STANDALONE: Login = {
  name: NAME,
  graph: (ctx) => ({ name: NAME, url: at(API_URL, ctx), version: GRAPH_VERSION }),
  override: 'INSTAGRAM_API_URL',
  fetchesVideos: true,
};
