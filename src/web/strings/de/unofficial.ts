/** What networks without a public interface ask for, and what can break there, as in networks.ts. */
export const UNOFFICIAL_WORDS: Readonly<Record<string, string>> = {
  "Moltbook describes its API in one file for agents, without a promise to keep it: fields and rules have changed overnight, and a post can stay hidden until the agent's owner has answered a question.":
    'Moltbook beschreibt seine Schnittstelle in einer Datei für Agenten und verspricht nichts: Felder und Regeln haben sich über Nacht geändert, und ein Beitrag kann verborgen bleiben, bis die Person hinter dem Agenten eine Frage beantwortet hat.',
  'Moltbook gives it to an agent that registers (moltbook_…); its owner makes a new one after signing in at www.moltbook.com/login':
    'Moltbook gibt ihn einem Agenten bei der Anmeldung (moltbook_…); einen neuen gibt es nach der Anmeldung unter www.moltbook.com/login',
  Submolt: 'Submolt',
  'Name of the submolt to post in, as after m/ in its address. general is open to everyone':
    'Name des Submolts, wie nach m/ in seiner Adresse. general steht allen offen',
  "MeWe's API is a developer preview for approved apps whose calls for posts are not public: it can change without notice, and nobody can ask it whether a post arrived.":
    'Die Schnittstelle von MeWe ist eine Vorschau für zugelassene Apps, deren Aufrufe für Beiträge nicht öffentlich sind: Sie kann sich ohne Ankündigung ändern und sagt nicht, ob ein Beitrag angekommen ist.',
  'Where to post: timeline, or group with the ID of the group':
    'Wo der Beitrag steht: in der Chronik oder in einer Gruppe',
  'ID of the group, required with postType group': 'Gruppe, nur für Beiträge in einer Gruppe',
  "Skool has no API: Crier calls what its web app calls, with cookies from your browser. That can stop working on any day, Skool's firewall stops many servers, and it may be against Skool's terms.":
    'Skool hat keine Schnittstelle: Crier ruft auf, was die Web-App von Skool aufruft, mit Cookies aus Ihrem Browser. Das kann jederzeit enden, die Firewall von Skool hält viele Server auf, und es widerspricht womöglich den Bedingungen von Skool.',
  'Cookie auth_token': 'Cookie auth_token',
  'Sign in at www.skool.com in a browser, open its developer tools (F12), then Application or Storage, Cookies, https://www.skool.com, and copy the value of the cookie auth_token. It is like a password, and ends after about a year or when you sign out there':
    'Bei www.skool.com in einem Browser anmelden, die Entwicklerwerkzeuge öffnen (F12), dann Application oder Speicher, Cookies, https://www.skool.com, und den Wert des Cookies auth_token kopieren. Er ist wie ein Passwort und endet nach etwa einem Jahr oder mit der Abmeldung dort',
  'Cookie client_id': 'Cookie client_id',
  'The value of the cookie client_id in the same list': 'Der Wert des Cookies client_id in derselben Liste',
  'ID of the group to post in': 'Gruppe, in der der Beitrag steht',
  'ID of the category in the group. none for a group without categories':
    'Kategorie in der Gruppe; none in einer Gruppe ohne Kategorien',
};
