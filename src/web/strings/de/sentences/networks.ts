/** Generated from the folders of networks: `npm run generate`. */
import { german as bluesky } from '../../../../../providers/bluesky/sentences.ts';
import { german as devto } from '../../../../../providers/devto/sentences.ts';
import { german as discord } from '../../../../../providers/discord/sentences.ts';
import { german as dribbble } from '../../../../../providers/dribbble/sentences.ts';
import { german as facebook } from '../../../../../providers/facebook/sentences.ts';
import { german as gmb } from '../../../../../providers/gmb/sentences.ts';
import { german as hashnode } from '../../../../../providers/hashnode/sentences.ts';
import { german as instagram } from '../../../../../providers/instagram/sentences.ts';
import { german as kick } from '../../../../../providers/kick/sentences.ts';
import { german as lemmy } from '../../../../../providers/lemmy/sentences.ts';
import { german as linkedin } from '../../../../../providers/linkedin/sentences.ts';
import { german as listmonk } from '../../../../../providers/listmonk/sentences.ts';
import { german as mastodon } from '../../../../../providers/mastodon/sentences.ts';
import { german as medium } from '../../../../../providers/medium/sentences.ts';
import { german as mewe } from '../../../../../providers/mewe/sentences.ts';
import { german as moltbook } from '../../../../../providers/moltbook/sentences.ts';
import { german as nostr } from '../../../../../providers/nostr/sentences.ts';
import { german as pinterest } from '../../../../../providers/pinterest/sentences.ts';
import { german as reddit } from '../../../../../providers/reddit/sentences.ts';
import { german as sandbox } from '../../../../../providers/sandbox/sentences.ts';
import { german as skool } from '../../../../../providers/skool/sentences.ts';
import { german as slack } from '../../../../../providers/slack/sentences.ts';
import { german as telegram } from '../../../../../providers/telegram/sentences.ts';
import { german as threads } from '../../../../../providers/threads/sentences.ts';
import { german as tiktok } from '../../../../../providers/tiktok/sentences.ts';
import { german as tumblr } from '../../../../../providers/tumblr/sentences.ts';
import { german as vk } from '../../../../../providers/vk/sentences.ts';
import { german as warpcast } from '../../../../../providers/warpcast/sentences.ts';
import { german as wordpress } from '../../../../../providers/wordpress/sentences.ts';
import { german as x } from '../../../../../providers/x/sentences.ts';
import { german as youtube } from '../../../../../providers/youtube/sentences.ts';

/** What one network alone refuses, by the code. */
export const sentencesOfNetworks: Readonly<Record<string, string>> = {
  ...bluesky,
  ...devto,
  ...discord,
  ...dribbble,
  ...facebook,
  ...gmb,
  ...hashnode,
  ...instagram,
  ...kick,
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
  ...vk,
  ...warpcast,
  ...wordpress,
  ...x,
  ...youtube,
};
