/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  "Skool has no API: Crier calls what its web app calls, with cookies from your browser. That can stop working on any day, Skool's firewall stops many servers, and it may be against Skool's terms.":
    'Skool hat keine Schnittstelle: Crier ruft auf, was die Web-App von Skool aufruft, mit Cookies aus dem eigenen Browser. Das kann jederzeit enden, die Firewall von Skool hält viele Server auf, und es widerspricht womöglich den Bedingungen von Skool.',
  'Cookie auth_token': 'Cookie auth_token',
  'Sign in at www.skool.com in a browser, open its developer tools (F12), then Application or Storage, Cookies, https://www.skool.com, and copy the value of the cookie auth_token. It is like a password, and ends after about a year or when you sign out there':
    'Bei www.skool.com in einem Browser anmelden, die Entwicklerwerkzeuge öffnen (F12), dann Application oder Speicher, Cookies, https://www.skool.com, und den Wert des Cookies auth_token kopieren. Er ist wie ein Passwort und endet nach etwa einem Jahr oder mit der Abmeldung dort',
  'Cookie client_id': 'Cookie client_id',
  'The value of the cookie client_id in the same list': 'Der Wert des Cookies client_id in derselben Liste',
  'ID of the group to post in': 'Gruppe, in der der Beitrag steht',
  'ID of the category in the group. The word none for a group without categories':
    'Kategorie in der Gruppe; das Wort none in einer Gruppe ohne Kategorien',
  'Title of the post': 'Titel des Beitrags',
};
