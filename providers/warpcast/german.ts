/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  'Channels, with one cast in each; without any, it is a cast outside of channels':
    'Je Kanal ein eigener Cast; ohne Kanal ein Cast außerhalb von Kanälen',
  'ID of the channel': 'ID des Kanals',
};
