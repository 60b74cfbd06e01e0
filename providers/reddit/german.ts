/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  Flair: 'Flair',
  'Is flair required': 'Flair erforderlich',
  Media: 'Medien',
  Self: 'Nur Text',
  Text: 'Text',
  Video: 'Video',
  Videogif: 'Video ohne Ton',
  'Address for a submission of the type link; http or https':
    'Adresse für einen Beitrag der Art Link; http oder https',
  'Flair as {id, name}, if is_flair_required is true': 'Flair, falls das Subreddit eines verlangt',
  'Name of the subreddit, with or without r/': 'Name des Subreddits, mit oder ohne r/',
  'Submissions as [{value: {subreddit, title, type, url, is_flair_required, flair}}]; each has the same text and files':
    'Ein Eintrag für jedes Subreddit; alle haben denselben Text und dieselben Dateien',
  'Title of the submission, 2 to 300 characters': 'Titel des Beitrags, 2 bis 300 Zeichen',
  'Whether the subreddit requires a flair': 'Ob das Subreddit ein Flair verlangt',
  'self (text; "text" means the same), link, media (the pictures or the video of the post), image, video or videogif (a video without sound)':
    'Nur Text, Link, Medien (die Bilder oder das Video des Beitrags), Bild, Video oder Video ohne Ton',
};
