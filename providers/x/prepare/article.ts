/** Articles (docs.x.com/x-api/articles/create-draft-article): a draft is made first, then published. */
import { Parser } from 'htmlparser2';
import type { ProviderContext, PublishRequest } from '../../_kit/contract.ts';
import { hasTags } from '../../_kit/scan.ts';
import { blockTags, decode } from '../../_kit/stored-text.ts';
import { uploadOnce } from '../../_kit/uploads.ts';
import { call } from '../api.ts';
import { uploadMedia } from '../media.ts';
import type { PreparedArticle, PreparedDraft } from '../payload.ts';
import { COVER } from '../schema.ts';
import { KEPT_MS } from '../rules.ts';

interface Range {
  readonly offset: number;
  readonly length: number;
}

interface Block {
  text: string;
  readonly type: string;
  readonly inline_style_ranges: (Range & { readonly style: string })[];
  readonly entity_ranges: (Range & { readonly key: number })[];
}

interface Entity {
  readonly key: string;
  readonly value: {
    readonly type: 'link' | 'image';
    readonly mutability: 'mutable' | 'immutable';
    readonly data: object;
  };
}

/** What X calls `content_state`: the blocks of the text, and the links and pictures that they refer to. */
export interface ContentState {
  readonly blocks: readonly Block[];
  readonly entities: readonly Entity[];
}

/** Makes the draft of an article that is to be published; of one that stays a draft, only the request. */
export async function prepareArticle(
  { channel, item, settings, settingsMedia }: PublishRequest,
  mediaIds: readonly string[],
  ctx: ProviderContext,
): Promise<PreparedArticle | PreparedDraft> {
  const file = settingsMedia?.[COVER];
  const cover = file ? await uploadMedia(channel, { file, name: COVER }, ctx) : null;
  const title = String(settings.article_title);
  const body = {
    title,
    content_state: JSON.parse(JSON.stringify(toContentState(item.text, mediaIds))),
    ...(cover ? { cover_media: pictureOf(cover) } : {}),
  };
  if (settings.article_status === 'draft') return { kind: 'draft', body };
  const articleId = await uploadOnce(ctx, { name: 'article', forMs: KEPT_MS }, () =>
    createDraft(channel, body, ctx),
  );
  return { kind: 'article', articleId, title };
}

/** Creates a draft and returns its id. */
export async function createDraft(
  channel: PublishRequest['channel'],
  body: object,
  ctx: ProviderContext,
): Promise<string> {
  const draft = await call<{ id: string }>(channel, ctx, '/2/articles/draft', { method: 'POST', json: body });
  return draft.id;
}

/** X wants the category in lower case here. */
const pictureOf = (id: string): { media_id: string; media_category: string } => ({
  media_id: id,
  media_category: 'tweet_image',
});

const HEADINGS: Readonly<Record<string, string>> = { h1: 'header-one', h2: 'header-two', h3: 'header-three' };
const STYLES: Readonly<Record<string, string>> = {
  strong: 'bold',
  b: 'bold',
  em: 'italic',
  i: 'italic',
  s: 'strikethrough',
};
/** X has no underlining; its text stays. */
const BREAKS: ReadonlySet<string> = new Set([...blockTags, 'li']);

/** Sanitised HTML, or the lines of escaped text, as blocks, and the pictures after the text. */
export function toContentState(html: string, mediaIds: readonly string[]): ContentState {
  const state = hasTags(html) ? readHtml(html) : { blocks: readLines(decode(html)), entities: [] };
  for (const id of mediaIds) {
    const key = state.entities.length;
    state.entities.push({
      key: String(key),
      value: { type: 'image', mutability: 'immutable', data: { media_items: [pictureOf(id)] } },
    });
    state.blocks.push({
      text: ' ',
      type: 'atomic',
      inline_style_ranges: [],
      entity_ranges: [{ key, offset: 0, length: 1 }],
    });
  }
  return state;
}

const readLines = (text: string): Block[] =>
  text
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => ({ text: line, type: 'unstyled', inline_style_ranges: [], entity_ranges: [] }));

function readHtml(html: string): { blocks: Block[]; entities: Entity[] } {
  const blocks: Block[] = [];
  const entities: Entity[] = [];
  const open: { name: string; end(block: Block): void }[] = [];
  const lists: string[] = [];
  let block: Block | null = null;
  const current = (type = 'unstyled'): Block => {
    block ??= { text: '', type, inline_style_ranges: [], entity_ranges: [] };
    return block;
  };
  const close = (): void => {
    if (block?.text.trim()) blocks.push(block);
    block = null;
  };
  const typeOf = (name: string): string =>
    HEADINGS[name] ??
    (name === 'blockquote' ? 'blockquote' : lists.length ? `${lists.at(-1)}-list-item` : 'unstyled');
  const parser = new Parser({
    onopentag(name, { href }) {
      if (name === 'ul' || name === 'ol') lists.push(name === 'ul' ? 'unordered' : 'ordered');
      // Editors wrap the text of a list item in a paragraph, which begins no block of its own.
      if (BREAKS.has(name) && block?.text !== '') {
        close();
        current(typeOf(name));
      }
      if (name === 'br') current().text += '\n';
      if (name === 'hr') current().text += '---';
      const offset = block?.text.length ?? 0;
      const style = STYLES[name];
      open.push({
        name,
        end(at) {
          const length = at.text.length - offset;
          if (length <= 0) return;
          if (style) at.inline_style_ranges.push({ offset, length, style });
          if (name !== 'a' || !href) return;
          const key = entities.length;
          entities.push({
            key: String(key),
            value: { type: 'link', mutability: 'mutable', data: { url: href } },
          });
          at.entity_ranges.push({ key, offset, length });
        },
      });
    },
    ontext(text) {
      const line = text.replaceAll(/\s+/g, ' ');
      if (block ? line : line.trim()) current().text += block?.text ? line : line.trimStart();
    },
    onclosetag(name) {
      const opened = open.pop();
      if (block) opened?.end(block);
      if (name === 'ul' || name === 'ol') lists.pop();
      if (BREAKS.has(name)) close();
    },
  });
  parser.end(html);
  close();
  return { blocks, entities };
}
