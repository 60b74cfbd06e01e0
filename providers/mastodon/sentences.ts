/** What this network alone refuses, in English and in German. */
export const english = {
  mastodon_text_too_long: 'The text has {length:number} characters; this instance allows {max:number}',
  mastodon_description_too_long:
    'The description has {length:number} characters; this instance allows {max:number}',
  mastodon_warning_without_text: 'needs a text in each part, which it hides',
  mastodon_no_polls: 'This instance has no polls',
  mastodon_poll_too_many: 'has more answers than the {max:number} that this instance allows',
  mastodon_poll_twice: 'has the same answer twice',
  mastodon_poll_option_too_long: 'has an answer of more than {max:number} characters',
  mastodon_poll_too_short: 'must be at least {min:number} seconds on this instance',
  mastodon_poll_too_long: 'must be at most {max:number} seconds on this instance',
  mastodon_no_quotes:
    'needs Mastodon 4.5, which this instance did not have when the channel was connected. Once it has, reconnect the channel',
  mastodon_quote_elsewhere:
    'is a URL of another instance. Search for it on your own one, open the post there, and use that URL',
  mastodon_quote_beside:
    'cannot stand beside files or a poll, or in a direct post: remove them, or the quote',
  mastodon_not_a_post: 'must be the URL of a post or its id on your server, such as 103254962155278888',
  mastodon_lacks_permission:
    'The access token lacks a permission; reconnect the channel with a token that has {scopes:list}. {why}',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  mastodon_text_too_long: 'Der Text hat {length} Zeichen; dieser Server erlaubt {max}',
  mastodon_description_too_long: 'Die Beschreibung hat {length} Zeichen; dieser Server erlaubt {max}',
  mastodon_warning_without_text: 'Braucht in jedem Teil einen Text, den die Warnung verdeckt',
  mastodon_no_polls: 'Dieser Server hat keine Umfragen',
  mastodon_poll_too_many: 'Hat mehr Antworten als die {max}, die dieser Server erlaubt',
  mastodon_poll_twice: 'Hat zweimal dieselbe Antwort',
  mastodon_poll_option_too_long: 'Hat eine Antwort mit mehr als {max} Zeichen',
  mastodon_poll_too_short: 'Auf diesem Server mindestens {min} Sekunden',
  mastodon_poll_too_long: 'Auf diesem Server höchstens {max} Sekunden',
  mastodon_no_quotes:
    'Braucht Mastodon 4.5, das dieser Server beim Verbinden des Kanals nicht hatte. Sobald er es hat, den Kanal neu verbinden',
  mastodon_quote_elsewhere:
    'Ist eine URL eines anderen Servers. Auf dem eigenen danach suchen, den Beitrag dort öffnen und diese URL verwenden',
  mastodon_quote_beside:
    'Geht nicht neben Dateien oder einer Umfrage und nicht in einem direkten Beitrag. Diese oder das Zitat entfernen',
  mastodon_not_a_post:
    'Muss die URL eines Beitrags oder seine ID auf dem eigenen Server sein, zum Beispiel 103254962155278888',
  mastodon_lacks_permission:
    'Dem Zugriffstoken fehlt eine Berechtigung. Bitte den Kanal mit einem Token neu verbinden, das {scopes} hat. {why}',
};
