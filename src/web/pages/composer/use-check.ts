import { onlineManager } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { http, isLost, withPatience, type Answer, type Schemas } from '../../api/client.ts';
import { partsFor, type ComposerState } from './composer-state.ts';
import { entriesOf, requestOf, type Entry } from './to-request.ts';

type Checked = Answer<'checkPost'>;
export type CheckedTarget = Checked['posts'][number];

/** The server's result for the draft, and the texts that it is about. */
export interface Check {
  readonly answer: Checked;
  /** By channel: the texts of its parts when they were counted. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

const DELAY_MS = 300;
const RETRY_MS = 5000;

/** What is checked beside the texts. */
interface CheckOptions {
  readonly networkOf: (channel: string) => string | undefined;
  /** When the post is published; null = now, or not known yet. */
  readonly date: string | null;
  /** The post that is being changed. */
  readonly postId: string | undefined;
  /** Whether the channels are known. */
  readonly ready: boolean;
}

/** What the server says of the draft; the last answer stays until the next one is there. */
export interface Checking {
  readonly check: Check | null;
  /** Whether the answer is about what is written now. */
  readonly settled: boolean;
  /** Whether the server was asked about what is written now and did not answer; it is asked again. */
  readonly unchecked: boolean;
}

/** Asks the server after each change, by the rules by which it takes posts. */
export function useCheck(
  state: Pick<ComposerState, 'document' | 'files' | 'formatted'>,
  { networkOf, date, postId, ready }: CheckOptions,
): Checking {
  const { document, files, formatted } = state;
  const question = useMemo(
    () => ({ document, files, formatted, networkOf, date, postId }),
    [document, files, formatted, networkOf, date, postId],
  );
  const [found, setFound] = useState<Found>({ check: null, answered: null, lost: null });
  const [round, setRound] = useState(0);
  const settled = found.answered === question;
  const unchecked = !settled && found.lost === question;
  useEffect(() => {
    if (!ready) return undefined;
    let current = true;
    const { document, files, formatted, networkOf, date, postId } = question;
    const entries = entriesOf({ document, files, formatted }, networkOf);
    const finish = (check: Check | null): void => {
      if (current) setFound({ check, answered: question, lost: null });
    };
    if (!entries.length) {
      finish(null);
      return undefined;
    }
    const ask = async (): Promise<void> => {
      // The generated types know no read-only lists.
      const { when } = document;
      const asked = { ...document, when: { ...when, date: date ?? when.date } };
      const body = requestOf(ofPost(entries, postId), { document: asked, now: new Date().toISOString() });
      const { data } = await withPatience((signal) =>
        http.POST('/posts/check', { body: body as never, signal }),
      );
      const texts = document.channels.map(
        (channel) => [channel, partsFor(document, channel).map(({ text }) => text)] as const,
      );
      if (data) finish({ answer: data, texts: Object.fromEntries(texts) });
      else lose();
    };
    const lose = (): void => {
      if (current) setFound((before) => ({ ...before, lost: question }));
    };
    const timer = setTimeout(
      () =>
        void ask().catch((error: unknown) => {
          if (!isLost(error)) throw error;
          lose();
        }),
      DELAY_MS,
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [question, ready, round]);
  useEffect(() => {
    if (!unchecked) return undefined;
    const again = (): void => setRound((before) => before + 1);
    const timer = setTimeout(again, RETRY_MS);
    const stop = onlineManager.subscribe((online) => online && again());
    return () => {
      clearTimeout(timer);
      stop();
    };
    // From each answer that did not come.
  }, [unchecked, found]);
  return { check: found.check, settled, unchecked };
}

interface Found {
  readonly check: Check | null;
  /** The questions that were answered last, and that got no answer since. */
  readonly answered: unknown;
  readonly lost: unknown;
}

/** The entries as a change of that post. */
const ofPost = (entries: readonly Entry[], id: string | undefined): readonly Entry[] =>
  id
    ? entries.map((entry) => ({
        ...entry,
        value: entry.value.map((part, index) => (index === 0 ? { ...part, id } : part)),
      }))
    : entries;

/** The result for one channel. */
export const targetOf = (check: Check | null, channel: string): CheckedTarget | undefined =>
  check?.answer.posts.find(({ integration }) => integration === channel);

export type Channel = Schemas['Integration'];
