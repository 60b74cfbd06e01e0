/** What settings and choices of this network are called where their names, spelt out, read badly. */
export const english: Readonly<Record<string, string>> = {
  'Call to action type': 'Button',
  'Call to action URL': 'Button URL',
  'Offer redeem URL': 'Offer URL',
  'Topic type': 'Type',
};
