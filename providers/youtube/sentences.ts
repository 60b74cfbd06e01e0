/** What this network alone refuses, in English and in German. */
export const english = {
  youtube_angle_brackets: 'must not contain < or >, which YouTube rejects in a description',
  youtube_tags_too_long:
    'have {length:number} characters together (a tag with a space counts two more); YouTube allows {max:number}',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  youtube_angle_brackets: 'Darf weder < noch > enthalten; YouTube lehnt sie in einer Beschreibung ab',
  youtube_tags_too_long:
    'Die Schlagwörter haben zusammen {length} Zeichen (ein Leerzeichen darin zählt zwei mehr); YouTube erlaubt {max}',
};
