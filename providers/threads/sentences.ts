/** What this network alone refuses, in English and in German. */
export const english = {
  threads_only_without_media: 'is for a post without media; remove it or the media',
  threads_gif_beside_poll: 'cannot stand beside a poll; remove one of them',
  threads_too_many_links: 'has {count:number} links; Threads allows {max:number}',
  threads_full_stop_or_ampersand: 'must not contain full stops or ampersands',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  threads_only_without_media: 'Geht nur ohne Medien; bitte dies oder die Medien entfernen',
  threads_gif_beside_poll: 'Geht nicht zusammen mit einer Umfrage; bitte eines von beiden entfernen',
  threads_too_many_links: 'Der Text hat {count} Links; Threads erlaubt {max}',
  threads_full_stop_or_ampersand: 'Darf weder Punkt noch Und-Zeichen enthalten',
};
