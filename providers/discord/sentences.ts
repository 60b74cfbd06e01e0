/** What this network alone refuses, in English and in German. */
export const english = {
  discord_files_too_large: 'The files are {bytes:bytesUp} together; this server allows {max:bytesDown}',
  discord_file_too_large: 'The file is {size:bytesUp}; this server allows {max:bytesDown}',
  discord_embeds_too_long: 'have {length:number} characters together; Discord allows {max:number}',
  discord_embeds_suppressed: 'would be hidden with the previews of links: turn suppress_embeds off',
  discord_embed_is_empty: 'shows nothing: give it a title, a text or a picture, or take it out',
  discord_embed_without_title: 'is missing: it is what leads to the URL',
  discord_embed_url_twice: 'is that of an embed above, and Discord shows only the first of them',
  discord_not_a_channel_to_post_to: '{name} is not a text, announcement, forum or media channel',
  discord_forum_without_polls: 'A post in a forum has no poll: choose a text channel',
  discord_no_such_tag: 'The forum has no tag "{tag}"; its tags: {tags}',
  discord_tag_wanted: 'The forum wants a tag for each post (tags); its tags: {tags}',
  discord_channel_of_another_server: 'That channel does not belong to the connected server',
  discord_bot_left: 'The bot is no longer in the server, or never was. {why:sentence}',
  discord_not_a_server_id: 'The server ID must be a long number, such as 613425648685547541',
  discord_not_in_server:
    'The bot is not in that server, or no server has that ID; invite the bot first. {why:sentence}',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  discord_files_too_large:
    'Die Dateien haben zusammen {bytes:bytesUp}; dieser Server erlaubt {max:bytesDown}',
  discord_file_too_large: 'Die Datei hat {size:bytesUp}; dieser Server erlaubt {max:bytesDown}',
  discord_embeds_too_long: 'Zusammen {length} Zeichen; Discord erlaubt {max}',
  discord_embeds_suppressed: 'Wären mit der Linkvorschau ausgeblendet. „Ohne Linkvorschau“ bitte ausschalten',
  discord_embed_is_empty: 'Zeigt nichts. Titel, Text oder Bild angeben oder weglassen',
  discord_embed_without_title: 'Fehlt; der Titel führt zur URL',
  discord_embed_url_twice: 'Steht schon weiter oben; Discord zeigt nur das erste davon',
  discord_not_a_channel_to_post_to: '{name} ist kein Text-, Ankündigungs-, Forums- oder Medienkanal',
  discord_forum_without_polls: 'Ein Beitrag in einem Forum hat keine Umfrage: Bitte einen Textkanal wählen',
  discord_no_such_tag: 'Das Forum hat kein Tag „{tag}“; seine Tags: {tags}',
  discord_tag_wanted: 'Das Forum verlangt für jeden Beitrag ein Tag (tags); seine Tags: {tags}',
  discord_channel_of_another_server: 'Dieser Kanal gehört nicht zum verbundenen Server',
  discord_bot_left: 'Der Bot ist nicht mehr auf dem Server oder war es nie. {why:sentence}',
  discord_not_a_server_id: 'Die Server-ID muss eine lange Zahl sein, etwa 613425648685547541',
  discord_not_in_server:
    'Der Bot ist nicht auf diesem Server, oder es gibt keinen mit dieser ID. Bitte den Bot zuerst einladen. {why:sentence}',
};
