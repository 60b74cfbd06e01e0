/** Generated from the folders of networks: `npm run generate`. */
import { english as devto } from '../../../../providers/devto/english.ts';
import { english as discord } from '../../../../providers/discord/english.ts';
import { english as facebook } from '../../../../providers/facebook/english.ts';
import { english as gmb } from '../../../../providers/gmb/english.ts';
import { english as instagram } from '../../../../providers/instagram/english.ts';
import { english as linkedin } from '../../../../providers/linkedin/english.ts';
import { english as listmonk } from '../../../../providers/listmonk/english.ts';
import { english as mastodon } from '../../../../providers/mastodon/english.ts';
import { english as medium } from '../../../../providers/medium/english.ts';
import { english as pinterest } from '../../../../providers/pinterest/english.ts';
import { english as reddit } from '../../../../providers/reddit/english.ts';
import { english as slack } from '../../../../providers/slack/english.ts';
import { english as threads } from '../../../../providers/threads/english.ts';
import { english as tiktok } from '../../../../providers/tiktok/english.ts';
import { english as twitch } from '../../../../providers/twitch/english.ts';
import { english as whop } from '../../../../providers/whop/english.ts';
import { english as x } from '../../../../providers/x/english.ts';
import { english as youtube } from '../../../../providers/youtube/english.ts';

/** What one network alone calls better. */
export const betterOfNetworks: Readonly<Record<string, string>> = {
  ...devto,
  ...discord,
  ...facebook,
  ...gmb,
  ...instagram,
  ...linkedin,
  ...listmonk,
  ...mastodon,
  ...medium,
  ...pinterest,
  ...reddit,
  ...slack,
  ...threads,
  ...tiktok,
  ...twitch,
  ...whop,
  ...x,
  ...youtube,
};
