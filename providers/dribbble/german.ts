/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  'Title of the shot': 'Titel des Shots',
  Team: 'Team',
  'URL of the team to post for; empty or absent: your own account':
    'Adresse des Teams, für das veröffentlicht wird; leer: das eigene Konto',
};
