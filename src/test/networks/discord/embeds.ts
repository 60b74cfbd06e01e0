/**
 * Embeds of a new message (resources/message, "Embed Object" and "Embed Limits"; `RichEmbed` in
 * discord-api-spec). The codes of refusals are those that developers quote.
 */
import { invalidForm, required, tooLong } from './call.ts';

export type Embed = Readonly<Record<string, unknown>>;

const MAX = { title: 256, description: 4096, author: 256, footer: 2048, url: 2048, embeds: 10, all: 6000 };
const FIELDS = 'title description url color image thumbnail author footer'.split(' ');

/** @throws ApiError 50035 with the field that Discord would refuse */
export function readEmbeds(value: unknown, path: string): Embed[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    throw invalidForm(path, {
      code: 'LIST_TYPE_CONVERT',
      message: 'Only iterables may be used in a ListType',
    });
  }
  if (value.length > MAX.embeds) throw invalidForm(path, tooLong(MAX.embeds));
  let all = 0;
  const embeds = value.map((embed: Embed, n) => {
    const at = `${path}.${n}`;
    const odd = Object.keys(embed).find((name) => !FIELDS.includes(name));
    if (odd) throw new Error(`The stand-in knows no ${odd} of an embed`);
    const texts = {
      title: textOf(embed.title, `${at}.title`, MAX.title),
      description: textOf(embed.description, `${at}.description`, MAX.description),
      author: textOf(partOf(embed.author, 'name'), `${at}.author.name`, MAX.author),
      footer: textOf(partOf(embed.footer, 'text'), `${at}.footer.text`, MAX.footer),
    };
    const pictures = [partOf(embed.image, 'url'), partOf(embed.thumbnail, 'url')];
    checkUrl(embed.url, `${at}.url`);
    checkUrl(pictures[0], `${at}.image.url`);
    checkUrl(pictures[1], `${at}.thumbnail.url`);
    const { color = 0 } = embed;
    if (!Number.isInteger(color) || (color as number) < 0 || (color as number) > 0xff_ffff) {
      throw invalidForm(`${at}.color`, {
        code: 'NUMBER_TYPE_MAX',
        message: 'int value should be less than or equal to 16777215.',
      });
    }
    const isEmpty = ![...Object.values(texts), ...pictures].some(Boolean);
    if (isEmpty) throw invalidForm(`${at}.description`, required);
    all += Object.values(texts).reduce((length, text) => length + [...text].length, 0);
    return embed;
  });
  if (all > MAX.all) {
    throw invalidForm(path, {
      code: 'MAX_EMBED_SIZE_EXCEEDED',
      message: `Embed size exceeds maximum size of ${MAX.all}`,
    });
  }
  return embeds;
}

const partOf = (value: unknown, name: string): unknown => (value as Embed | null | undefined)?.[name];

function textOf(value: unknown, path: string, most: number): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') {
    throw invalidForm(path, { code: 'STRING_TYPE_CONVERT', message: 'Could not interpret value as string.' });
  }
  if ([...value.trim()].length > most) throw invalidForm(path, tooLong(most));
  return value.trim();
}

function checkUrl(value: unknown, path: string): void {
  if (value === undefined || value === null) return;
  if (!URL.canParse(String(value))) {
    throw invalidForm(path, { code: 'URL_TYPE_INVALID_URL', message: 'Not a well formed URL.' });
  }
  const scheme = new URL(String(value)).protocol.slice(0, -1);
  if (!['http', 'https', 'attachment'].includes(scheme)) {
    throw invalidForm(path, {
      code: 'URL_TYPE_INVALID_SCHEME',
      message: `Scheme "${scheme}" is not supported. Scheme must be one of ('http', 'https').`,
    });
  }
  if (String(value).length > MAX.url) throw invalidForm(path, tooLong(MAX.url));
}

export const presentEmbed = (embed: Embed): Embed => ({ type: 'rich', ...embed });
