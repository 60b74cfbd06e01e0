/** Generated from the folders beside this file: `npm run generate`. */
import type { Provider } from './_kit/contract.ts';
import { bluesky } from './bluesky/index.ts';
import { devto } from './devto/index.ts';
import { discord } from './discord/index.ts';
import { dribbble } from './dribbble/index.ts';
import { facebook } from './facebook/index.ts';
import { gmb } from './gmb/index.ts';
import { hashnode } from './hashnode/index.ts';
import { instagram, instagramStandalone } from './instagram/index.ts';
import { kick } from './kick/index.ts';
import { lemmy } from './lemmy/index.ts';
import { linkedin, linkedinPage } from './linkedin/index.ts';
import { listmonk } from './listmonk/index.ts';
import { mastodon } from './mastodon/index.ts';
import { medium } from './medium/index.ts';
import { mewe } from './mewe/index.ts';
import { moltbook } from './moltbook/index.ts';
import { nostr } from './nostr/index.ts';
import { pinterest } from './pinterest/index.ts';
import { reddit } from './reddit/index.ts';
import { sandbox } from './sandbox/index.ts';
import { skool } from './skool/index.ts';
import { slack } from './slack/index.ts';
import { telegram } from './telegram/index.ts';
import { threads } from './threads/index.ts';
import { tiktok } from './tiktok/index.ts';
import { tumblr } from './tumblr/index.ts';
import { twitch } from './twitch/index.ts';
import { vk } from './vk/index.ts';
import { warpcast } from './warpcast/index.ts';
import { whop } from './whop/index.ts';
import { wordpress } from './wordpress/index.ts';
import { x } from './x/index.ts';
import { youtube } from './youtube/index.ts';

/** All of them, in the order of their identifiers. */
export const providers: readonly Provider[] = [
  bluesky,
  devto,
  discord,
  dribbble,
  facebook,
  gmb,
  hashnode,
  instagramStandalone,
  instagram,
  kick,
  lemmy,
  linkedinPage,
  linkedin,
  listmonk,
  mastodon,
  medium,
  mewe,
  moltbook,
  nostr,
  pinterest,
  reddit,
  sandbox,
  skool,
  slack,
  telegram,
  threads,
  tiktok,
  tumblr,
  twitch,
  vk,
  warpcast,
  whop,
  wordpress,
  x,
  youtube,
];
