/** What this network alone refuses, in English and in German. */
export const english = {
  x_draft_with_replies: 'A draft of an article cannot have replies; send one part, or publish the article',
  x_gif_too_large:
    '{file} has {width:number} × {height:number} pixels; X allows GIFs of up to {maxWidth:number} × {maxHeight:number}',
  x_description_too_long: '{file} has a description of {length:number} characters; X allows {max:number}',
  x_gif_not_alone: 'X allows a GIF only on its own; send one file, or a PNG instead of the GIF',
  x_quote_beside_poll: 'cannot stand beside a poll: remove the quote or the poll',
  x_quote_beside_files:
    'cannot stand beside files: remove the files, or put the URL of the post into the text',
  x_tags_without_files: 'needs a picture or a video in which people are tagged',
  x_not_in_article: 'is for posts: an article has none',
  x_not_a_post: 'must be the URL of a post on X, or its ID',
  x_not_a_user_name: 'must be a user name on X: at most 15 letters, digits and underscores',
  x_not_a_community: 'must be a URL such as https://x.com/i/communities/1234',
  x_no_numbers: 'Numbers of X are switched off on this instance (DISABLE_X_ANALYTICS)',
  x_draft_stays: 'X lets apps delete no drafts of articles: delete it at x.com',
  x_no_such_account: 'X has no account @{name} that can be tagged',
  x_app_refused:
    '{why:sentence}. {id} and {secret} must be the Client ID and the Client Secret of OAuth 2.0, not the API Key of the same app',
  x_all_posts_used: '{why:sentence}: all {limit} posts of 24 hours are used',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  x_draft_with_replies:
    'Der Entwurf eines Artikels kann keine Antworten haben; nur ein Teil ist möglich, oder der Artikel wird veröffentlicht',
  x_gif_too_large: '{file} hat {width} × {height} Pixel; X erlaubt GIFs bis {maxWidth} × {maxHeight}',
  x_description_too_long: 'Die Beschreibung von {file} hat {length} Zeichen; X erlaubt {max}',
  x_gif_not_alone: 'X erlaubt ein GIF nur allein; bitte nur eine Datei oder statt des GIFs ein PNG',
  x_quote_beside_poll: 'Zitat und Umfrage gehen nicht zusammen: eines davon entfernen',
  x_quote_beside_files:
    'Zitat und Dateien gehen nicht zusammen: die Dateien entfernen oder die Adresse des Beitrags in den Text schreiben',
  x_tags_without_files: 'Braucht ein Bild oder ein Video, in dem Leute markiert werden',
  x_not_in_article: 'Ist für Beiträge; ein Artikel hat es nicht',
  x_not_a_post: 'Muss die URL eines Beitrags auf X sein oder seine ID',
  x_not_a_user_name: 'Muss ein Benutzername auf X sein: höchstens 15 Buchstaben, Ziffern und Unterstriche',
  x_not_a_community: 'Muss die Adresse einer Community sein: https://x.com/i/communities/ und ihre Nummer',
  x_no_numbers: 'Zahlen von X sind auf dieser Instanz ausgeschaltet (DISABLE_X_ANALYTICS)',
  x_draft_stays: 'X lässt Apps keine Entwürfe von Artikeln löschen. Bitte auf x.com löschen',
  x_no_such_account: 'X hat kein Konto @{name}, das sich markieren lässt',
  x_app_refused:
    '{why:sentence}. {id} und {secret} müssen Client ID und Client Secret von OAuth 2.0 sein, nicht der API Key derselben App',
  x_all_posts_used: '{why}: Alle {limit} Beiträge von 24 Stunden sind verbraucht',
};
