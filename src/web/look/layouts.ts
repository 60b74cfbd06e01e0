/** Generated from the declarations of networks: `npm run generate`. */

/** A short post with its thread, a card, a message, an article. */
export type Layout = 'short' | 'card' | 'message' | 'article';

/** How posts are laid out where these are not short; by the identifier of the network. */
export const layouts: Readonly<Record<string, Layout>> = {
  devto: 'article',
  discord: 'message',
  dribbble: 'card',
  facebook: 'card',
  gmb: 'card',
  hashnode: 'article',
  instagram: 'card',
  'instagram-standalone': 'card',
  kick: 'message',
  lemmy: 'article',
  linkedin: 'card',
  'linkedin-page': 'card',
  listmonk: 'article',
  medium: 'article',
  mewe: 'card',
  pinterest: 'card',
  reddit: 'article',
  skool: 'message',
  slack: 'message',
  telegram: 'message',
  tiktok: 'card',
  tumblr: 'card',
  twitch: 'message',
  vk: 'card',
  whop: 'message',
  wordpress: 'article',
  youtube: 'card',
};

/** What further parts become where they are no thread; by the identifier of the network. */
export const furtherParts: Readonly<Record<string, 'comment' | 'none'>> = {
  devto: 'none',
  dribbble: 'none',
  facebook: 'comment',
  gmb: 'none',
  hashnode: 'none',
  instagram: 'comment',
  'instagram-standalone': 'comment',
  lemmy: 'comment',
  linkedin: 'comment',
  'linkedin-page': 'comment',
  listmonk: 'none',
  medium: 'none',
  mewe: 'none',
  moltbook: 'comment',
  pinterest: 'none',
  reddit: 'comment',
  skool: 'comment',
  tiktok: 'none',
  tumblr: 'none',
  vk: 'comment',
  whop: 'comment',
  wordpress: 'none',
  youtube: 'comment',
};

/** Networks that look people up who can be mentioned: the tool `mentions`. */
export const mentionNetworks: readonly string[] = [
  'bluesky',
  'discord',
  'linkedin-page',
  'mastodon',
  'slack',
];

/** Networks that show the moment of a video that a person has chosen. */
export const momentNetworks: readonly string[] = ['instagram', 'instagram-standalone', 'pinterest', 'tiktok'];

/** Networks that take only whole seconds for that. */
export const wholeSecondNetworks: readonly string[] = ['pinterest'];

/** Who makes the cards of links: Crier with the post, or the network. */
export const linkCards: Readonly<Record<string, 'post' | 'network'>> = {
  bluesky: 'post',
  discord: 'network',
  facebook: 'network',
  linkedin: 'post',
  'linkedin-page': 'post',
  mastodon: 'network',
  slack: 'network',
  telegram: 'network',
  threads: 'network',
  x: 'network',
};

/** The networks that most people look for, in this order. */
export const popular: readonly string[] = [
  'instagram',
  'facebook',
  'tiktok',
  'youtube',
  'linkedin',
  'linkedin-page',
  'x',
  'threads',
  'pinterest',
  'bluesky',
  'mastodon',
  'instagram-standalone',
  'gmb',
  'reddit',
  'telegram',
  'discord',
];
