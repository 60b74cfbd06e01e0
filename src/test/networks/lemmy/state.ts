/** What the stand-in for one Lemmy instance knows: accounts, communities, posts and comments. */

/** 0.19 has version 3 of the API, 1.x version 4. */
export type Generation = '0.19' | '1';

/** The limits of one address, as an instance sets them: a number within a number of seconds. */
export interface Limits {
  readonly logins: number;
  readonly posts: number;
  readonly comments: number;
  readonly images: number;
  /** Bytes of one picture. */
  readonly imageBytes: number;
}

/** What a new instance has. */
export const LEMMY_LIMITS: Limits = {
  logins: 3,
  posts: 6,
  comments: 6,
  images: 6,
  imageBytes: 10 * 1024 ** 2,
};

/** Seconds after which a limit is whole again. */
export const WINDOWS: Readonly<Record<keyof Omit<Limits, 'imageBytes'>, number>> = {
  logins: 3600,
  posts: 600,
  comments: 600,
  images: 3600,
};

export interface Person {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  password: string;
  /** The account asks for a code at each login. */
  totp: boolean;
  banned: boolean;
  emailVerified: boolean;
  /** What its own lists show. */
  showNsfw: boolean;
}

/** The first languages of Lemmy's list (migrations, 2022-06-21-123144_language-tags). */
export const LANGUAGES = [
  { id: 0, code: 'und', name: 'Undetermined' },
  { id: 32, code: 'de', name: 'Deutsch' },
  { id: 37, code: 'en', name: 'English' },
] as const;

export interface Community {
  readonly id: number;
  readonly name: string;
  readonly title: string;
  /** Where it is: this instance, or another one. */
  readonly host: string;
  restricted: boolean;
  /** Ids of the languages that it allows; empty: all. */
  readonly languages: readonly number[];
  deleted: boolean;
  readonly moderators: Set<number>;
  readonly banned: Set<number>;
}

export interface Post {
  readonly id: number;
  readonly creator: number;
  readonly community: number;
  name: string;
  body: string | null;
  readonly url: string | null;
  readonly thumbnail: string | null;
  readonly alt: string | null;
  readonly nsfw: boolean;
  readonly language: number;
  readonly at: number;
  deleted: boolean;
  removed: boolean;
}

export interface Comment {
  readonly id: number;
  readonly creator: number;
  readonly post: number;
  readonly language: number;
  readonly content: string;
  readonly path: string;
  readonly at: number;
  deleted: boolean;
  removed: boolean;
}

/** How the next requests behave. */
export interface Armed {
  /** The next calls that post or comment are refused with this code (and this status, 400 by default). */
  refusal: { readonly code: string; readonly status?: number; readonly times: number } | null;
  /** Posts and comments that are accepted before `refusal`. */
  acceptedBefore: number;
}

export interface State {
  url: string;
  generation: Generation;
  version: string;
  readonly limits: Limits;
  readonly now: () => Date;
  /** Seconds until a token ends; 0.19 has no end. */
  readonly tokenSeconds: number | null;
  readonly people: Map<number, Person>;
  readonly communities: Map<number, Community>;
  readonly posts: Post[];
  readonly comments: Comment[];
  readonly tokens: Map<string, { readonly person: number; readonly expiresAt: number | null }>;
  /** Names of pictures. */
  readonly images: Map<string, { readonly person: number; readonly mime: string; readonly bytes: Buffer }>;
  /** Communities of other instances that this one has not fetched yet. */
  readonly elsewhere: Map<string, { readonly name: string; readonly title: string; readonly host: string }>;
  readonly uses: Map<string, number[]>;
  readonly armed: Armed;
  readonly slurs: readonly string[];
  nextId: number;
}

/** The host that an instance is known by. */
export const hostOf = ({ url }: State): string => new URL(url).host;
