/** What is written in the composer: parts, and the files of each. */

export interface PartMedia {
  readonly id: string;
  /** Alternative text; empty if none was given. */
  readonly alt: string;
  /** What stands for a video, as the API gave it; it goes back with it. */
  readonly thumbnail?: string | null;
  /** Milliseconds from the start of the video. */
  readonly thumbnailTimestamp?: number | null;
}

/** The post itself, or a later part of its thread. */
export interface Part {
  readonly id: string;
  readonly text: string;
  readonly media: readonly PartMedia[];
  readonly delaySeconds: number;
}
