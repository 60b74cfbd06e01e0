/** What a network needs to be pictured: its real server, and the pages on which its posts are seen. */
import type { Browser, Page } from 'playwright-core';
import type { PostPage } from '../e2e/client.ts';
import type { MediaHost } from '../../uploads/fixtures/media-host.ts';

/** The posts that are published. */
export type Kind = 'card' | 'pictures' | 'video';

/** What is shared: `viewers` serves pages with a network's own client, from `modules`. */
export interface Tools {
  readonly browser: Browser;
  readonly viewers: MediaHost;
  /** The folder of packages that are only for pictures. */
  readonly modules: string;
  say(line: string): void;
}

/** One picture. `blind`: without pictures and videos, so that their descriptions are seen. */
export interface Shot {
  readonly name: string;
  readonly kind: Kind;
  readonly caption: string;
  readonly blind?: boolean;
}

/** A network that runs, with an account. */
export interface Pictured {
  /** What is seen, such as "GoToSocial 0.20.0, on its own page". */
  readonly what: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** What is published beside the texts of all. `page`: what the card is of. */
  settingsOf?(kind: Kind, page: string): Readonly<Record<string, unknown>>;
  readonly shots: readonly Shot[];
  /** Opens the post on a page; resolves with the selector of what is pictured. */
  open(page: Page, post: PostPage, shot: Shot): Promise<string>;
  stop(): Promise<void>;
}

export interface Network {
  readonly provider: string;
  /** @throws Unavailable */
  start(tools: Tools): Promise<Pictured>;
}
