/**
 * What a post may contain: the rules that a network declares, and the media that they are checked against.
 */
import type { Sentence } from './sentences/fill.ts';
import type { Channel } from './channel.ts';

/** A JSON Schema (draft 2020-12) as a plain object. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * How the text of an item reaches the provider: converted from the stored content, which is sanitised HTML.
 */
export type TextFormat = 'plain' | 'html' | 'markdown';

/**
 * How a video is encoded, as the codecs are named by WebCodecs ("avc" is H.264, "hevc" is H.265); null where
 * that is unknown, or there is no sound. `frameRate`: frames a second.
 */
export interface VideoFacts {
  readonly codec: string | null;
  readonly audio: string | null;
  readonly frameRate: number | null;
  /** How the colours are kept beside the brightness, where the codec's profile says so: `4:2:0`, `4:2:2`. */
  readonly chroma?: string;
}

/** One media file. `width` and `height` in pixels, `durationMs` in milliseconds, `size` in bytes. */
export interface MediaFile {
  readonly id: string;
  /** A document is a PDF. */
  readonly kind: 'image' | 'video' | 'document';
  readonly mime: string;
  readonly size: number;
  readonly width?: number;
  readonly height?: number;
  readonly durationMs?: number;
  /** Of a video that was uploaded since this is read. */
  readonly video?: VideoFacts;
  /** Of a document. */
  readonly pages?: number;
  /** Alternative text for people who do not see the media; empty if none was given. */
  readonly alt: string;
  /**
   * The picture that stands for a video where it is not played, and the moment of the video that does, in
   * milliseconds from its start. A network that takes neither chooses a frame itself.
   */
  readonly thumbnail?: MediaFile;
  readonly thumbnailAtMs?: number;
  /** File name with the extension of its real type. */
  readonly fileName: string;
  /** What it was called when it was uploaded. */
  readonly originalName?: string;
  /** A permanent public URL, for networks that link to media. */
  readonly url: string;
  /**
   * A public URL that expires in some hours, for networks that download media once. It differs at each call:
   * it is neither part of what `prepare` returns, nor anything that a post is found by.
   */
  signedUrl(): Promise<string>;
  /**
   * The file, read from where it is stored while it is sent: a gigabyte is never held in memory. Rejects with
   * `Rejected` code `media_missing` if it is gone.
   */
  blob(): Promise<Blob>;
}

/**
 * A problem with content or settings; `path` is relative to the post (`value.0.content`, `settings.title`).
 */
export interface ContentIssue extends Sentence {
  readonly path: string;
}

/**
 * Bounds of a picture or a video. Sides in pixels, `aspect` = width ÷ height, durations in milliseconds. A
 * property that is unknown for a file is not checked.
 */
export interface MediaBounds {
  readonly minWidth?: number;
  readonly maxWidth?: number;
  readonly minHeight?: number;
  readonly maxHeight?: number;
  /** Width × height. */
  readonly maxPixels?: number;
  readonly minAspect?: number;
  readonly maxAspect?: number;
  readonly minDurationMs?: number;
  readonly maxDurationMs?: number;
  /** Of a video: the codecs of its pictures and of its sound, as in `VideoFacts`. */
  readonly codecs?: readonly string[];
  readonly audioCodecs?: readonly string[];
  /** Of its pictures, as in `VideoFacts`. */
  readonly chroma?: string;
  /** Frames a second. */
  readonly minFrameRate?: number;
  readonly maxFrameRate?: number;
}

/** The media that one item may carry. Sizes in bytes. */
export interface MediaRules {
  /** Files that an item must have; default 0. */
  readonly minFiles?: number;
  /** Pictures and videos together; default: as many as `maxImages` and `maxVideos` allow. */
  readonly maxFiles?: number;
  readonly maxImages: number;
  readonly maxVideos: number;
  /** Whether one item may carry images and videos together. */
  readonly mixed: boolean;
  readonly imageTypes: readonly string[];
  readonly videoTypes: readonly string[];
  readonly maxImageBytes: number;
  /** Of a picture that is not a GIF, where that differs from `maxImageBytes`. */
  readonly maxStillBytes?: number;
  readonly maxVideoBytes: number;
  readonly image?: MediaBounds;
  readonly video?: MediaBounds;
  /** For a network that takes a PDF, which an item then carries alone. */
  readonly document?: { readonly maxBytes: number; readonly maxPages: number };
}

/**
 * How many posts a network takes within a period. `of`: whose posts count together, those of one account or
 * of every account that the app publishes for; `within`: hours that move with the clock, or a calendar day in
 * a time zone (IANA); `eachPart`: whether every part of a thread counts.
 */
export interface PostLimit {
  readonly posts: number;
  readonly of: 'account' | 'app';
  readonly within: { readonly hours: number } | { readonly dayIn: string };
  readonly eachPart: boolean;
}

/** What the limits of an item may depend on besides its channel. `position`: 0 for the post itself. */
export interface ItemPlace {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly position: number;
}

/** Limits that can be checked before anything is sent. */
export interface ContentRules {
  readonly format: TextFormat;
  /**
   * For networks where the format depends on the settings (an article instead of a post) or on the position
   * (the replies to it); `position` defaults to 0.
   */
  formatFor?(settings: Readonly<Record<string, unknown>>, position?: number): TextFormat;
  /** Maximum of `length(text)` for this channel; without `place`, of a post with default settings. */
  maxLength(channel: Pick<Channel, 'details'>, place?: ItemPlace): number;
  /** Length of a text, counted as the network counts it. */
  length(text: string): number;
  /** What `length` counts; default: characters. */
  readonly unit?: 'bytes';
  readonly media: MediaRules;
  /** For networks where media depend on the settings (a story) or on the position (no media in comments). */
  mediaFor?(channel: Pick<Channel, 'details'>, place: ItemPlace): MediaRules;
  /** The rules in prose, shown by the API and the web app. */
  readonly description: string;
}
