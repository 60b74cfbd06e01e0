/** What the stand-in for X knows. */

export interface Account {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  /** What the account pays for: `None`, `Basic`, `Premium` or `PremiumPlus`. */
  readonly subscription: string;
  suspended: boolean;
}

/** The app as its owner configured it in the console. */
export interface App {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
}

/** What a person granted: all tokens that came of it, which end together. */
export interface Family {
  readonly account: Account;
  readonly scopes: readonly string[];
  revoked: boolean;
}

/** Times are in milliseconds of the stand-in's clock. */
export interface AccessToken {
  readonly family: Family;
  readonly endsAt: number;
}

export interface RefreshToken {
  readonly family: Family;
  used: boolean;
}

export interface Code {
  readonly family: Family;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly endsAt: number;
  used: boolean;
}

export interface Media {
  readonly id: string;
  readonly key: string;
  readonly accountId: string;
  readonly mime: string;
  readonly category: string;
  readonly totalBytes: number;
  readonly endsAt: number;
  /** By number of the chunk. */
  readonly chunks: Map<number, Buffer>;
  alt: string | null;
  /** Of a video. */
  subtitles: { readonly language: string; readonly name: string; readonly text: string } | null;
  finished: boolean;
  /** How many more questions find it in progress. */
  pollsLeft: number;
  failed: boolean;
  postId: string | null;
}

/** An accepted post. It stays in the ledger after its deletion, with `deletedAt`. */
export interface LedgerEntry {
  readonly id: string;
  readonly accountId: string;
  readonly text: string;
  readonly media: readonly { readonly id: string; readonly alt: string | null; readonly sha256: string }[];
  readonly inReplyTo: string | null;
  readonly replySettings: string | null;
  readonly communityId: string | null;
  readonly madeWithAi: boolean;
  readonly paidPartnership: boolean;
  readonly articleId: string | null;
  readonly quoted: string | null;
  readonly poll: {
    readonly id: string;
    readonly options: readonly string[];
    readonly minutes: number;
  } | null;
  /** Ids of accounts. */
  readonly tagged: readonly string[];
  /** ISO 8601. */
  readonly at: string;
  deletedAt: string | null;
}

export interface Article {
  readonly id: string;
  readonly accountId: string;
  readonly title: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly coverId: string | null;
  postId: string | null;
}

/** `postsPerDay`: of one person, in `daySeconds`; the free plan of X had 17. */
export interface Limits {
  readonly postsPerDay: number;
  readonly daySeconds: number;
  readonly postsPer15Minutes: number;
  readonly requestsPer15Minutes: number;
  readonly chunkBytes: number;
  readonly accessTokenSeconds: number;
  readonly codeSeconds: number;
  /** For how long a text is refused as a duplicate; X does not say. */
  readonly duplicateSeconds: number;
}

/** The documented values; those of posts are of the free plan. */
export const X_LIMITS: Limits = {
  postsPerDay: 17,
  daySeconds: 86_400,
  postsPer15Minutes: 100,
  requestsPer15Minutes: 1875,
  chunkBytes: 5_000_000,
  accessTokenSeconds: 7200,
  codeSeconds: 30,
  duplicateSeconds: 86_400,
};

/** How the next requests behave. */
export interface Armed {
  /** How many questions find an upload of a video or a GIF in progress. */
  mediaPolls: number;
  /** The processing of the next uploads fails. */
  mediaFails: boolean;
  /** The next answer of the token endpoint is lost after the tokens have changed. */
  loseTokens: boolean;
  /** The plan's allowance is used up: every post is refused. */
  capped: boolean;
  /** The account's longest video in minutes, which every video exceeds; null: none does. */
  longestVideo: number | null;
  /** Lists do not say what a post replies to. */
  hidesReferences: boolean;
  /** No post may be quoted. */
  refusesQuotes: boolean;
}

export interface State {
  url: string;
  readonly limits: Limits;
  readonly now: () => Date;
  readonly app: App;
  /** Which names the API has for posts: those of X's OpenAPI document, or those of its guides. */
  readonly vocabulary: 'posts' | 'tweets';
  readonly accounts: Map<string, Account>;
  readonly codes: Map<string, Code>;
  readonly accessTokens: Map<string, AccessToken>;
  readonly refreshTokens: Map<string, RefreshToken>;
  readonly media: Map<string, Media>;
  readonly articles: Map<string, Article>;
  readonly ledger: LedgerEntry[];
  /** `who:what:window` → how often. */
  readonly counts: Map<string, number>;
  readonly armed: Armed;
  nextId(): string;
}

/** X's ids begin with the time (docs.x.com/fundamentals/x-ids): strictly increasing, strings in JSON. */
export function idMaker(now: () => Date): () => string {
  let last = 0n;
  return () => {
    const wanted = BigInt(now().getTime() - 1_288_834_974_657) << 22n;
    last = wanted > last ? wanted : last + 1n;
    return String(last);
  };
}
