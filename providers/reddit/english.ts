/** What settings and choices of this network are called where their names, spelt out, read badly. */
export const english: Readonly<Record<string, string>> = {
  'Is flair required': 'Flair required',
  Self: 'Text only',
  Sendreplies: 'Message for each reply',
  Videogif: 'Video without sound',
};
