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
};
