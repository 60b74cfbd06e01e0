/** What the stand-in for YouTube knows. */
import type { Grant as GoogleGrant, OAuthState } from '../google/oauth.ts';

export interface Owner {
  readonly id: string;
  readonly title: string;
  readonly handle: string;
  /** The playlist of its uploads. */
  readonly uploads: string;
  /** Verified by phone: long videos and thumbnails are allowed. */
  readonly verified: boolean;
}

export type Grant = GoogleGrant<Owner>;

/** An upload. Bytes beyond what has arrived do not exist. */
export interface Session {
  readonly id: string;
  readonly owner: Owner;
  readonly metadata: { readonly snippet: Snippet; readonly status: VideoStatus; readonly notifies: boolean };
  readonly total: number;
  readonly bytes: Buffer[];
  received: number;
  video: Video | null;
}

export interface Snippet {
  readonly title: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly categoryId?: string;
}

export interface Playlist {
  readonly id: string;
  readonly title: string;
  readonly owner: Owner;
  /** Ids of videos. */
  readonly items: string[];
}

export interface VideoStatus {
  readonly privacyStatus: string;
  readonly selfDeclaredMadeForKids?: boolean;
  readonly containsSyntheticMedia?: boolean;
  readonly license?: string;
  readonly embeddable?: boolean;
}

/** A video. It stays after its removal, with `deleted`. */
export interface Video {
  readonly id: string;
  readonly owner: Owner;
  readonly snippet: Snippet;
  readonly status: VideoStatus;
  readonly notifies: boolean;
  readonly sha256: string;
  readonly publishedAt: string;
  /** How many more questions find it unprocessed. */
  pollsLeft: number;
  rejected: string | null;
  thumbnail: { readonly mime: string; readonly size: number; readonly sets: number } | null;
  deleted: boolean;
}

/** A comment below a video. It stays after its removal, with `deleted`. */
export interface Comment {
  readonly id: string;
  readonly owner: Owner;
  readonly videoId: string;
  readonly text: string;
  readonly publishedAt: string;
  deleted: boolean;
}

/** A caption track of a video: its names, and the file that was sent. */
export interface CaptionTrack {
  readonly videoId: string;
  readonly language: string;
  readonly name: string;
  readonly file: string;
}

/** How the next requests behave. */
export interface Armed {
  /** How many questions find the next videos unprocessed. */
  polls: number;
  /** Why the next videos are rejected. */
  rejection: string | null;
  /** The next items of playlists are added, but their answers are lost. */
  losesItems: number;
  /** How many videos the app may still insert today. */
  insertsLeft: number;
}

export interface State extends OAuthState<Owner> {
  url: string;
  readonly sessions: Map<string, Session>;
  readonly videos: Video[];
  readonly playlists: Playlist[];
  readonly comments: Comment[];
  readonly captions: CaptionTrack[];
  readonly captionSessions: Map<string, { total: number; track: Omit<CaptionTrack, 'file'> }>;
  readonly armed: Armed;
  readonly now: () => Date;
}
