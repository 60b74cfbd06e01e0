import { useEffect, useState } from 'react';
import { http, isLost, type Answer, type Schemas } from '../../api/client.ts';
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

/**
 * Asks the server after each change, by the rules by which it takes posts. The last answer stays until the
 * next one is there. `settled`: whether it is about what is written now.
 */
export function useCheck(
  state: Pick<ComposerState, 'document' | 'files' | 'formatted'>,
  { networkOf, date, postId, ready }: CheckOptions,
): { check: Check | null; settled: boolean } {
  const { document, files, formatted } = state;
  const [found, setFound] = useState<{ check: Check | null; document: unknown }>({
    check: null,
    document: null,
  });
  useEffect(() => {
    if (!ready) return undefined;
    let current = true;
    const entries = entriesOf({ document, files, formatted }, networkOf);
    const finish = (check: Check | null): void => {
      if (current) setFound({ check, document });
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
      const { data } = await http.POST('/posts/check', { body: body as never });
      const texts = document.channels.map(
        (channel) => [channel, partsFor(document, channel).map(({ text }) => text)] as const,
      );
      if (data) finish({ answer: data, texts: Object.fromEntries(texts) });
    };
    const timer = setTimeout(
      // Without an answer the last one stays; saving reports that the server cannot be reached.
      () => void ask().catch((error: unknown) => rethrowUnlessOffline(error)),
      DELAY_MS,
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [document, files, formatted, networkOf, date, postId, ready]);
  return { check: found.check, settled: found.document === document };
}

/** The entries as a change of that post. */
const ofPost = (entries: readonly Entry[], id: string | undefined): readonly Entry[] =>
  id
    ? entries.map((entry) => ({
        ...entry,
        value: entry.value.map((part, index) => (index === 0 ? { ...part, id } : part)),
      }))
    : entries;

function rethrowUnlessOffline(error: unknown): void {
  if (!isLost(error)) throw error;
}

/** The result for one channel. */
export const targetOf = (check: Check | null, channel: string): CheckedTarget | undefined =>
  check?.answer.posts.find(({ integration }) => integration === channel);

export type Channel = Schemas['Integration'];
