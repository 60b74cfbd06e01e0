/**
 * Where the mark of each network comes from: a drawing of simple-icons or of Tabler Icons, or letters where
 * neither has one. After a change run `node src/test/write-icons.ts`. Licences: LICENSES.md.
 */
export type MarkSource =
  | { readonly simpleIcon: string }
  | { readonly tabler: string; readonly colour: string; readonly without?: string }
  | { readonly letters: string; readonly colour: string };

/** By the identifier of the provider. */
export const markSources: Readonly<Record<string, MarkSource>> = {
  bluesky: { simpleIcon: 'bluesky' },
  devto: { simpleIcon: 'devdotto' },
  discord: { simpleIcon: 'discord' },
  dribbble: { simpleIcon: 'dribbble' },
  facebook: { simpleIcon: 'facebook' },
  gmb: { simpleIcon: 'google' },
  hashnode: { simpleIcon: 'hashnode' },
  instagram: { simpleIcon: 'instagram' },
  'instagram-standalone': { simpleIcon: 'instagram' },
  kick: { simpleIcon: 'kick' },
  lemmy: { simpleIcon: 'lemmy' },
  linkedin: { letters: 'in', colour: '#0a66c2' },
  'linkedin-page': { letters: 'in', colour: '#0a66c2' },
  listmonk: { simpleIcon: 'listmonk' },
  mastodon: { simpleIcon: 'mastodon' },
  // Its drawing without the frame, for which the tile stands.
  medium: { tabler: 'brand-medium', colour: '#000000', without: 'M4 6' },
  mewe: { letters: 'me', colour: '#17377f' },
  moltbook: { letters: 'M', colour: '#c8372d' },
  nostr: { letters: 'N', colour: '#7b2fd0' },
  pinterest: { simpleIcon: 'pinterest' },
  reddit: { simpleIcon: 'reddit' },
  sandbox: { tabler: 'flask', colour: '#0b6e77' },
  skool: { letters: 'S', colour: '#3c4a77' },
  slack: { tabler: 'brand-slack', colour: '#4a154b' },
  telegram: { simpleIcon: 'telegram' },
  threads: { simpleIcon: 'threads' },
  tiktok: { simpleIcon: 'tiktok' },
  tumblr: { simpleIcon: 'tumblr' },
  twitch: { simpleIcon: 'twitch' },
  vk: { simpleIcon: 'vk' },
  warpcast: { simpleIcon: 'farcaster' },
  whop: { letters: 'W', colour: '#d63c0b' },
  wordpress: { simpleIcon: 'wordpress' },
  x: { simpleIcon: 'x' },
  youtube: { simpleIcon: 'youtube' },
};
