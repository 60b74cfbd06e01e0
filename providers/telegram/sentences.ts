/** What this network alone refuses, in English and in German. */
export const english = {
  telegram_text_too_long_with_media:
    'The text has {length:number} characters; with media Telegram allows {max:number}',
  telegram_files_too_large: 'The files have {bytes:number} bytes together; Telegram allows {max:number}',
  telegram_picture_too_large: 'The picture has {size:number} bytes; Telegram allows {max:number}',
  telegram_too_many_pixels: 'Width and height are {sum:number} pixels together; Telegram allows {max:number}',
  telegram_side_too_long: 'One side is more than {times:number} times the other',
  telegram_gif_not_alone: 'A GIF must be on its own',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  telegram_text_too_long_with_media: 'Der Text hat {length} Zeichen; mit Medien erlaubt Telegram {max}',
  telegram_files_too_large: 'Die Dateien haben zusammen {bytes} Bytes; Telegram erlaubt {max}',
  telegram_picture_too_large: 'Das Bild hat {size} Bytes; Telegram erlaubt {max}',
  telegram_too_many_pixels: 'Breite und Höhe sind zusammen {sum} Pixel; Telegram erlaubt {max}',
  telegram_side_too_long: 'Eine Seite ist mehr als {times}-mal so lang wie die andere',
  telegram_gif_not_alone: 'Ein GIF muss allein stehen',
};
