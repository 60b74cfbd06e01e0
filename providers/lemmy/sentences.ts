/** What this network alone refuses, in English and in German. */
export const english = {
  lemmy_description_too_long:
    'The description of {file} has {length:number} characters; Lemmy allows {max:number}',
  lemmy_duplicate: 'is a duplicate of a post in the same community',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  lemmy_description_too_long: 'Die Beschreibung von {file} hat {length} Zeichen; Lemmy erlaubt {max}',
  lemmy_duplicate: 'Derselbe Beitrag steht schon in dieser Community',
};
