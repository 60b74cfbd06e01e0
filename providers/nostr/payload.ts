/**
 * Builds a note of kind 1: text, media (NIP-92), thread (NIP-10), mentions (NIP-27), topics (NIP-24), subject
 * (NIP-14) and content warning (NIP-36).
 */
import { createHash } from 'node:crypto';
import type { Event, EventTemplate } from 'nostr-tools/core';
import { ShortTextNote } from 'nostr-tools/kinds';
import { neventEncode } from 'nostr-tools/nip19';
import { parse } from 'nostr-tools/nip27';
import type { Json, MediaFile, Published, PublishRequest } from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import { relayHints } from './api/relays.ts';
import { lineOf } from './schema.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** `ref` of a published note, to reply to it and to delete it. `mentioned`: the keys of its `p` tags. */
export interface NoteRef {
  readonly id: string;
  readonly pubkey: string;
  readonly relays: readonly string[];
  readonly mentioned: readonly string[];
}

/** The hash is optional: files of more bytes are not read just for that. */
const MAX_HASHED = 64 * 1024 * 1024;

async function sha256(file: MediaFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of (await file.blob()).stream()) hash.update(piece);
  return hash.digest('hex');
}

/** The unsigned note. Reads the media to hash them. */
export async function buildNote(
  request: Pick<PublishRequest, 'item' | 'settings' | 'root' | 'parent' | 'idempotencyKey'>,
  now: Date,
): Promise<EventTemplate> {
  const { item, settings, root, parent, idempotencyKey } = request;
  const references = referenceTags(item.text);
  const tags = [
    ...threadTags(root && noteRef(root), parent && noteRef(parent)),
    ...references,
    ...topicTags(item.text),
    ...settingTags(settings),
    ...(await Promise.all(item.media.map(mediaTag))),
    // Two notes with the same text in the same second would have the same id, and be one (NIP-13: the tag
    // exists to change the id).
    ['nonce', idempotencyKey.slice(0, 8), '0'],
  ];
  return {
    kind: ShortTextNote,
    created_at: Math.floor(now.getTime() / 1000),
    tags: uniqueTags(tags),
    content: noteContent(item),
  };
}

/** The text, a blank line, and the URLs of the media, one per line. */
export function noteContent(item: Pick<PublishRequest['item'], 'text' | 'media'>): string {
  return [item.text, item.media.map((file) => file.url).join('\n')].filter(Boolean).join('\n\n');
}

/** The result for a note that `relays` accepted. */
export function toPublished(event: Event, relays: readonly string[]): Published {
  const mentioned = event.tags.filter((tag) => tag[0] === 'p' && tag[1]).map((tag) => tag[1] as string);
  const pointer = neventEncode({
    id: event.id,
    relays: relayHints(relays).slice(0, 2),
    author: event.pubkey,
    kind: event.kind,
  });
  return {
    id: event.id,
    url: `https://njump.me/${pointer}`,
    ref: { id: event.id, pubkey: event.pubkey, relays: [...relays], mentioned },
  };
}

export function noteRef(published: Published): NoteRef {
  const ref = published.ref;
  if (
    !ref ||
    typeof ref !== 'object' ||
    Array.isArray(ref) ||
    typeof ref.id !== 'string' ||
    typeof ref.pubkey !== 'string'
  ) {
    throw new Rejected(sentence('nostr_previous_unreadable'));
  }
  return { id: ref.id, pubkey: ref.pubkey, relays: strings(ref.relays), mentioned: strings(ref.mentioned) };
}

// NIP-10: a reply to the root names only the root; a deeper one names the root and then its parent.
function threadTags(root: NoteRef | null, parent: NoteRef | null): string[][] {
  if (!parent) return [];
  const top = root ?? parent;
  return [
    markedTag(top, 'root'),
    ...(parent.id === top.id ? [] : [markedTag(parent, 'reply')]),
    ...[...new Set([...parent.mentioned, parent.pubkey])].map((key) => ['p', key]),
  ];
}

function markedTag(note: NoteRef, marker: 'root' | 'reply'): string[] {
  return ['e', note.id, relayHints(note.relays)[0] ?? '', marker, note.pubkey];
}

// NIP-27: people named in the text get a `p` tag, quoted notes a `q` tag (NIP-18). Parsed word by word,
// because the library reads everything after a very long topic as part of it.
function referenceTags(text: string): string[][] {
  return text
    .split(/\s+/)
    .flatMap((word) => [...parse(word)])
    .flatMap((block) => {
      if (block.type !== 'reference') return [];
      const { pointer } = block;
      if ('id' in pointer) {
        return [['q', pointer.id, pointer.relays?.[0] ?? '', ...(pointer.author ? [pointer.author] : [])]];
      }
      if ('identifier' in pointer) {
        return [['q', `${pointer.kind}:${pointer.pubkey}:${pointer.identifier}`, pointer.relays?.[0] ?? '']];
      }
      return [['p', pointer.pubkey, ...(pointer.relays?.[0] ? [pointer.relays[0]] : [])]];
    });
}

// A topic follows white space or a bracket, so that the fragment of a URL is not one; nor is a number.
function topicTags(text: string): string[][] {
  return [...text.matchAll(/(?<![^\s([{"'])#([\p{L}\p{M}\p{N}_]+)/gu)]
    .map((match) => (match[1] as string).toLowerCase())
    .filter((topic) => !/^\d+$/.test(topic))
    .map((topic) => ['t', topic]);
}

/** Replies have both too: NIP-14 asks for the subject, and each part is shown by itself. */
function settingTags(settings: PublishRequest['settings']): string[][] {
  return [
    ['subject', lineOf(settings, 'subject')],
    ['content-warning', lineOf(settings, 'content_warning')],
  ].filter(([, value]) => value);
}

async function mediaTag(file: MediaFile): Promise<string[]> {
  const alt = file.alt.replaceAll(/\s+/g, ' ').trim();
  return [
    'imeta',
    `url ${file.url}`,
    `m ${file.mime}`,
    ...(file.width && file.height ? [`dim ${file.width}x${file.height}`] : []),
    ...(alt ? [`alt ${alt}`] : []),
    ...(file.size <= MAX_HASHED ? [`x ${await sha256(file)}`] : []),
  ];
}

// Keeps the first of each name and value.
function uniqueTags(tags: readonly string[][]): string[][] {
  const seen = new Set<string>();
  return tags.filter((tag) => seen.size < seen.add(JSON.stringify(tag.slice(0, 2))).size);
}

function strings(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}
