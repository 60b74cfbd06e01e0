/** What this network alone refuses, in English and in German. */
export const english = {
  tumblr_too_many_blocks: 'The post has {count:number} paragraphs and files; Tumblr allows {max:number}',
  tumblr_too_many_links: 'The text has {count:number} links; Tumblr allows {max:number}',
  tumblr_no_blog: 'This Tumblr account has no blog to post to',
  tumblr_another_video: 'Tumblr still processes another video. {why}',
  tumblr_used_up: 'Tumblr takes {remaining:number} more {what:word} of this account today',
  tumblr_blog_gone: 'The blog does not exist any more, or is no longer yours. {why:sentence}',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  tumblr_too_many_blocks: 'Der Beitrag hat {count} Absätze und Dateien; Tumblr erlaubt {max}',
  tumblr_too_many_links: 'Der Text hat {count} Links; Tumblr erlaubt {max}',
  tumblr_no_blog: 'Dieses Tumblr-Konto hat kein Blog, in dem es schreiben darf',
  tumblr_another_video: 'Tumblr verarbeitet noch ein anderes Video. {why}',
  tumblr_used_up: 'Tumblr nimmt von diesem Konto heute noch {remaining} {what:word}',
  tumblr_blog_gone: 'Das Blog gibt es nicht mehr, oder es gehört nicht mehr zum Konto. {why:sentence}',
};
