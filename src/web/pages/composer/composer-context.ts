import { createContext, useContext } from 'react';
import type { Schemas } from '../../api/client.ts';
import type { Uploads } from '../../components/use-uploads.ts';
import type { Action, ComposerState } from './composer-state.ts';
import type { EditedPost } from './open-state.ts';
import type { Checking } from './use-check.ts';

export type Channel = Schemas['Integration'];

export interface ComposerParts extends Checking {
  readonly state: ComposerState;
  dispatch(action: Action): void;
  /** The organisation's channels, in their order. */
  readonly channels: readonly Channel[];
  /** Whether problems are shown: not before something was written or sent. */
  readonly showProblems: boolean;
  readonly uploads: Uploads;
  /** Work that must end before the post is sent: the upload of a setting. */
  hold(work: Promise<unknown>): void;
  /** A message with a way back from what was just taken away. */
  offerUndo(message: string, undo: () => void): void;
  /** A post that is being changed; null = a draft. */
  readonly post: EditedPost | null;
  readonly zone: string;
}

/** What the page or the drawer around the composer does. */
export interface ComposerHandlers {
  /** The draft is stored for the first time: it has a URL of its own from now on. */
  onBegun?(id: string): void;
  /** Another draft, from the beginning. */
  onAgain(): void;
  /** The post was changed, or the draft was deleted. */
  onDone(): void;
  /** Whether leaving would lose what was written. */
  onUnsaved?(unsaved: boolean): void;
  /**
   * Where whether it is saved, and its menu, stand: beside the title of the page. Default: above the text.
   */
  readonly bar?: HTMLElement | null;
  /** What another app shared, by the id under which the service worker keeps it. */
  readonly shared?: string | undefined;
}

const Context = createContext<ComposerParts | null>(null);

export const ComposerProvider = Context.Provider;

export function useComposer(): ComposerParts {
  const parts = useContext(Context);
  if (!parts) throw new Error('a part of the composer stands outside it');
  return parts;
}

/** The chosen channels that still exist. */
export function chosenChannels({ state, channels }: Pick<ComposerParts, 'state' | 'channels'>): Channel[] {
  return state.document.channels.flatMap((id) => channels.find((channel) => channel.id === id) ?? []);
}
