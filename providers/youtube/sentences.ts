/** What this network alone refuses, in English and in German. */
export const english = {
  youtube_angle_brackets: 'must not contain < or >, which YouTube rejects in a description',
  youtube_tags_too_long:
    'have {length:number} characters together (a tag with a space counts two more); YouTube allows {max:number}',
  youtube_comments_not_granted:
    'cannot be published: this channel was connected without the permission for comments. Remove the comment, or reconnect the channel once the operator asks for it (YOUTUBE_COMMENTS)',
  youtube_subtitles_not_granted:
    'cannot be added: this channel was connected without the permission for them. Remove the subtitles, or reconnect the channel once the operator asks for it (YOUTUBE_COMMENTS)',
  youtube_comments_closed:
    'cannot be published: YouTube has no comments below a video that is private or made for kids',
  youtube_no_channel: 'This Google account has no YouTube channel; create one at youtube.com first',
  youtube_no_such_playlist: 'The channel has no such playlist: choose one of its own',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  youtube_angle_brackets: 'Darf weder < noch > enthalten; YouTube lehnt sie in einer Beschreibung ab',
  youtube_tags_too_long:
    'Die Schlagwörter haben zusammen {length} Zeichen (ein Leerzeichen darin zählt zwei mehr); YouTube erlaubt {max}',
  youtube_comments_not_granted:
    'Kann nicht veröffentlicht werden: Der Kanal wurde ohne die Berechtigung für Kommentare verbunden. Den Kommentar weglassen oder den Kanal neu verbinden, sobald der Betreiber danach fragen lässt (YOUTUBE_COMMENTS)',
  youtube_subtitles_not_granted:
    'Kann nicht hinzugefügt werden: Der Kanal wurde ohne die Berechtigung dafür verbunden. Die Untertitel weglassen oder den Kanal neu verbinden, sobald der Betreiber danach fragen lässt (YOUTUBE_COMMENTS)',
  youtube_comments_closed:
    'Kann nicht veröffentlicht werden: Unter einem Video, das privat oder für Kinder gemacht ist, gibt es auf YouTube keine Kommentare',
  youtube_no_channel:
    'Dieses Google-Konto hat keinen YouTube-Kanal. Bitte zuerst auf youtube.com einen anlegen',
  youtube_no_such_playlist: 'Der Kanal hat diese Playlist nicht. Bitte eine eigene wählen',
};
