import { useEffect, useState } from 'react';
import { http, type Answer, type Schemas } from '../../api/client.ts';
import { partsFor, type ComposerState } from './composer-state.ts';
import { entriesOf, requestOf } from './to-request.ts';

type Checked = Answer<'checkPost'>;
export type CheckedTarget = Checked['posts'][number];

/** What the server said about the draft, and about which texts it said so. */
export interface Check {
  readonly answer: Checked;
  /** By channel: the texts of its parts when they were counted. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

const DELAY_MS = 300;

/**
 * Asks the server after each change, by the rules by which it takes posts. The last answer stays until the
 * next one is there. `settled`: whether it is about what is written now.
 */
export function useCheck(
  state: Pick<ComposerState, 'document' | 'files' | 'formatted'>,
  networkOf: (channel: string) => string | undefined,
  ready: boolean,
): { check: Check | null; settled: boolean } {
  const { document, files, formatted } = state;
  const [found, setFound] = useState<{ check: Check | null; of: unknown }>({ check: null, of: null });
  useEffect(() => {
    if (!ready) return undefined;
    let current = true;
    const entries = entriesOf({ document, files, formatted }, networkOf);
    const finish = (check: Check | null): void => {
      if (current) setFound({ check, of: document });
    };
    if (!entries.length) {
      finish(null);
      return undefined;
    }
    const ask = async (): Promise<void> => {
      // The generated types know no read-only lists.
      const body = requestOf(entries, { document, now: new Date().toISOString() });
      const { data } = await http.POST('/posts/check', { body: body as never });
      const texts = document.channels.map(
        (channel) => [channel, partsFor(document, channel).map(({ text }) => text)] as const,
      );
      if (data) finish({ answer: data, texts: Object.fromEntries(texts) });
    };
    const timer = setTimeout(
      // Without an answer the last one stays; saving says that the server cannot be reached.
      () => void ask().catch((error: unknown) => rethrowUnlessOffline(error)),
      DELAY_MS,
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [document, files, formatted, networkOf, ready]);
  return { check: found.check, settled: found.of === document };
}

function rethrowUnlessOffline(error: unknown): void {
  if (!(error instanceof TypeError)) throw error;
}

/** What was said about one channel. */
export const targetOf = (check: Check | null, channel: string): CheckedTarget | undefined =>
  check?.answer.posts.find(({ integration }) => integration === channel);

export type Channel = Schemas['Integration'];
