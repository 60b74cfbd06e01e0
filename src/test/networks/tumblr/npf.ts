/** What the Neue Post Format allows in a new post (github.com/tumblr/docs, npf-spec.md). */
import { invalid, refusal } from './call.ts';
import type { Media, SentBlock } from './state.ts';

const MAX_TEXT = 4096;
const SUBTYPES = new Set(
  'heading1 heading2 quirky quote indented chat ordered-list-item unordered-list-item'.split(' '),
);
const INDENTED = new Set(['ordered-list-item', 'unordered-list-item', 'indented']);
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  bold: [],
  italic: [],
  strikethrough: [],
  small: [],
  link: ['url'],
  mention: ['blog'],
  color: ['hex'],
};
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  text: ['text', 'subtype', 'indent_level', 'formatting'],
  image: ['media', 'alt_text', 'caption', 'colors', 'feedback_token', 'poster', 'attribution'],
  link: ['url', 'title', 'description', 'author', 'site_name', 'display_url', 'poster'],
  video: ['url', 'media', 'provider', 'embed_html', 'embed_iframe', 'embed_url', 'poster', 'metadata'],
};
const MEDIA_FIELDS = ['type', 'identifier', 'url', 'width', 'height'];
const IMAGES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

type Fields = Readonly<Record<string, unknown>>;

function only(value: Fields, allowed: readonly string[], where: string): void {
  const extra = Object.keys(value).filter((name) => !allowed.includes(name));
  if (extra.length) throw invalid(`${where} has no field ${extra.join(', ')}`);
}

const lengthOf = (text: string): number => Array.from(text).length;
const isUrl = (value: unknown): boolean =>
  typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value);

function checkFormatting(block: Fields, length: number): void {
  const ranges = (block.formatting ?? []) as Fields[];
  if (!Array.isArray(ranges)) throw invalid("'formatting' must be an array");
  for (const range of ranges) {
    const { start, end, type } = range as { start: number; end: number; type: string };
    const own = FORMATS[type];
    if (!own) throw invalid(`There is no formatting ${type}`);
    only(range, ['start', 'end', 'type', ...own], 'formatting');
    if (!(Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start < end && end <= length)) {
      throw invalid(`The range ${start} to ${end} is not in a text of ${length}`);
    }
    if (type === 'link' && !isUrl(range.url)) throw invalid('A link needs a url');
  }
  for (const [n, one] of ranges.entries()) {
    const overlaps = ranges.slice(n + 1).some((other) => {
      const [a, b] = [one, other] as { start: number; end: number; type: string }[];
      return a && b && a.type === b.type && a.start < b.end && b.start < a.end;
    });
    if (overlaps) throw invalid('Ranges of one type overlap');
  }
}

function checkText(block: Fields): void {
  const { text, subtype, indent_level: indent } = block;
  if (typeof text !== 'string') throw invalid("'text' is required");
  if (lengthOf(text) > MAX_TEXT) throw invalid(`A text block may have ${MAX_TEXT} characters`);
  if (subtype !== undefined && !SUBTYPES.has(String(subtype))) {
    throw invalid(`There is no subtype ${String(subtype)}`);
  }
  if (indent !== undefined) {
    const isLevel = Number.isInteger(indent) && Number(indent) >= 0 && Number(indent) <= 7;
    if (!isLevel || !INDENTED.has(String(subtype))) throw invalid("'indent_level' is not allowed here");
  }
  checkFormatting(block, lengthOf(text));
}

function checkMedia(media: unknown, files: readonly Media[], types: (type: string) => boolean): string[] {
  const entries = (Array.isArray(media) ? media : [media]) as Fields[];
  if (!entries.length) throw invalid("'media' is required");
  return entries.flatMap((entry) => {
    if (!entry || typeof entry !== 'object') throw invalid("'media' is required");
    only(entry, MEDIA_FIELDS, 'media');
    if (isUrl(entry.url)) return [];
    const file = files.find(({ identifier }) => identifier === entry.identifier);
    if (!file) throw invalid(`No file came for the identifier ${String(entry.identifier)}`);
    if (!types(file.type)) throw refusal(400, 8005, `The media type ${file.type} cannot be accepted`);
    return [file.identifier];
  });
}

function checkBlock(block: SentBlock, files: readonly Media[]): string[] {
  if (!block || typeof block !== 'object') throw invalid('A block must be an object');
  const fields = FIELDS[block.type];
  if (!fields) throw invalid(`There is no content block type ${block.type}`);
  only(block, ['type', ...fields], `A block of the type ${block.type}`);
  if (block.type === 'text') checkText(block);
  if (block.type === 'link' && !isUrl(block.url)) throw invalid('A link block needs a url');
  if (typeof block.alt_text === 'string' && lengthOf(block.alt_text) > MAX_TEXT) {
    throw invalid(`An alt_text may have ${MAX_TEXT} characters`);
  }
  if (block.type === 'image') {
    // An array by the specification; Tumblr's own client sends one object.
    return checkMedia(block.media, files, (type) => IMAGES.has(type));
  }
  if (block.type === 'video' && !isUrl(block.url)) {
    if (Array.isArray(block.media)) throw invalid("'media' of a video must be an object");
    return checkMedia(block.media, files, (type) => type === 'video/mp4');
  }
  return [];
}

/** "Post Content Limits" */
function checkLimits(content: readonly SentBlock[]): void {
  const count = (type: string): number => content.filter((block) => block.type === type).length;
  const ranges = content.flatMap(({ formatting }) => (formatting ?? []) as Fields[]);
  const rangesOf = (type: string): number => ranges.filter((range) => range.type === type).length;
  const native = content.filter(({ type, url }) => type === 'video' && !url).length;
  for (const [what, found, most] of [
    ['content blocks', content.length, 1000],
    ['image blocks', count('image'), 30],
    ['video blocks', count('video'), 10],
    ['uploaded videos', native, 1],
    ['link blocks', count('link'), 10],
    ['inline links', rangesOf('link'), 100],
    ['mentions', rangesOf('mention'), 50],
  ] as const) {
    if (found > most) throw invalid(`A post may have ${most} ${what}`);
  }
  if (Buffer.byteLength(JSON.stringify(content)) > 1_000_000) throw invalid('A post may have 1 MB');
}

/** @throws Refusal 8001 or 8005; every file must belong to a block */
export function checkContent(content: unknown, files: readonly Media[]): asserts content is SentBlock[] {
  if (!Array.isArray(content)) throw invalid("'content' must be an array");
  if (!content.length) throw invalid("'content' must not be empty");
  const blocks = content as SentBlock[];
  const used = new Set(blocks.flatMap((block) => checkBlock(block, files)));
  checkLimits(blocks);
  const unused = files.filter(({ identifier }) => !used.has(identifier));
  if (unused.length) throw invalid(`No block has the file ${unused[0]?.identifier}`);
}
