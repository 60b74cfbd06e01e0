/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  Crosspost: 'Crosspost',
  Flair: 'Flair',
  'Is flair required': 'Flair erforderlich',
  Media: 'Medien',
  NSFW: 'Nicht jugendfrei (NSFW)',
  Self: 'Nur Text',
  Sendreplies: 'Nachricht bei Antworten',
  Video: 'Video',
  Videogif: 'Video ohne Ton',
  'URL for a link, or of the post for a crosspost; http or https':
    'Adresse für einen Link, beim Crosspost die des Beitrags; http oder https',
  'Flair, if the subreddit requires one': 'Flair, falls das Subreddit eines verlangt',
  'Name of the subreddit, with or without r/': 'Name des Subreddits, mit oder ohne r/',
  'Submissions, one for each subreddit; each has the same text and files':
    'Ein Eintrag für jedes Subreddit; alle haben denselben Text und dieselben Dateien',
  'Title of the submission, 2 to 300 characters': 'Titel des Beitrags, 2 bis 300 Zeichen',
  'Whether the account gets a message for each reply':
    'Ob das Konto bei jeder Antwort eine Nachricht bekommt',
  'Whether the submission is marked as a spoiler': 'Ob der Beitrag als Spoiler gekennzeichnet ist',
  'Whether the submission is marked as not safe for work (18+)':
    'Ob der Beitrag als nicht jugendfrei gekennzeichnet ist (ab 18)',
  'Whether the subreddit requires a flair': 'Ob das Subreddit ein Flair verlangt',
  'Text only, link, crosspost (another post of Reddit, without the text), media (the pictures or the video of the post), image, video or video without sound':
    'Nur Text, Link, Crosspost (ein anderer Beitrag von Reddit, ohne den Text), Medien (die Bilder oder das Video des Beitrags), Bild, Video oder Video ohne Ton',
};
