/** What this network alone refuses, in English and in German. */
export const english = {
  tumblr_too_many_blocks: 'The post has {count:number} paragraphs and files; Tumblr allows {max:number}',
  tumblr_too_many_links: 'The text has {count:number} links; Tumblr allows {max:number}',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  tumblr_too_many_blocks: 'Der Beitrag hat {count} Absätze und Dateien; Tumblr erlaubt {max}',
  tumblr_too_many_links: 'Der Text hat {count} Links; Tumblr erlaubt {max}',
};
