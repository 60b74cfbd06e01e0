/** What this network alone refuses, in English and in German. */
export const english = {
  facebook_background_with_media: 'is for a post without media; remove the background or the media',
  facebook_background_text_too_long:
    'is for text of up to {max:number} characters; this one has {length:number}',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  facebook_background_with_media: 'Geht nur ohne Medien; bitte den Hintergrund oder die Medien entfernen',
  facebook_background_text_too_long: 'Geht nur mit höchstens {max} Zeichen; dieser Text hat {length}',
};
