/**
 * What a message can have besides its text and files: silence, protection, the preview of its link, buttons.
 * Checks and their words are those of the Bot API server (github.com/tdlib/telegram-bot-api,
 * telegram-bot-api/Client.cpp: get_link_preview_options, get_reply_markup) and of tdlib (td/telegram/
 * ReplyMarkup.cpp, LinkManager.cpp). The server ignores parameters that it does not know.
 */
import { bad, json, text, type Call } from './call.ts';

export interface Button {
  readonly text: string;
  readonly url: string;
}

export interface Extras {
  readonly silent: boolean;
  readonly protected: boolean;
  readonly preview: 'below' | 'above' | 'off';
  /** Rows of buttons. */
  readonly buttons: readonly (readonly Button[])[];
}

/** `to_bool` of the server. */
export const isTrue = (value: string): boolean => /^(true|yes|1)$/i.test(value.trim());

export function readExtras(call: Call): Extras {
  return {
    silent: isTrue(text(call, 'disable_notification')),
    protected: isTrue(text(call, 'protect_content')),
    preview: readPreview(call),
    buttons: readButtons(call),
  };
}

function readPreview(call: Call): Extras['preview'] {
  const options = json(call, 'link_preview_options', "can't parse link preview options JSON object");
  if (options === null) return 'below';
  if (typeof options !== 'object' || Array.isArray(options)) {
    throw bad('object expected as link preview options');
  }
  const { is_disabled: off, show_above_text: above } = options as Record<string, unknown>;
  for (const [name, value] of Object.entries({ is_disabled: off, show_above_text: above })) {
    if (value !== undefined && typeof value !== 'boolean') {
      throw bad(`field "${name}" must be of type Boolean`);
    }
  }
  return off ? 'off' : above ? 'above' : 'below';
}

function readButtons(call: Call): Button[][] {
  const markup = json(call, 'reply_markup', "can't parse reply keyboard markup JSON object");
  if (markup === null) return [];
  if (typeof markup !== 'object' || Array.isArray(markup)) throw bad('object expected as reply markup');
  const { inline_keyboard: rows = [] } = markup as { inline_keyboard?: unknown };
  if (!Array.isArray(rows) || !rows.every(Array.isArray)) {
    throw bad('field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays');
  }
  return rows.map((row: unknown[]) => row.map(readButton));
}

function readButton(button: unknown): Button {
  const fail = (message: string): Error => bad(`can't parse inline keyboard button: ${message}`);
  if (typeof button !== 'object' || button === null) throw fail('InlineKeyboardButton must be an Object');
  const { text: label, url } = button as Record<string, unknown>;
  if (typeof label !== 'string') throw fail('Can\'t find field "text"');
  if (typeof url !== 'string' || !url) throw fail('Text buttons are unallowed in the inline keyboard');
  if (!label.trim()) throw bad('inline keyboard button text must be non-empty');
  if (/^tg:/i.test(url)) return { text: label, url };
  // `check_link`: without a dot, a host is none.
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  if (!/^https?:/i.test(url) || !host.includes('.')) {
    throw bad(`inline keyboard button URL '${url}' is invalid: Wrong HTTP URL`);
  }
  return { text: label, url };
}
