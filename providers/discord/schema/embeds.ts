/**
 * Embeds of a message: boxes with a title, a text and a picture (resources/message, "Embed Object" and "Embed
 * Limits"; lengths of URLs: discord-api-spec, `RichEmbed`).
 */
import type { ContentIssue, Json, JsonSchema } from '../../_kit/contract.ts';
import { catalogue } from '../../_kit/sentences/catalogue.ts';
import { english } from '../sentences.ts';

const sentence = catalogue(english);

/** In code points; `all` counts the texts of every embed of a message together. */
export const EMBED_LIMITS = {
  embeds: 10,
  title: 256,
  description: 4096,
  author: 256,
  footer: 2048,
  all: 6000,
} as const;

const text = (maxLength: number, description: string): JsonSchema => ({
  type: ['string', 'null'],
  maxLength,
  description,
});
const url = (description: string): JsonSchema => ({
  type: ['string', 'null'],
  maxLength: 2048,
  if: { pattern: '^$' },
  else: { format: 'uri', pattern: '^https?://' },
  description,
});

export const embedsField: JsonSchema = {
  type: ['array', 'null'],
  maxItems: EMBED_LIMITS.embeds,
  items: {
    type: 'object',
    properties: {
      title: text(EMBED_LIMITS.title, 'Title, in bold'),
      url: url('Where the title leads'),
      description: text(EMBED_LIMITS.description, 'Text below the title, with Markdown'),
      color: {
        type: ['string', 'null'],
        pattern: '^(#[0-9A-Fa-f]{6})?$',
        title: 'Colour',
        description: 'Colour of the edge, such as #1f8b4c',
      },
      image: url('URL of a picture below the text'),
      thumbnail: url('URL of a small picture beside the text'),
      author: text(EMBED_LIMITS.author, 'Name above the title'),
      footer: text(EMBED_LIMITS.footer, 'Small text below everything'),
    },
    additionalProperties: false,
  },
  description:
    'Boxes below the text of the first part, up to 10, with up to 6,000 characters together; the bot needs ' +
    'the permission Embed Links',
};

/** An embed as a person fills it in. */
type Embed = Readonly<Record<keyof typeof PARTS | 'url' | 'color', string>>;

/** What an embed can stand for itself with; a URL and a colour alone show nothing. */
const PARTS = { title: 0, description: 0, author: 0, footer: 0, image: 0, thumbnail: 0 } as const;
const TEXTS = ['title', 'description', 'author', 'footer'] as const;

/** The embeds of a post, without those that an emptied form leaves. Discord trims texts too. */
export function embedsOf({ embeds }: Readonly<Record<string, unknown>>): Embed[] {
  const list = (embeds ?? []) as readonly Partial<Record<keyof Embed, string | null>>[];
  return list.map(trimmed).filter((embed) => Object.values(embed).some(Boolean));
}

function trimmed(embed: Partial<Record<keyof Embed, string | null>>): Embed {
  const textIn = (name: keyof Embed): string => embed[name]?.trim() ?? '';
  return {
    title: textIn('title'),
    url: textIn('url'),
    description: textIn('description'),
    color: textIn('color'),
    image: textIn('image'),
    thumbnail: textIn('thumbnail'),
    author: textIn('author'),
    footer: textIn('footer'),
  };
}

/** Discord's own form of an embed. */
export const toRichEmbed = ({
  title,
  url: webUrl,
  description,
  color,
  image,
  thumbnail,
  author,
  footer,
}: Embed): Json => ({
  ...(title ? { title } : {}),
  ...(webUrl ? { url: webUrl } : {}),
  ...(description ? { description } : {}),
  ...(color ? { color: Number.parseInt(color.slice(1), 16) } : {}),
  ...(image ? { image: { url: image } } : {}),
  ...(thumbnail ? { thumbnail: { url: thumbnail } } : {}),
  ...(author ? { author: { name: author } } : {}),
  ...(footer ? { footer: { text: footer } } : {}),
});

/** What Discord refuses, or does not show, of the embeds of a post. */
export function embedIssues(settings: Readonly<Record<string, unknown>>): ContentIssue[] {
  const embeds = embedsOf(settings);
  if (!embeds.length) return [];
  const issues: ContentIssue[] = [];
  const [path, seen] = ['settings.embeds', new Set<string>()];
  if (settings.suppress_embeds === true) issues.push({ path, ...sentence('discord_embeds_suppressed') });
  const length = embeds.flatMap((embed) => TEXTS.map((name) => [...embed[name]].length)).reduce(sum, 0);
  if (length > EMBED_LIMITS.all) {
    issues.push({ path, ...sentence('discord_embeds_too_long', { length, max: EMBED_LIMITS.all }) });
  }
  for (const [n, embed] of embeds.entries()) {
    if (!Object.keys(PARTS).some((name) => embed[name as keyof Embed])) {
      issues.push({ path: `${path}.${n}`, ...sentence('discord_embed_is_empty') });
    }
    if (embed.url && !embed.title) {
      issues.push({ path: `${path}.${n}.title`, ...sentence('discord_embed_without_title') });
    }
    if (embed.url && seen.has(embed.url)) {
      issues.push({ path: `${path}.${n}.url`, ...sentence('discord_embed_url_twice') });
    }
    seen.add(embed.url);
  }
  return issues;
}

const sum = (all: number, one: number): number => all + one;
