/** Generated from the files beside this one: `npm run generate`. */
import { devto } from './devto.ts';
import { dribbble } from './dribbble.ts';
import { facebook } from './facebook.ts';
import { gmb } from './gmb.ts';
import { hashnode } from './hashnode.ts';
import { kick } from './kick.ts';
import { lemmy } from './lemmy.ts';
import { linkedin } from './linkedin.ts';
import { medium } from './medium.ts';
import { mewe } from './mewe.ts';
import { moltbook } from './moltbook.ts';
import { pinterest } from './pinterest.ts';
import { reddit } from './reddit.ts';
import { skool } from './skool.ts';
import { threads } from './threads.ts';
import { tiktok } from './tiktok.ts';
import { tumblr } from './tumblr.ts';
import { twitch } from './twitch.ts';
import { vk } from './vk.ts';
import { warpcast } from './warpcast.ts';
import { whop } from './whop.ts';
import { youtube } from './youtube.ts';

/** The networks that are tried from connecting to what is live. */
export const cases = [
  devto,
  dribbble,
  facebook,
  gmb,
  hashnode,
  kick,
  lemmy,
  linkedin,
  medium,
  mewe,
  moltbook,
  pinterest,
  reddit,
  skool,
  threads,
  tiktok,
  tumblr,
  twitch,
  vk,
  warpcast,
  whop,
  youtube,
];
