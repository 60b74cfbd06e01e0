/** What this network alone refuses, in English and in German. */
export const english = {
  telegram_text_too_long_with_media:
    'The text has {length:number} characters; with media Telegram allows {max:number}',
  telegram_files_too_large: 'The files have {bytes:number} bytes together; Telegram allows {max:number}',
  telegram_picture_too_large: 'The picture has {size:number} bytes; Telegram allows {max:number}',
  telegram_too_many_pixels: 'Width and height are {sum:number} pixels together; Telegram allows {max:number}',
  telegram_side_too_long: 'One side is more than {times:number} times the other',
  telegram_gif_not_alone: 'A GIF must be on its own',
  telegram_buttons_below_album: 'cannot stand below several files: leave one file, or remove the buttons',
  telegram_text_above_poll_too_long:
    'The text above the poll has {length:number} characters; Telegram allows {max:number}',
  telegram_poll_must_be_anonymous: 'must be on: in a channel every poll is anonymous',
  telegram_not_a_url: 'must be a URL such as https://example.com or tg://resolve?domain=name',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  telegram_text_too_long_with_media: 'Der Text hat {length} Zeichen; mit Medien erlaubt Telegram {max}',
  telegram_files_too_large: 'Die Dateien haben zusammen {bytes} Bytes; Telegram erlaubt {max}',
  telegram_picture_too_large: 'Das Bild hat {size} Bytes; Telegram erlaubt {max}',
  telegram_too_many_pixels: 'Breite und Höhe sind zusammen {sum} Pixel; Telegram erlaubt {max}',
  telegram_side_too_long: 'Eine Seite ist mehr als {times}-mal so lang wie die andere',
  telegram_gif_not_alone: 'Ein GIF muss allein stehen',
  telegram_buttons_below_album:
    'Unter mehreren Dateien gehen keine Buttons: nur eine Datei lassen oder die Buttons entfernen',
  telegram_text_above_poll_too_long: 'Der Text über der Umfrage hat {length} Zeichen; Telegram erlaubt {max}',
  telegram_poll_must_be_anonymous: 'Muss an sein: In einem Kanal ist jede Umfrage anonym',
  telegram_not_a_url: 'Muss eine URL sein, etwa https://example.com oder tg://resolve?domain=name',
};
