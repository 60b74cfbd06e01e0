/** What this network alone refuses, in English and in German. */
export const english = {
  threads_too_many_links: 'has {count:number} links; Threads allows {max:number}',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  threads_too_many_links: 'Der Text hat {count} Links; Threads erlaubt {max}',
};
