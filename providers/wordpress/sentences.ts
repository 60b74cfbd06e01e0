/** What this network alone refuses, in English and in German. */
export const english = {
  wordpress_title_too_short: 'A title of at least {min:number} characters is required',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  wordpress_title_too_short: 'Ein Titel aus mindestens {min} Zeichen wird gebraucht',
};
