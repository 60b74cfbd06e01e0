/** What this network alone refuses, in English and in German. */
export const english = {
  telegram_text_too_long_with_media:
    'The text has {length:number} characters; with media Telegram allows {max:number}',
  telegram_files_too_large: 'The files are {bytes:bytesUp} together; Telegram allows {max:bytesDown}',
  telegram_picture_too_large: 'The picture is {size:bytesUp}; Telegram allows {max:bytesDown}',
  telegram_too_many_pixels: 'Width and height are {sum:number} pixels together; Telegram allows {max:number}',
  telegram_side_too_long: 'One side is more than {times:number} times the other',
  telegram_gif_not_alone: 'A GIF must be on its own',
  telegram_buttons_below_album: 'cannot stand below several files: leave one file, or remove the buttons',
  telegram_text_above_poll_too_long:
    'The text above the poll has {length:number} characters; Telegram allows {max:number}',
  telegram_poll_must_be_anonymous: 'must be on: in a channel every poll is anonymous',
  telegram_not_a_url: 'must be a URL such as https://example.com or tg://resolve?domain=name',
  telegram_not_a_bot_token:
    'This is not a bot token; @BotFather gives you one such as 123456789:AA… when you create a bot',
  telegram_unknown_token: 'Telegram does not recognise this token',
  telegram_cannot_see: '@{bot} cannot see {chat}: add the bot to it first',
  telegram_not_a_chat:
    'The chat must be @name, a link such as https://t.me/name, or its numeric id (-100…). An invitation link does not identify a chat',
  telegram_not_a_topic: 'The topic must be a number: the middle one in its link t.me/name/NUMBER/…',
  telegram_make_admin: 'Make @{bot} an administrator of the channel with the right to post messages',
  telegram_add_to_group: 'Add @{bot} to the group and let it send messages',
  telegram_may_not_post: 'The bot may not post here (it is "{status}"). {remedy:sentence}',
  telegram_no_topics: 'This chat has no topics; leave the topic empty',
  telegram_not_to_topic: 'The bot cannot post to the topic {topic}',
  telegram_remedy: '{remedy:sentence}. {why:sentence}',
  telegram_token_refused:
    "Telegram no longer accepts the bot's token; reconnect the channel with the one that @BotFather shows. {why:sentence}",
  telegram_part_of_album: 'Some files of the album may have been published. {why}',
  telegram_before_supergroup:
    'The message was sent before the group became a supergroup; delete it in Telegram. {why:sentence}',
  telegram_too_late_to_delete:
    'A bot can delete its messages only for 48 hours; delete it in Telegram. {why:sentence}',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  telegram_text_too_long_with_media: 'Der Text hat {length} Zeichen; mit Medien erlaubt Telegram {max}',
  telegram_files_too_large: 'Die Dateien haben zusammen {bytes:bytesUp}; Telegram erlaubt {max:bytesDown}',
  telegram_picture_too_large: 'Das Bild hat {size:bytesUp}; Telegram erlaubt {max:bytesDown}',
  telegram_too_many_pixels: 'Breite und Höhe sind zusammen {sum} Pixel; Telegram erlaubt {max}',
  telegram_side_too_long: 'Eine Seite ist mehr als {times}-mal so lang wie die andere',
  telegram_gif_not_alone: 'Ein GIF muss allein stehen',
  telegram_buttons_below_album:
    'Unter mehreren Dateien gehen keine Buttons: nur eine Datei lassen oder die Buttons entfernen',
  telegram_text_above_poll_too_long: 'Der Text über der Umfrage hat {length} Zeichen; Telegram erlaubt {max}',
  telegram_poll_must_be_anonymous: 'Muss an sein: In einem Kanal ist jede Umfrage anonym',
  telegram_not_a_url: 'Muss eine URL sein, etwa https://example.com oder tg://resolve?domain=name',
  telegram_not_a_bot_token:
    'Das ist kein Bot-Token; @BotFather gibt eines wie 123456789:AA…, wenn man einen Bot anlegt',
  telegram_unknown_token: 'Telegram kennt dieses Token nicht',
  telegram_cannot_see: '@{bot} kann {chat} nicht sehen: Bitte den Bot zuerst dort hinzufügen',
  telegram_not_a_chat:
    'Der Chat muss @name, ein Link wie https://t.me/name oder seine numerische ID (-100…) sein. Ein Einladungslink genügt nicht',
  telegram_not_a_topic: 'Das Thema muss eine Zahl sein: die mittlere in seinem Link t.me/name/ZAHL/…',
  telegram_make_admin:
    'Bitte @{bot} zum Administrator des Kanals machen, mit dem Recht, Nachrichten zu senden',
  telegram_add_to_group: 'Bitte @{bot} zur Gruppe hinzufügen und dort schreiben lassen',
  telegram_may_not_post: 'Der Bot darf hier nicht schreiben (Status „{status}“). {remedy:sentence}',
  telegram_no_topics: 'Dieser Chat hat keine Themen. Bitte das Thema leer lassen',
  telegram_not_to_topic: 'Der Bot kann nicht in das Thema {topic} schreiben',
  telegram_remedy: '{remedy:sentence}. {why:sentence}',
  telegram_token_refused:
    'Telegram nimmt das Token des Bots nicht mehr an. Bitte den Kanal mit dem neu verbinden, das @BotFather zeigt. {why:sentence}',
  telegram_part_of_album: 'Einige Dateien des Albums sind vielleicht veröffentlicht. {why}',
  telegram_before_supergroup:
    'Die Nachricht wurde gesendet, bevor die Gruppe eine Supergruppe wurde. Bitte in Telegram löschen. {why:sentence}',
  telegram_too_late_to_delete:
    'Ein Bot kann seine Nachrichten nur 48 Stunden lang löschen. Bitte in Telegram löschen. {why:sentence}',
};
