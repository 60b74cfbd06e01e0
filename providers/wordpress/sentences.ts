/** What this network alone refuses, in English and in German. */
export const english = {
  wordpress_title_too_short: 'A title of at least {min:number} characters is required',
  wordpress_no_such_type:
    'The site has no type of posts "{type}" that the user may write; available: {available}',
  wordpress_may_not_write:
    'The user {user} may not write posts at {url}; the role Author or above is required',
  wordpress_no_app_passwords:
    '{url} does not offer application passwords: they need WordPress 5.6 or newer, https, and no plugin that disables them',
  wordpress_reconnect: 'Reconnect the channel with a new application password. {why}',
  wordpress_password_refused:
    'The site does not know the user or no longer accepts the application password (or its web server drops the Authorization header). {why}',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  wordpress_title_too_short: 'Ein Titel aus mindestens {min} Zeichen wird gebraucht',
  wordpress_no_such_type:
    'Die Website hat keine Beitragsart „{type}“, die der Benutzer schreiben darf; möglich: {available}',
  wordpress_may_not_write:
    'Der Benutzer {user} darf auf {url} keine Beiträge schreiben; er braucht mindestens die Rolle „Autor“',
  wordpress_no_app_passwords:
    '{url} bietet keine Anwendungspasswörter an: Sie brauchen WordPress 5.6 oder neuer, https und kein Plugin, das sie ausschaltet',
  wordpress_reconnect: 'Bitte den Kanal mit einem neuen Anwendungspasswort verbinden. {why}',
  wordpress_password_refused:
    'Die Website kennt den Benutzer nicht oder nimmt das Anwendungspasswort nicht mehr an (oder ihr Webserver lässt den Header Authorization weg). {why}',
};
