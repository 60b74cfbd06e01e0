/** What this network alone refuses, in English and in German. */
export const english = {
  instagram_too_many_hashtags: 'has {count:number} hashtags; Instagram allows {max:number}',
  instagram_many_hashtags:
    'has {count:number} hashtags; Instagram is lowering its limit to {max:number}, and may refuse more',
  instagram_too_many_hashtags_in_comment:
    'has {count:number} hashtags; Instagram allows {max:number} in a comment',
  instagram_too_many_mentions: 'has {count:number} mentions; Instagram allows {max:number}',
  instagram_too_many_links_in_comment: 'has {count:number} links; Instagram allows {max:number} in a comment',
  instagram_all_capitals: 'is all in capitals, which Instagram rejects in a comment',
  instagram_trial_reel_not_one_video: 'A trial reel must be exactly one video',
  instagram_only_for_reel: 'is for a reel: a post of exactly one video',
  instagram_tag_without_file: 'names the file {file:number}, counted from 0, and the post has {count:number}',
  instagram_tag_on_video_of_carousel: 'People cannot be tagged on a video among other files',
  instagram_tag_half_a_place: 'A place on a picture needs both x and y',
  instagram_too_many_tags: 'has {count:number} people on one file; Instagram allows {max:number}',
  instagram_sound_not_one_video: 'A reel with a sound must be exactly one video',
  instagram_all_stories_published: 'All stories are published already',
  instagram_not_professional:
    'Instagram answered without the name of the account; is it a professional account?',
  instagram_no_account:
    'None of the Pages that were chosen has an Instagram account: link a professional account to the Page',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  instagram_too_many_hashtags: 'Der Text hat {count} Hashtags; Instagram erlaubt {max}',
  instagram_many_hashtags:
    'Der Text hat {count} Hashtags; Instagram senkt die Grenze auf {max} und lehnt mehr womöglich ab',
  instagram_too_many_hashtags_in_comment: 'Der Kommentar hat {count} Hashtags; Instagram erlaubt {max}',
  instagram_too_many_mentions: 'Der Text erwähnt {count} Konten; Instagram erlaubt {max}',
  instagram_too_many_links_in_comment: 'Der Kommentar hat {count} Links; Instagram erlaubt {max}',
  instagram_all_capitals: 'Einen Kommentar nur aus Großbuchstaben lehnt Instagram ab',
  instagram_trial_reel_not_one_video: 'Ein Test-Reel muss genau ein Video sein',
  instagram_only_for_reel: 'Geht nur bei einem Reel: einem Beitrag aus genau einem Video',
  instagram_tag_without_file: 'Nennt die Datei {file}, von 0 an gezählt, und der Beitrag hat {count}',
  instagram_tag_on_video_of_carousel:
    'Auf einem Video neben anderen Dateien lassen sich keine Personen markieren',
  instagram_tag_half_a_place: 'Ein Ort auf einem Bild braucht x und y',
  instagram_too_many_tags: 'Auf einer Datei sind {count} Personen markiert; Instagram erlaubt {max}',
  instagram_sound_not_one_video: 'Ein Reel mit einem Ton muss genau ein Video sein',
  instagram_all_stories_published: 'Alle Storys sind schon veröffentlicht',
  instagram_not_professional:
    'Instagram hat geantwortet, aber der Name des Kontos fehlt. Ist es ein professionelles Konto?',
  instagram_no_account:
    'Keine der gewählten Seiten hat ein Instagram-Konto: bitte ein professionelles Konto mit der Seite verknüpfen',
};
