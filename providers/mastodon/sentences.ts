/** What this network alone refuses, in English and in German. */
export const english = {
  mastodon_text_too_long: 'The text has {length:number} characters; this instance allows {max:number}',
  mastodon_description_too_long:
    'The description has {length:number} characters; this instance allows {max:number}',
  mastodon_warning_without_text: 'needs a text in each part, which it hides',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  mastodon_text_too_long: 'Der Text hat {length} Zeichen; dieser Server erlaubt {max}',
  mastodon_description_too_long: 'Die Beschreibung hat {length} Zeichen; dieser Server erlaubt {max}',
  mastodon_warning_without_text: 'Braucht in jedem Teil einen Text, den die Warnung verdeckt',
};
