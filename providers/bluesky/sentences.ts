/** What this network alone refuses, in English and in German. */
export const english = {
  bluesky_too_many_bytes: 'The text has {bytes:number} bytes; Bluesky allows {max:number}',
  bluesky_not_a_post: 'is not the URL of a post, such as https://bsky.app/profile/alice.bsky.social/post/…',
  bluesky_nobody_and_others: 'names others beside nobody; choose one or the other',
  bluesky_one_video: 'Bluesky allows one video, without other media',
  bluesky_more_pictures_than_shown: 'Bluesky shows {max:number} pictures; the post has {count:number}',
  bluesky_mixed_media: 'Bluesky allows pictures or one video, not both',
  bluesky_picture_too_large: '{file} is {size:bytesUp}; Bluesky allows {max:bytesDown} for a picture',
  bluesky_still_encoding: 'Bluesky is still encoding the video after {minutes:number} minutes',
  bluesky_video_not_stored: 'Bluesky could not store the video: {why}',
  bluesky_video_not_used: 'Bluesky could not use the video: {why}',
  bluesky_post_not_accepted: 'Bluesky does not accept this post: {why}',
  bluesky_quoted_not_a_post: '{url} is not the URL of a post on Bluesky',
  bluesky_quoted_not_there: 'The post to quote is not there: {url}',
  bluesky_quote_not_allowed: 'The author lets nobody quote this post: {url}',
  bluesky_no_account_to_quote: 'There is no account {actor} on Bluesky, whose post is to be quoted',
  bluesky_record_unread: 'A record with the key {key} of this post exists, but could not be read',
  bluesky_record_of_another: 'Another record has the key {key} of this post; nothing was published',
  bluesky_account_inactive:
    'The account {handle} is {status} on Bluesky. Reactivate it there, then reconnect it',
  bluesky_account_unusable: 'This account cannot be used: {why:sentence}',
  bluesky_app_password_gone:
    'Bluesky no longer accepts the app password of this channel. Create a new one and reconnect the channel',
  bluesky_main_password:
    'This is the main password of the account. Create an app password on Bluesky and use that instead',
  bluesky_login_unknown:
    '{host} does not accept this handle with this app password. Check both; you create app passwords under Settings, Privacy and security, App passwords',
  bluesky_login_refused: '{host} refused the login: {why:sentence}',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  bluesky_too_many_bytes: 'Der Text hat {bytes} Bytes; Bluesky erlaubt {max}',
  bluesky_not_a_post:
    'Das ist keine Adresse eines Beitrags wie https://bsky.app/profile/alice.bsky.social/post/…',
  bluesky_nobody_and_others: 'Neben „Niemand“ ist noch jemand gewählt; nur eines von beidem ist möglich',
  bluesky_one_video: 'Bluesky erlaubt ein Video, ohne andere Dateien',
  bluesky_more_pictures_than_shown: 'Bluesky zeigt {max} Bilder; der Beitrag hat {count}',
  bluesky_mixed_media: 'Bluesky erlaubt Bilder oder ein Video, nicht beides',
  bluesky_picture_too_large: '{file} hat {size:bytesUp}; Bluesky erlaubt {max:bytesDown} für ein Bild',
  bluesky_still_encoding: 'Bluesky wandelt das Video nach {minutes} Minuten noch um',
  bluesky_video_not_stored: 'Bluesky konnte das Video nicht speichern: {why}',
  bluesky_video_not_used: 'Bluesky konnte das Video nicht verwenden: {why}',
  bluesky_post_not_accepted: 'Bluesky nimmt diesen Beitrag nicht an: {why}',
  bluesky_quoted_not_a_post: '{url} ist keine URL eines Beitrags auf Bluesky',
  bluesky_quoted_not_there: 'Den zu zitierenden Beitrag gibt es nicht: {url}',
  bluesky_quote_not_allowed: 'Wer diesen Beitrag geschrieben hat, lässt ihn niemanden zitieren: {url}',
  bluesky_no_account_to_quote: 'Auf Bluesky gibt es kein Konto {actor}, dessen Beitrag zitiert werden soll',
  bluesky_record_unread:
    'Ein Datensatz mit dem Schlüssel {key} dieses Beitrags ist da, war aber nicht lesbar',
  bluesky_record_of_another:
    'Ein anderer Datensatz hat den Schlüssel {key} dieses Beitrags; veröffentlicht wurde nichts',
  bluesky_account_inactive:
    'Das Konto {handle} ist auf Bluesky nicht aktiv ({status}). Bitte dort reaktivieren und dann neu verbinden',
  bluesky_account_unusable: 'Dieses Konto lässt sich nicht verwenden: {why:sentence}',
  bluesky_app_password_gone:
    'Bluesky nimmt das App-Passwort dieses Kanals nicht mehr an. Bitte ein neues anlegen und den Kanal neu verbinden',
  bluesky_main_password:
    'Das ist das Hauptpasswort des Kontos. Bitte auf Bluesky ein App-Passwort anlegen und dieses verwenden',
  bluesky_login_unknown:
    '{host} nimmt dieses Handle mit diesem App-Passwort nicht an. Bitte beides prüfen; App-Passwörter gibt es unter Einstellungen, Privatsphäre und Sicherheit, App-Passwörter',
  bluesky_login_refused: '{host} hat die Anmeldung abgelehnt: {why:sentence}',
};
