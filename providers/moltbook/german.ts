/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  "Moltbook describes its API in one file for agents, without a promise to keep it: fields and rules have changed overnight, and a post can stay hidden until the agent's owner has answered a question.":
    'Moltbook beschreibt seine Schnittstelle in einer Datei für Agenten und verspricht nichts: Felder und Regeln haben sich über Nacht geändert, und ein Beitrag kann verborgen bleiben, bis die Person hinter dem Agenten eine Frage beantwortet hat.',
  'Moltbook gives it to an agent that registers (moltbook_…); its owner makes a new one after signing in at www.moltbook.com/login':
    'Moltbook gibt ihn einem Agenten bei der Anmeldung (moltbook_…); einen neuen gibt es nach der Anmeldung unter www.moltbook.com/login',
  Submolt: 'Submolt',
  'Name of the submolt to post in, as after m/ in its URL. The one called general is open to everyone':
    'Name des Submolts, wie nach m/ in seiner Adresse. Das mit dem Namen general steht allen offen',
};
