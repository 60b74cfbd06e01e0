/** What the stand-in knows: members, pages, tokens, uploads, and what was published. */
import type { App, Grant, Grants, Token as GrantedToken } from '../_shared/grants.ts';

/** Bounds that tests may lower. */
export interface Limits {
  /** Posts of one author in a day (UTC). */
  readonly postsPerDay: number;
  /** Seconds until an access token ends. */
  readonly tokenSeconds: number;
  /** Bytes of one part of a video. */
  readonly partBytes: number;
  /** Reads of an upload's status that still say PROCESSING. */
  readonly processingReads: number;
}

export const LINKEDIN_LIMITS: Limits = {
  postsPerDay: 150,
  tokenSeconds: 5_184_000,
  partBytes: 4_194_304,
  processingReads: 0,
};

export interface Member {
  readonly id: string;
  readonly name: string;
}

/** A page, and the roles of members on it. */
export interface Page {
  readonly id: string;
  readonly name: string;
  readonly vanityName: string;
  readonly roles: Map<string, string>;
  readonly followers: number;
}

export type Token = GrantedToken<Grant<Member>>;

export type MediaKind = 'image' | 'video' | 'document';
export type MediaStatus = 'WAITING_UPLOAD' | 'PROCESSING' | 'AVAILABLE' | 'PROCESSING_FAILED';

/** An upload; `parts` are the ETags of the bytes that arrived, by the first byte. */
export interface Upload {
  readonly urn: string;
  readonly kind: MediaKind;
  readonly owner: string;
  readonly token: string;
  readonly size: number | null;
  readonly parts: Map<number, { readonly etag: string; readonly bytes: Buffer }>;
  /** The picture of a video: announced, or there; undefined where none was announced. */
  thumbnail?: 'announced' | Buffer;
  /** Its subtitles, likewise. */
  captions?: 'announced' | { readonly metadata: unknown; readonly file: string };
  status: MediaStatus;
  readsLeft: number;
}

export interface Poll {
  readonly question: string;
  readonly options: readonly { readonly text: string }[];
  readonly settings: { readonly duration: string };
}

/** A post, or a comment on one. */
export interface Entry {
  readonly id: string;
  readonly author: string;
  /** As it was sent, escapes and all. */
  readonly text: string;
  readonly media: readonly string[];
  readonly altTexts: readonly string[];
  readonly poll?: Poll | null;
  readonly article?: {
    readonly source: string;
    readonly title: string;
    readonly description?: string;
    readonly thumbnail?: string;
  };
  /** Of a comment: the URN of its post. */
  readonly post: string | null;
  readonly at: number;
  deleted: boolean;
}

export interface State {
  url: string;
  readonly limits: Limits;
  readonly now: () => Date;
  readonly app: App & {
    /** Apps of approved partners get refresh tokens. */
    readonly isPartner: boolean;
    readonly lacks: readonly string[];
  };
  /** LinkedIn does not take the same words twice; off, where a test posts them on purpose. */
  refusesDuplicates: boolean;
  /** The next uploads cannot be processed. */
  failing: boolean;
  /** How the next subtitles fare; `unnamed`: the answer names no place for them. */
  captions: 'taken' | 'refused' | 'unnamed' | 'away';
  readonly members: Map<string, Member>;
  readonly pages: Map<string, Page>;
  readonly grants: Grants<Grant<Member>>;
  readonly uploads: Map<string, Upload>;
  readonly ledger: Entry[];
  nextId: number;
}

/** Ids only grow. */
export const newId = (state: State): string => `70${String(state.nextId++).padStart(17, '0')}`;
