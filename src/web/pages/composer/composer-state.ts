/** The composer's whole state and every change of it: pure, so that each change is tested without a page. */
import type { Part, PartMedia } from './part.ts';
import { isAsSplit, joinIn, type Join } from './tools/join-parts.ts';
import { coverIn, withAdded } from './tools/media-changes.ts';
import { moved, splitIn, type Split } from './tools/lists.ts';
import type { MaybeChange } from './tools/maybe-change.ts';
import { altOf, describedAs, storable } from './tools/descriptions.ts';

export type { Part, PartMedia };

/** `date` belongs to `at`: an instant (ISO 8601), or null while none is chosen. */
export interface When {
  readonly kind: 'now' | 'at' | 'slot';
  readonly date: string | null;
  /** Whether the date is a free posting time that was chosen: it is refused where it is taken by then. */
  readonly onlyFree?: boolean;
}

export type Settings = Readonly<Record<string, unknown>>;

/** What is saved: the same shape as the API's. Keys are ids of channels. */
export interface ComposerDocument extends MaybeChange {
  readonly channels: readonly string[];
  readonly parts: readonly Part[];
  /** The parts of a channel that has a text of its own. */
  readonly variations: Readonly<Record<string, readonly Part[]>>;
  readonly settings: Readonly<Record<string, Settings>>;
  readonly tags: readonly string[];
  readonly repeat?: string | null;
  /** Whether its links become short, where each post decides. */
  readonly shortLink?: boolean;
  readonly when: When;
}

/** An upload as pages show it. */
export interface UploadedFile {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly type: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly pages?: number | null;
}

/** A text that came with markup, by the id of its part: it is sent as it came while nobody changes it. */
export type Formatted = Readonly<Record<string, { readonly text: string; readonly html: string }>>;

export interface ComposerState {
  /** The id of the draft; chosen here, before the server knows it. */
  readonly id: string;
  readonly document: ComposerDocument;
  readonly files: Readonly<Record<string, UploadedFile>>;
  readonly formatted: Formatted;
  /** The channel whose own text is being written; null = the text of all others. */
  readonly scope: string | null;
  /** What the server has; null = nothing yet. */
  readonly saved: { readonly revision: number; readonly at: string } | null;
  /** Rises with each change; `savedVersion` is the one that the server has. */
  readonly version: number;
  readonly savedVersion: number;
}

export type Action =
  | { readonly type: 'channel-toggled'; readonly channel: string }
  | { readonly type: 'scope-chosen'; readonly channel: string | null }
  | { readonly type: 'customised'; readonly channel: string; readonly ids: readonly string[] }
  | { readonly type: 'shared-again'; readonly channel: string }
  | { readonly type: 'text-changed'; readonly part: string; readonly text: string }
  | { readonly type: 'part-added'; readonly id: string }
  | { readonly type: 'part-removed'; readonly part: string }
  | { readonly type: 'part-moved'; readonly part: string; readonly to: number }
  | ({ readonly type: 'part-split' } & Split<Part>)
  | ({ readonly type: 'part-joined' } & Join)
  | { readonly type: 'delay-changed'; readonly part: string; readonly seconds: number }
  | {
      readonly type: 'media-added';
      readonly part: string;
      readonly file: UploadedFile;
      readonly alt?: string;
      /** Those that were chosen after it, and arrived first. */
      readonly before?: readonly string[];
    }
  | { readonly type: 'media-removed'; readonly part: string; readonly media: string }
  | { readonly type: 'media-moved'; readonly part: string; readonly media: string; readonly by: 1 | -1 }
  | {
      readonly type: 'media-replaced';
      readonly part: string;
      readonly media: string;
      readonly file: UploadedFile;
      readonly cut?: { readonly startMs: number; readonly endMs: number };
    }
  | {
      readonly type: 'cover-chosen';
      readonly part: string;
      readonly media: string;
      readonly ms: number | null;
    }
  | { readonly type: 'alt-changed'; readonly part: string; readonly media: string; readonly alt: string }
  | { readonly type: 'settings-changed'; readonly channel: string; readonly settings: Settings }
  | { readonly type: 'tags-changed'; readonly tags: readonly string[] }
  | { readonly type: 'short-link-changed'; readonly shortLink: boolean }
  | { readonly type: 'when-changed'; readonly when: When; readonly repeat?: string | null }
  | {
      readonly type: 'texts-inserted';
      readonly parts: readonly Part[];
      readonly files: readonly UploadedFile[];
    }
  /** What was taken away comes back: in its place, or instead of everything that stands there. */
  | {
      readonly type: 'parts-restored';
      readonly scope: string | null;
      readonly parts: readonly Part[];
      readonly at?: number;
    }
  | { readonly type: 'saved'; readonly revision: number; readonly at: string; readonly version: number }
  | { readonly type: 'opened'; readonly state: ComposerState };

export const emptyPart = (id: string): Part => ({ id, text: '', media: [], delaySeconds: 0 });

interface Begin {
  readonly part: string;
  readonly channels?: readonly string[];
  readonly date?: string | null;
  readonly onlyFree?: boolean | undefined;
}

/** A draft that nobody has written in. */
export function newState(
  id: string,
  { part, channels = [], date = null, onlyFree = false }: Begin,
): ComposerState {
  return {
    id,
    document: {
      channels,
      parts: [emptyPart(part)],
      variations: {},
      settings: {},
      tags: [],
      // At the next posting time, unless a place in the calendar was chosen: "now" is chosen on purpose.
      when: date ? { kind: 'at', date, ...(onlyFree && { onlyFree }) } : { kind: 'slot', date: null },
    },
    files: {},
    formatted: {},
    scope: null,
    saved: null,
    version: 0,
    savedVersion: 0,
  };
}

/** The same as a draft of its own, which the server does not know yet. */
export const asNewDraft = (state: ComposerState): ComposerState => ({
  ...state,
  id: crypto.randomUUID(),
  saved: null,
  version: state.version + 1,
});

/** What a channel gets. */
export const partsFor = ({ parts, variations }: ComposerDocument, channel: string | null): readonly Part[] =>
  (channel === null ? undefined : variations[channel]) ?? parts;

/** The parts that are being written. */
export const currentParts = ({ document, scope }: ComposerState): readonly Part[] =>
  partsFor(document, scope);

/** The channels that get the text being written. */
export const channelsInScope = ({ document, scope }: ComposerState): readonly string[] =>
  scope === null ? document.channels.filter((channel) => !document.variations[channel]) : [scope];

export const isDirty = ({ version, savedVersion }: ComposerState): boolean => version !== savedVersion;

/** Whether there is anything that would be missed. */
export const isEmpty = ({ parts, variations }: ComposerDocument): boolean =>
  [parts, ...Object.values(variations)].flat().every(({ text, media }) => !text.trim() && !media.length);

/** The uploads for a part that is still there. */
export const uploadsOf = <One extends { readonly places: readonly string[] }>(
  { parts, variations }: ComposerDocument,
  uploads: readonly One[],
): One[] => {
  const known = new Set([parts, ...Object.values(variations)].flat().map(({ id }) => id));
  return uploads.filter(({ places }) => places.some((place) => known.has(place)));
};

/** The next state; the same one when nothing has changed. */
export function reduce(state: ComposerState, action: Action): ComposerState {
  switch (action.type) {
    case 'opened':
      return action.state;
    case 'saved':
      return { ...state, saved: { revision: action.revision, at: action.at }, savedVersion: action.version };
    case 'scope-chosen':
      return { ...state, scope: action.channel };
    case 'media-added':
      return changeParts(withFile(state, action), { ...action, alt: action.alt || altOf(state, action) });
    case 'media-replaced':
      return changeParts(withFile(state, action), action);
    case 'alt-changed':
      return changed(state, describedAs(state.document, action));
    case 'part-joined': {
      const { channel = '' } = action.own ?? {};
      const isOver = action.own && isAsSplit(state.document.variations[channel], action);
      return isOver ? changeDocument(state, { type: 'shared-again', channel }) : changeParts(state, action);
    }
    case 'part-added':
    case 'part-removed':
    case 'part-moved':
    case 'part-split':
    case 'text-changed':
    case 'delay-changed':
    case 'media-removed':
    case 'media-moved':
    case 'cover-chosen':
    case 'parts-restored':
      return changeParts(state, action);
    case 'texts-inserted': {
      const next = changeParts(state, action);
      const files = Object.fromEntries(action.files.map((file) => [file.id, file]));
      return next === state ? state : { ...next, files: { ...state.files, ...files } };
    }
    default:
      return changeDocument(state, action);
  }
}

const withFile = (state: ComposerState, { file }: { readonly file: UploadedFile }): ComposerState => ({
  ...state,
  files: { ...state.files, [file.id]: file },
});

type DocumentAction = Extract<
  Action,
  {
    readonly type:
      | 'channel-toggled'
      | 'customised'
      | 'shared-again'
      | 'settings-changed'
      | 'tags-changed'
      | 'short-link-changed'
      | 'when-changed';
  }
>;

function changeDocument(state: ComposerState, action: DocumentAction): ComposerState {
  const { document } = state;
  switch (action.type) {
    case 'channel-toggled': {
      const chosen = document.channels.includes(action.channel);
      const channels = chosen
        ? document.channels.filter((one) => one !== action.channel)
        : [...document.channels, action.channel];
      // What was written for the channel stays, should it be chosen again.
      const scope = chosen && state.scope === action.channel ? null : state.scope;
      return changed({ ...state, scope }, { channels });
    }
    case 'customised': {
      const own = document.parts.map((part, index) => ({ ...part, id: action.ids[index] ?? part.id }));
      const variations = { ...document.variations, [action.channel]: own };
      const formatted = copyFormatted(state.formatted, document.parts, own);
      return changed({ ...state, formatted, scope: action.channel }, { variations });
    }
    case 'shared-again': {
      const { [action.channel]: _, ...variations } = document.variations;
      return changed({ ...state, scope: null }, { variations });
    }
    case 'settings-changed':
      return changed(state, { settings: { ...document.settings, [action.channel]: action.settings } });
    case 'tags-changed':
      return changed(state, { tags: action.tags });
    case 'short-link-changed':
      return changed(state, { shortLink: action.shortLink });
    case 'when-changed':
      return changed(state, { when: action.when, ...('repeat' in action && { repeat: action.repeat }) });
  }
}

function copyFormatted(formatted: Formatted, from: readonly Part[], to: readonly Part[]): Formatted {
  const copies = from.flatMap(({ id }, index) => {
    const known = formatted[id];
    const target = to[index];
    return known && target ? [[target.id, known] as const] : [];
  });
  return { ...formatted, ...Object.fromEntries(copies) };
}

const changed = (state: ComposerState, change: Partial<ComposerDocument>): ComposerState => ({
  ...state,
  document: { ...state.document, ...change },
  version: state.version + 1,
});

type PartsAction = Exclude<
  Action,
  DocumentAction | { readonly type: 'opened' | 'saved' | 'scope-chosen' | 'alt-changed' }
>;

/** A change of the parts that are being written: those of all channels, or of one. */
function changeParts(state: ComposerState, action: PartsAction): ComposerState {
  const { document } = state;
  const scope =
    'scope' in action ? action.scope : 'part' in action ? scopeOf(state, action.part) : state.scope;
  // Its text was given up since.
  if ('scope' in action && scope !== null && !document.variations[scope]) return state;
  const before = partsFor(document, scope);
  const after = nextParts(before, action);
  if (after === before) return state;
  return scope !== null && document.variations[scope]
    ? changed(state, { variations: { ...document.variations, [scope]: after } })
    : changed(state, { parts: after });
}

/** Where a part is written: an upload ends after another channel's text was opened. */
export function scopeOf(
  { document, scope }: Pick<ComposerState, 'document' | 'scope'>,
  part: string,
): string | null {
  const has = (parts: readonly Part[] = []): boolean => parts.some(({ id }) => id === part);
  if (has(partsFor(document, scope))) return scope;
  return Object.keys(document.variations).find((channel) => has(document.variations[channel])) ?? null;
}

function nextParts(parts: readonly Part[], action: PartsAction): readonly Part[] {
  switch (action.type) {
    case 'part-added':
      return [...parts, emptyPart(action.id)];
    case 'part-removed':
      return parts.length > 1 ? parts.filter(({ id }) => id !== action.part) : parts;
    case 'part-moved':
      return moved(parts, action.part, () => action.to);
    case 'part-split':
      return splitIn(parts, action);
    case 'part-joined':
      return joinIn(parts, action);
    case 'texts-inserted':
      return action.parts.length ? action.parts : parts;
    case 'parts-restored':
      return action.at === undefined ? action.parts : parts.toSpliced(action.at, 0, ...action.parts);
    default:
      return parts.map((part) => (part.id === action.part ? nextPart(part, action) : part));
  }
}

type PartAction = Exclude<
  PartsAction,
  {
    readonly type:
      | 'part-added'
      | 'part-removed'
      | 'part-moved'
      | 'part-split'
      | 'part-joined'
      | 'texts-inserted'
      | 'parts-restored';
  }
>;

function nextPart(part: Part, action: PartAction): Part {
  const { media } = part;
  switch (action.type) {
    case 'text-changed':
      return { ...part, text: storable(action.text) };
    case 'delay-changed':
      return { ...part, delaySeconds: Math.max(0, Math.round(action.seconds)) };
    case 'media-added':
      return { ...part, media: withAdded(media, action) };
    case 'media-removed':
      return { ...part, media: media.filter(({ id }) => id !== action.media) };
    case 'media-moved':
      return { ...part, media: moved(media, action.media, (from) => from + action.by) };
    case 'media-replaced':
      return changedMedia(part, action, (one) => ({ id: action.file.id, ...coverIn(one, action.cut) }));
    case 'cover-chosen':
      return changedMedia(part, action, () => ({ thumbnailTimestamp: action.ms }));
  }
}

type MediaChange = (one: PartMedia) => Partial<PartMedia>;

const changedMedia = (part: Part, { media }: { readonly media: string }, change: MediaChange): Part => ({
  ...part,
  media: part.media.map((one) => (one.id === media ? { ...one, ...change(one) } : one)),
});
