/** What the settings and fields of this network are called in German, by their English words. */
export const german: Readonly<Record<string, string>> = {
  'Channels as [{value: {id}}], with one cast in each; none for a cast outside of channels':
    'Je Kanal ein eigener Cast; ohne Kanal ein Cast außerhalb von Kanälen',
  'ID of the channel': 'ID des Kanals',
};
