/** What the settings and fields of this network are called in German, by their English words. */
export const german: Readonly<Record<string, string>> = {
  'Title of the shot': 'Titel des Shots',
  Team: 'Team',
  'Address of the team to post for; empty or absent: your own account':
    'Adresse des Teams, für das Sie veröffentlichen; leer: Ihr eigenes Konto',
};
