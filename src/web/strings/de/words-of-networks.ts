/** Generated from the folders of networks: `npm run generate`. */
import { german as bluesky } from '../../../../providers/bluesky/german.ts';
import { german as devto } from '../../../../providers/devto/german.ts';
import { german as discord } from '../../../../providers/discord/german.ts';
import { german as dribbble } from '../../../../providers/dribbble/german.ts';
import { german as facebook } from '../../../../providers/facebook/german.ts';
import { german as gmb } from '../../../../providers/gmb/german.ts';
import { german as hashnode } from '../../../../providers/hashnode/german.ts';
import { german as instagram } from '../../../../providers/instagram/german.ts';
import { german as lemmy } from '../../../../providers/lemmy/german.ts';
import { german as linkedin } from '../../../../providers/linkedin/german.ts';
import { german as listmonk } from '../../../../providers/listmonk/german.ts';
import { german as mastodon } from '../../../../providers/mastodon/german.ts';
import { german as medium } from '../../../../providers/medium/german.ts';
import { german as mewe } from '../../../../providers/mewe/german.ts';
import { german as moltbook } from '../../../../providers/moltbook/german.ts';
import { german as nostr } from '../../../../providers/nostr/german.ts';
import { german as pinterest } from '../../../../providers/pinterest/german.ts';
import { german as reddit } from '../../../../providers/reddit/german.ts';
import { german as sandbox } from '../../../../providers/sandbox/german.ts';
import { german as skool } from '../../../../providers/skool/german.ts';
import { german as slack } from '../../../../providers/slack/german.ts';
import { german as telegram } from '../../../../providers/telegram/german.ts';
import { german as threads } from '../../../../providers/threads/german.ts';
import { german as tiktok } from '../../../../providers/tiktok/german.ts';
import { german as tumblr } from '../../../../providers/tumblr/german.ts';
import { german as twitch } from '../../../../providers/twitch/german.ts';
import { german as vk } from '../../../../providers/vk/german.ts';
import { german as warpcast } from '../../../../providers/warpcast/german.ts';
import { german as whop } from '../../../../providers/whop/german.ts';
import { german as wordpress } from '../../../../providers/wordpress/german.ts';
import { german as x } from '../../../../providers/x/german.ts';
import { german as youtube } from '../../../../providers/youtube/german.ts';

/** What one network alone asks for. */
export const wordsOfNetworks: Readonly<Record<string, string>> = {
  ...bluesky,
  ...devto,
  ...discord,
  ...dribbble,
  ...facebook,
  ...gmb,
  ...hashnode,
  ...instagram,
  ...lemmy,
  ...linkedin,
  ...listmonk,
  ...mastodon,
  ...medium,
  ...mewe,
  ...moltbook,
  ...nostr,
  ...pinterest,
  ...reddit,
  ...sandbox,
  ...skool,
  ...slack,
  ...telegram,
  ...threads,
  ...tiktok,
  ...tumblr,
  ...twitch,
  ...vk,
  ...warpcast,
  ...whop,
  ...wordpress,
  ...x,
  ...youtube,
};
