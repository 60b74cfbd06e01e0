/** What this network alone refuses, in English and in German. */
export const english = {
  discord_files_too_large: 'The files have {bytes:number} bytes together; this server allows {max:number}',
  discord_file_too_large: 'The file has {size:number} bytes; this server allows {max:number}',
  discord_embeds_too_long: 'have {length:number} characters together; Discord allows {max:number}',
  discord_embeds_suppressed: 'would be hidden with the previews of links: turn suppress_embeds off',
  discord_embed_is_empty: 'shows nothing: give it a title, a text or a picture, or take it out',
  discord_embed_without_title: 'is missing: it is what leads to the URL',
  discord_embed_url_twice: 'is that of an embed above, and Discord shows only the first of them',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  discord_files_too_large: 'Die Dateien haben zusammen {bytes} Bytes; dieser Server erlaubt {max}',
  discord_file_too_large: 'Die Datei hat {size} Bytes; dieser Server erlaubt {max}',
  discord_embeds_too_long: 'Zusammen {length} Zeichen; Discord erlaubt {max}',
  discord_embeds_suppressed: 'Wären mit der Linkvorschau ausgeblendet. „Ohne Linkvorschau“ bitte ausschalten',
  discord_embed_is_empty: 'Zeigt nichts. Titel, Text oder Bild angeben oder weglassen',
  discord_embed_without_title: 'Fehlt; der Titel führt zur URL',
  discord_embed_url_twice: 'Steht schon weiter oben; Discord zeigt nur das erste davon',
};
