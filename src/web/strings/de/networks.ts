import type { networks as english } from '../en/networks.ts';
import { wordsOfNetworks } from './words-of-networks.ts';

/**
 * What networks ask for, by the English words of the API: those of several networks, and those that each
 * declares in its folder (`german.ts`). A test finds what is missing, and what nobody needs any more.
 */
export const NETWORK_WORDS: Readonly<Record<string, string>> = {
  'Bot token': 'Bot-Token',
  Canonical: 'Ursprüngliche Adresse',
  Channel: 'Kanal',
  Description: 'Beschreibung',
  Draft: 'Entwurf',
  ID: 'ID',
  Image: 'Bild',
  Instance: 'Instanz',
  Label: 'Bezeichnung',
  Link: 'Link',
  'Main image': 'Beitragsbild',
  Name: 'Name',
  No: 'Nein',
  Post: 'Beitrag',
  'Post type': 'Art des Beitrags',
  Multiple: 'Mehrere Antworten',
  Off: 'Aus',
  Options: 'Antworten',
  Poll: 'Umfrage',
  Question: 'Frage',
  Silent: 'Lautlos',
  Spoiler: 'Spoiler',
  'Question of the poll; default: the text of the post, which otherwise stands above it':
    'Frage der Umfrage; sonst der Text des Beitrags, der mit einer eigenen Frage darübersteht',
  Text: 'Text',
  'Whether people may choose several answers': 'Ob mehrere Antworten gewählt werden dürfen',
  Private: 'Privat',
  Public: 'Öffentlich',
  Publication: 'Publikation',
  Subreddit: 'Subreddit',
  Subtitle: 'Untertitel',
  Tags: 'Tags',
  Title: 'Titel',
  Type: 'Art',
  Unlisted: 'Nicht gelistet',
  URL: 'Adresse (URL)',
  'User name': 'Benutzername',
  Value: 'Wert',
  Yes: 'Ja',

  Story: 'Story',
  'API key': 'API-Schlüssel',
  Group: 'Gruppe',

  'Card of the link: on (default; made from the page that the text links to), off, or with texts and a picture of your own. Further parts of a thread get the card of their own first link, unless cards are off':
    'Karte des Links: ein (sonst; aus der Seite, auf die der Text verlinkt), aus, oder mit eigenen Texten und eigenem Bild. Weitere Teile eines Threads bekommen die Karte ihres eigenen ersten Links, wenn Karten nicht aus sind',
  'The page; default: the first link of the text': 'Die Seite; sonst: der erste Link des Textes',
  "Default: the page's own": 'Sonst: wie auf der Seite',
  "An upload; default: the page's own picture": 'Ein Upload; sonst: das Bild der Seite',

  ...wordsOfNetworks,
};

export const networks: typeof english = { words: (english) => NETWORK_WORDS[english] ?? english };
