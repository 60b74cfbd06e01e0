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
  wordpress_no_such_category: 'The site has no category {ids:list} for this type of post',
  wordpress_no_such_tag: 'The site has no tag {ids:list} for this type of post',
  wordpress_no_featured_image: 'The site does not give this type of post a featured image',
  wordpress_no_excerpt: 'The site does not give this type of post an excerpt',
  wordpress_no_author: 'The site does not give this type of post the author {author}',
  wordpress_no_seo_fields:
    'The site does not let programs set titles and descriptions for search engines: it needs Yoast SEO 28.5 or newer, or a plugin that opens the fields of Rank Math',
  wordpress_may_not_publish:
    'The user may write posts of this type, but not publish them; choose the status "pending", or give the user the role Author',
  wordpress_draft_left: '{problem:sentence}. (The draft {draft} could not be deleted: {why:sentence})',
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
  wordpress_no_such_category: 'Die Website hat für diese Beitragsart keine Kategorie {ids}',
  wordpress_no_such_tag: 'Die Website hat für diese Beitragsart kein Schlagwort {ids}',
  wordpress_no_featured_image: 'Die Website gibt dieser Beitragsart kein Beitragsbild',
  wordpress_no_excerpt: 'Die Website gibt dieser Beitragsart keinen Textauszug',
  wordpress_no_author: 'Die Website gibt dieser Beitragsart den Autor {author} nicht',
  wordpress_no_seo_fields:
    'Die Website lässt Programme keine Titel und Beschreibungen für Suchmaschinen setzen: Sie braucht Yoast SEO ab 28.5 oder ein Plugin, das die Felder von Rank Math öffnet',
  wordpress_may_not_publish:
    'Der Benutzer darf Beiträge dieser Art schreiben, aber nicht veröffentlichen: den Status „pending“ wählen oder ihm die Rolle „Autor“ geben',
  wordpress_draft_left: '{problem}. (Der Entwurf {draft} ließ sich nicht löschen: {why})',
};
