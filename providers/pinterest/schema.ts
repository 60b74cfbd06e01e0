/**
 * Settings of a pin (developers.pinterest.com/docs/api/v5/pins-create: `board_id`,
 * `board_section_id`, `title`, `link`, `dominant_color`).
 */
import type { JsonSchema } from '../_kit/contract.ts';
import { urlField } from '../_kit/setting-fields.ts';

/**
 * The permissions that are used: the account's name and its numbers; the boards; pins. Making a pin needs the
 * four of boards and pins (developers.pinterest.com/docs/api/v5/pins-create).
 */
export const SCOPES = [
  'boards:read',
  'boards:write',
  'pins:read',
  'pins:write',
  'user_accounts:read',
] as const;

/**
 * For secret boards, where the operator wants them. Pinterest's description does not say which of them a pin
 * on a secret board needs, and asks for the same four without `_secret` for any other.
 */
export const SECRET_SCOPES = [
  'boards:read_secret',
  'boards:write_secret',
  'pins:read_secret',
  'pins:write_secret',
] as const;

/** The settings as they are sent; an empty text is none. */
export function settingsOf(settings: Readonly<Record<string, unknown>>): {
  board: string;
  section: string | null;
  title: string | null;
  link: string | null;
  colour: string | null;
} {
  const text = (name: string): string | null => {
    const value = settings[name];
    return typeof value === 'string' && value.trim() ? value.trim() : null;
  };
  return {
    board: text('board') ?? '',
    section: text('board_section'),
    title: text('title'),
    link: text('link'),
    colour: text('dominant_color'),
  };
}

/** A picture of a carousel, as it is sent besides its bytes; empty fields are left out. */
export type Card = Readonly<Partial<Record<'title' | 'description' | 'link', string>>>;

export function cardsOf({ cards }: Readonly<Record<string, unknown>>): Card[] {
  return ((cards ?? []) as Readonly<Record<string, string | null>>[]).map((card) =>
    Object.fromEntries(
      ['title', 'description', 'link'].flatMap((name) => {
        const value = card[name]?.trim();
        return value ? [[name, value] as const] : [];
      }),
    ),
  );
}

export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'pinterest' },
    // The pattern accepts the empty string, so that only `minLength` rejects it: a draft may lack the value.
    board: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      pattern: '^[0-9]*$',
      description: 'ID of the board, digits only; the tool `boards` lists those of the account',
    },
    board_section: {
      type: ['string', 'null'],
      maxLength: 100,
      pattern: '^[0-9]*$',
      description: 'ID of a section of that board, digits only; the tool `sections` lists them',
    },
    title: {
      type: ['string', 'null'],
      maxLength: 100,
      description: 'Title of the pin, up to 100 characters',
    },
    link: urlField('URL that the pin links to, up to 2,048 characters; http or https'),
    cards: {
      type: ['array', 'null'],
      maxItems: 5,
      items: {
        type: 'object',
        properties: {
          title: {
            type: ['string', 'null'],
            maxLength: 100,
            description: 'Title of the picture, up to 100 characters',
          },
          description: {
            type: ['string', 'null'],
            maxLength: 800,
            description: 'Description of the picture, up to 800 characters',
          },
          link: urlField('URL that the picture links to; http or https'),
        },
      },
      description: 'Texts and URLs of the pictures of a carousel, in their order',
    },
    dominant_color: {
      type: ['string', 'null'],
      maxLength: 7,
      pattern: '^(#[0-9A-Fa-f]{6})?$',
      description: 'Colour shown until the picture has loaded, as #RRGGBB',
    },
  },
  required: ['board'],
};
