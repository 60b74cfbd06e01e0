/** A draft as the body of POST /posts, and the way back from the places that its answer names. */
import { contentOf } from '../../../../providers/_kit/stored-text.ts';
import {
  partsFor,
  type ComposerDocument,
  type ComposerState,
  type Part,
  type PartMedia,
} from './composer-state.ts';

/** What the server counts and takes, by the check of POST /posts/check. */
export interface CheckIssue {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** One element of `posts`. */
export interface Entry {
  readonly integration: { readonly id: string };
  readonly value: readonly {
    readonly content: string;
    readonly image: readonly (PartMedia & { readonly path: string })[];
    readonly delay?: number;
  }[];
  readonly settings: Readonly<Record<string, unknown>>;
}

type Source = Pick<ComposerState, 'document' | 'files' | 'formatted'>;

/**
 * The parts as the API takes them: the text as it is typed. What was opened goes back as it came, unless it
 * was changed.
 */
export function valueOf(
  parts: readonly Part[],
  { files, formatted }: Omit<Source, 'document'>,
): Entry['value'] {
  return parts.map(({ id, text, media, delaySeconds }, index) => ({
    content: formatted[id]?.text === text ? formatted[id].html : contentOf(text),
    image: media.flatMap((one) => {
      const path = files[one.id]?.path;
      return path ? [{ ...one, path }] : [];
    }),
    ...(index > 0 ? { delay: delaySeconds / 60 } : {}),
  }));
}

/** @param networkOf the network of a channel; undefined for one that is gone */
export function entriesOf(source: Source, networkOf: (channel: string) => string | undefined): Entry[] {
  const { document } = source;
  return document.channels.flatMap((channel) => {
    const network = networkOf(channel);
    if (!network) return [];
    return [
      {
        integration: { id: channel },
        value: valueOf(partsFor(document, channel), source),
        settings: { ...document.settings[channel], __type: network },
      },
    ];
  });
}

const TYPES = { now: 'now', at: 'schedule', slot: 'queue' } as const;

/** The body of POST /posts. */
export function requestOf(
  entries: readonly Entry[],
  { document: { tags, when, repeat, shortLink = false }, now }: { document: ComposerDocument; now: string },
) {
  return {
    type: TYPES[when.kind],
    date: when.kind === 'at' ? (when.date ?? now) : now,
    ...(when.kind === 'at' && when.onlyFree ? { onlyFree: true } : {}),
    shortLink,
    ...(when.kind === 'at' && repeat ? { repeat } : {}),
    tags: tags.map((label) => ({ value: label, label })),
    posts: [...entries],
  };
}

/** What an issue is about. */
export type Place =
  | { readonly kind: 'text' | 'media'; readonly part: number }
  | { readonly kind: 'settings'; readonly field: string }
  | { readonly kind: 'date' }
  | { readonly kind: 'channel' };

/** `posts.0.value.1.content` is about the text of the second part. */
export function placeOf(path: string): Place {
  if (path === 'date') return { kind: 'date' };
  const [, part, what] = /^(?:posts\.\d+|post)\.value\.(\d+)\.?(\w*)/.exec(path) ?? [];
  if (part !== undefined) return { kind: what === 'image' ? 'media' : 'text', part: Number(part) };
  const [, field] = /^(?:posts\.\d+|post)\.settings\.?(.*)$/.exec(path) ?? [];
  return field === undefined ? { kind: 'channel' } : { kind: 'settings', field };
}
