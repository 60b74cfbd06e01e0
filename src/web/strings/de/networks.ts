import type { networks as english } from '../en/networks.ts';
import { NETWORK_LABELS } from './network-labels.ts';

/**
 * What networks ask for, by the English words of the API: labels and choices first, then help. A test finds
 * what is missing, and what nobody needs any more.
 */
export const NETWORK_WORDS: Readonly<Record<string, string>> = {
  ...NETWORK_LABELS,

  '@name, a link such as https://t.me/name, or the numeric id (-100…). Add the bot there first; in a channel, make it an administrator who may post':
    '@name, ein Link wie https://t.me/name oder die Nummer (-100…). Den Bot dort zuerst hinzufügen; in einem Kanal muss er als Administrator posten dürfen',
  'Address for a submission of the type link; http or https':
    'Adresse für einen Beitrag der Art Link; http oder https',
  'A token that you already have: Medium gives out no new ones, and no longer supports its API. At medium.com under Settings, Security and apps, Integration tokens':
    'Ein Token, das Sie schon haben: Medium gibt keine neuen mehr aus und betreut seine Schnittstelle nicht mehr. Auf medium.com unter Settings, Security and apps, Integration tokens',
  'Address of the source, for content from elsewhere; http or https':
    'Adresse der Quelle, für Inhalte von anderswo; http oder https',
  'Address that the post shows as a link card; http or https':
    'Adresse, die der Beitrag als Karte zeigt; http oder https',
  'Address where the story was first published; http or https':
    'Adresse, unter der der Text zuerst erschienen ist; http oder https',
  'Heading above the post, up to 4,096 characters': 'Überschrift über dem Beitrag, bis zu 4.096 Zeichen',
  'ID of the publication. Default: the profile of the account':
    'ID der Publikation. Sonst das Profil des Kontos',
  'Line below the title, at least 2 characters': 'Zeile unter dem Titel, mindestens 2 Zeichen',
  'Tags, separated by commas: "spring, menu"': 'Tags, durch Kommas getrennt: „frühling, karte“',
  'Title of the story, at least 2 characters; if it has more than 100, Medium creates a title from the text instead':
    'Titel, mindestens 2 Zeichen; hat er mehr als 100, bildet Medium stattdessen einen aus dem Text',
  'Up to 4 tags as {value, label}; Medium uses only the first 3, and only those of up to 25 characters':
    'Bis zu 4 Tags; Medium verwendet nur die ersten 3, und nur solche mit bis zu 25 Zeichen',
  'Who sees the story. Default: everyone, or, in a publication of which the account is a writer, its editors, who approve it':
    'Wer den Text sieht. Sonst alle oder, in einer Publikation, für die das Konto nur schreibt, deren Redaktion, die ihn freigibt',
  'Address of the instance that hosts the account, e.g. https://mastodon.social':
    'Adresse der Instanz mit dem Konto, etwa https://mastodon.social',
  'Address of the instance where the account is, e.g. https://lemmy.world':
    'Adresse der Instanz mit dem Konto, etwa https://lemmy.world',
  'Address that the post links to. Optional': 'Adresse, zu der der Beitrag führt. Freiwillig',
  'Communities to post in, each as {"value": {"subreddit", "id", "title", "url", "nsfw"}}; there is one post in each. The same community, title and address must not appear twice':
    'Ein Eintrag für jede Community, mit je einem Beitrag; Community, Titel und Adresse dürfen nicht doppelt vorkommen',
  'Address of the service that hosts the account': 'Adresse des Dienstes, bei dem das Konto liegt',
  'Address of the site, e.g. https://blog.example': 'Adresse der Website, etwa https://blog.example',
  'Addresses such as wss://nos.lol, separated by commas': 'Adressen wie wss://nos.lol, durch Kommas getrennt',
  'At the instance: Preferences, Development, New application, with read:accounts, read:statuses, write:statuses, write:media; then copy "Your access token"':
    'In der Instanz: Einstellungen, Entwicklung, Neue Anwendung, mit read:accounts, read:statuses, write:statuses, write:media; dann „Dein Zugriffstoken“ kopieren',
  'Community to post in: https://x.com/i/communities/<digits>. Default: the timeline':
    'Community, in der er erscheint: https://x.com/i/communities/<Ziffern>. Sonst die Timeline',
  'Address that the pin links to, up to 2,048 characters; http or https':
    'Adresse, auf die der Pin verweist, bis zu 2.048 Zeichen; http oder https',
  'Colour shown until the picture has loaded, as #RRGGBB':
    'Farbe, die erscheint, bis das Bild geladen ist, als #RRGGBB',
  'Create one at Bluesky under Settings, Privacy and security, App passwords':
    'Bei Bluesky unter Einstellungen, Privatsphäre und Sicherheit, App-Passwörter anlegen',
  "Language of the text, as an ISO 639 code such as de; default: the account's own":
    'Sprache des Texts als Code nach ISO 639, etwa de; sonst die des Kontos',
  'Warning that is shown instead of the text until people open it; counts as text':
    'Warnung, die statt des Texts erscheint, bis man ihn aufklappt; zählt zur Länge des Texts',
  "Whether pictures and videos are hidden at first; default: the account's own preference":
    'Ob Bilder und Videos zuerst verdeckt sind; sonst wie im Konto eingestellt',
  'Who sees the post: public (default), unlisted (not in public timelines), private (followers only) or direct (only who is mentioned)':
    'Wer den Beitrag sieht: alle (öffentlich), alle, aber nicht in öffentlichen Timelines (nicht gelistet), nur Follower (privat) oder nur Erwähnte (direkt)',
  'Featured image: an uploaded file': 'Beitragsbild: eine hochgeladene Datei',
  'Flair as {id, name}, if is_flair_required is true': 'Flair, falls das Subreddit eines verlangt',
  'From @BotFather in Telegram: /newbot, or /token for an existing bot; it looks like 123456789:AA…':
    'Von @BotFather in Telegram: /newbot, für einen vorhandenen Bot /token; sieht aus wie 123456789:AA…',
  'Handle of the account, such as alice.bsky.social, or its email address':
    'Handle des Kontos, etwa alice.bsky.social, oder seine E-Mail-Adresse',
  'ID of a section of that board, digits only': 'ID eines Bereichs dieser Pinnwand, nur aus Ziffern',
  'ID of the board, digits only': 'ID der Pinnwand, nur aus Ziffern',
  'ID of the channel to post in, as a string of digits': 'ID des Kanals, nur aus Ziffern',
  "ID of the community at the account's instance": 'ID der Community auf der Instanz des Kontos',
  'ID of the conversation to post in, such as C0123456789 (not its name)':
    'ID der Unterhaltung, etwa C0123456789 (nicht ihr Name)',
  'In Discord: User Settings, Advanced, Developer Mode; then right-click the server, Copy Server ID':
    'In Discord: Benutzereinstellungen, Erweitert, Entwicklermodus; dann Rechtsklick auf den Server, Server-ID kopieren',
  'Name of a user of the site who may write posts, with the role Author or above':
    'Name eines Benutzers der Website, der Beiträge schreiben darf: ab der Rolle Autor',
  'Name of the community': 'Name der Community',
  'Name of the subreddit, with or without r/': 'Name des Subreddits, mit oder ohne r/',
  'Only for groups with topics: the number of the topic, in the middle of its link t.me/name/NUMBER/…; leave empty for the general topic':
    'Nur für Gruppen mit Themen: die Nummer des Themas, in der Mitte seines Links t.me/name/NUMMER/…; leer lassen für das allgemeine Thema',
  'Password of the account, which must not ask for a code of two-factor authentication':
    'Passwort des Kontos; es darf keinen Code einer Zwei-Faktor-Anmeldung verlangen',
  'Picture above an article: an uploaded file; not used for a post':
    'Bild über einem Artikel: eine hochgeladene Datei; nicht für einen Beitrag',
  'Post type: post, page, or another type of the site':
    'Beitragstyp: post, page oder ein anderer der Website',
  'Shown on the sandbox page. A name with a #tag opens the same account each time, others a new one':
    'Steht auf der Seite der Sandbox. Ein Name mit einem #Anhängsel öffnet jedes Mal dasselbe Konto, andere ein neues',
  'Status of the post once it is published': 'Status des Beitrags nach der Veröffentlichung',
  'Submissions as [{value: {subreddit, title, type, url, is_flair_required, flair}}]; each has the same text and files':
    'Ein Eintrag für jedes Subreddit; alle haben denselben Text und dieselben Dateien',
  'Tags as {value, label}; the labels may have 500 characters together, where a label with a space counts two more':
    'Tags; zusammen bis zu 500 Zeichen, wobei ein Tag mit Leerzeichen zwei mehr zählt',
  'Thumbnail: an uploaded JPEG or PNG of up to 50 MiB; the channel must be verified by phone':
    'Thumbnail: ein hochgeladenes JPEG oder PNG bis 50 MiB; der Kanal muss per Telefon bestätigt sein',
  'Title of an article; required with post_type article': 'Titel eines Artikels; für einen Artikel Pflicht',
  'Title of that document; default: slides': 'Titel dieses Dokuments; sonst: slides',
  'Title of the post: 3 to 200 characters on one line':
    'Titel des Beitrags: 3 bis 200 Zeichen in einer Zeile',
  'Title of the pin, up to 100 characters': 'Titel des Pins, bis zu 100 Zeichen',
  'Title of the post, which also becomes its address':
    'Titel des Beitrags, aus dem auch seine Adresse entsteht',
  'Title of the submission, 2 to 300 characters': 'Titel des Beitrags, 2 bis 300 Zeichen',
  'Title of the video, 2 to 100 characters, without < and >':
    'Titel des Videos, 2 bis 100 Zeichen, ohne < und >',
  'Users, Profile, Application Passwords, "Add New Application Password"; not the password for logging in':
    'Benutzer, Profil, Anwendungspasswörter, „Neues Anwendungspasswort hinzufügen“; nicht das Passwort zum Anmelden',
  'Whether an article stays a draft at X or is published; required with post_type article':
    'Ob ein Artikel bei X Entwurf bleibt oder veröffentlicht wird; für einen Artikel Pflicht',
  'Whether the post is labelled as a paid promotion': 'Kennzeichnet den Beitrag als bezahlte Werbung',
  'Whether the post is labelled as containing AI-generated media':
    'Kennzeichnet den Beitrag als mit KI erstellt',
  'Whether the pictures (at least 2, no video) become one document to page through':
    'Ob aus den Bildern (mindestens 2, kein Video) ein Dokument zum Blättern wird',
  'Whether the subreddit requires a flair': 'Ob das Subreddit ein Flair verlangt',
  'Whether the video is made for children: "yes" or "no"': 'Ob das Video speziell für Kinder ist',
  'Who can reply: everyone, following (accounts that you follow), mentionedUsers, subscribers or verified. Required, except for an article':
    'Wer antworten darf. Pflicht, außer für einen Artikel',
  'api.slack.com/apps, your app, OAuth & Permissions: add the bot scopes chat:write, channels:read, groups:read, channels:history, groups:history, files:read, files:write, users:read, channels:join, reactions:read, install it, and copy the "Bot User OAuth Token" (xoxb-…)':
    'api.slack.com/apps, die App, OAuth & Permissions: die Bot-Scopes chat:write, channels:read, groups:read, channels:history, groups:history, files:read, files:write, users:read, channels:join, reactions:read hinzufügen, installieren und das „Bot User OAuth Token“ (xoxb-…) kopieren',
  'discord.com/developers/applications, your application, Bot, Reset Token. Invite the bot with View Channels, Send Messages, Send Messages in Threads, Create Public Threads, Attach Files and Read Message History':
    'discord.com/developers/applications, die Anwendung, Bot, Reset Token. Den Bot mit View Channels, Send Messages, Send Messages in Threads, Create Public Threads, Attach Files und Read Message History einladen',
  'nsec1… or 64 hexadecimal digits. Leave empty to create a new key':
    'nsec1… oder 64 hexadezimale Ziffern. Leer lassen, um einen neuen Schlüssel zu erzeugen',
  'post, or article (a long text with headings, lists and pictures)':
    'Beitrag oder Artikel (ein langer Text mit Überschriften, Listen und Bildern)',
  'self (text; "text" means the same), link, media (the pictures or the video of the post), image, video or videogif (a video without sound)':
    'Nur Text, Link, Medien (die Bilder oder das Video des Beitrags), Bild, Video oder Video ohne Ton',
  'Who sees the video: public (everyone), private (only the channel) or unlisted (everyone with the link)':
    'Wer das Video sieht: alle, nur der Kanal oder alle mit dem Link',
  'Link, shown as a card below the text of a post without media':
    'Link, der als Karte unter dem Text eines Beitrags ohne Medien erscheint',
  'post or story; with story, each file becomes a separate story, and the text is not shown':
    'post oder story; bei story wird jede Datei eine eigene Story, und der Text erscheint nicht',
  Story: 'Story',
  'Text format preset id': 'Nummer des Hintergrunds',
  'Number of a coloured background, for text of up to 130 characters without media: 106018623298955 purple, 1881421442117417 black, 204187940028597 red, 217761075370932 blue, 301029513638534 teal':
    'Nummer eines farbigen Hintergrunds für Text von bis zu 130 Zeichen ohne Medien: 106018623298955 violett, 1881421442117417 schwarz, 204187940028597 rot, 217761075370932 blau, 301029513638534 türkis',
  'post (one picture, one video as a reel, or a carousel of 2 to 10 files) or story (each file becomes a separate story)':
    'post (ein Bild, ein Video als Reel oder ein Karussell aus 2 bis 10 Dateien) oder story (jede Datei wird eine eigene Story)',
  'Is trial reel': 'Probe-Reel',
  'Whether the reel is first shown only to people who do not follow the account: post_type post with exactly one video':
    'Ob das Reel zuerst nur Leuten gezeigt wird, die dem Konto nicht folgen: post_type post mit genau einem Video',
  'Graduation strategy': 'Freigabe für Follower',
  'When a trial reel is shown to followers: MANUAL (default; when you decide) or SS_PERFORMANCE (if it performs well). Used only with is_trial_reel':
    'Wann ein Probe-Reel den Followern gezeigt wird: MANUAL (Vorgabe; wenn Sie es entscheiden) oder SS_PERFORMANCE (wenn es gut ankommt). Nur mit is_trial_reel',
  Manual: 'Von Hand',
  'Ss performance': 'Nach Erfolg',
  Collaborators: 'Mitwirkende',
  'Up to 3 public accounts that are invited as collaborators, as {label: user name}; not for stories':
    'Bis zu 3 öffentliche Konten, die als Mitwirkende eingeladen werden, als {label: Benutzername}; nicht für Storys',
  Audio: 'Ton',
  'Sound of a reel: post_type post with exactly one video':
    'Ton eines Reels: post_type post mit genau einem Video',
  'ID of the sound': 'ID des Tons',
  'Title, only for display': 'Titel, nur zur Anzeige',
  Artist: 'Interpret',
  'Artist, only for display': 'Interpret, nur zur Anzeige',
  'Address of a picture, only for display': 'Adresse eines Bildes, nur zur Anzeige',
  'Audio volume': 'Lautstärke des Tons',
  'Volume of the sound, 0 to 100; default 100': 'Lautstärke des Tons, 0 bis 100; Vorgabe 100',
  'Video volume': 'Lautstärke des Videos',
  "Volume of the video's own sound, 0 to 100; default 100":
    'Lautstärke des eigenen Tons des Videos, 0 bis 100; Vorgabe 100',
  'Auto add music': 'Musik hinzufügen',
  'Whether TikTok adds music to photos; of no effect on a video':
    'Ob TikTok Fotos mit Musik unterlegt; ohne Wirkung auf ein Video',
  'Brand content toggle': 'Bezahlte Partnerschaft',
  'Whether the post is a paid partnership that promotes another business; such a post cannot be SELF_ONLY':
    'Ob der Beitrag als bezahlte Partnerschaft für ein anderes Unternehmen wirbt; nicht für Beiträge, die nur Sie sehen',
  'Brand organic toggle': 'Eigenes Unternehmen',
  "Whether the post promotes the account's own business":
    'Ob der Beitrag für das eigene Unternehmen des Kontos wirbt',
  Comment: 'Kommentare',
  'Whether others may comment': 'Ob andere kommentieren dürfen',
  'Content posting method': 'Art der Veröffentlichung',
  'DIRECT_POST publishes; UPLOAD sends a draft to the inbox of the account, to be finished in the app within 24 hours. A draft keeps title and text of photos, but not those of a video':
    'Veröffentlichen, oder als Entwurf in den Posteingang des Kontos, der binnen 24 Stunden in der App fertiggestellt wird. Ein Entwurf behält Titel und Text von Fotos, aber nicht die eines Videos',
  'Direct post': 'Veröffentlichen',
  Upload: 'Entwurf im Posteingang',
  Duet: 'Duette',
  'Whether others may create duets with the video; of no effect on photos':
    'Ob andere Duette mit dem Video machen dürfen; ohne Wirkung auf Fotos',
  Stitch: 'Stitch',
  'Whether others may stitch the video; of no effect on photos':
    'Ob andere das Video in eigene einbauen dürfen (Stitch); ohne Wirkung auf Fotos',
  'Privacy level': 'Sichtbarkeit',
  'Who sees the post. Of no effect on an inbox draft':
    'Wer den Beitrag sieht. Ohne Wirkung auf einen Entwurf im Posteingang',
  'Public to everyone': 'Alle',
  'Mutual follow friends': 'Freunde',
  'Follower of creator': 'Follower',
  'Self only': 'Nur Sie',
  'Title of photos, up to 90 characters (UTF-16 code units); a video has none':
    'Titel von Fotos, bis zu 90 Zeichen (UTF-16-Einheiten); ein Video hat keinen',
  'Video made with ai': 'Video mit KI erstellt',
  'Whether the video is labelled as AI-generated; of no effect on photos':
    'Ob das Video als mit KI erstellt gekennzeichnet wird; ohne Wirkung auf Fotos',
  'Topic type': 'Art',
  'Type of the post: STANDARD, EVENT (with a title) or OFFER':
    'Art des Beitrags: gewöhnlich, Veranstaltung (mit einem Titel) oder Angebot',
  Standard: 'Gewöhnlich',
  Event: 'Veranstaltung',
  Offer: 'Angebot',
  'Call to action type': 'Schaltfläche',
  'Button of the post; all except NONE and CALL require callToActionUrl. Google shows no button on an OFFER':
    'Schaltfläche des Beitrags; alle außer „Keine“ und „Anrufen“ brauchen eine Adresse. Ein Angebot hat keine',
  None: 'Keine',
  Call: 'Anrufen',
  Book: 'Buchen',
  Order: 'Bestellen',
  Shop: 'Kaufen',
  'Learn more': 'Mehr erfahren',
  'Sign up': 'Registrieren',
  'Get offer': 'Angebot nutzen',
  'Call to action url': 'Adresse der Schaltfläche',
  'Address that the button opens; http or https. CALL uses the phone number of the profile instead':
    'Adresse, die die Schaltfläche öffnet; http oder https. „Anrufen“ nimmt die Telefonnummer des Profils',
  'Event title': 'Titel der Veranstaltung',
  'Name of the event, required for an EVENT; for an OFFER, the title of the offer':
    'Name der Veranstaltung, für eine Veranstaltung Pflicht; bei einem Angebot dessen Titel',
  'Event start date': 'Erster Tag',
  'First day, YYYY-MM-DD; default: the day of publication':
    'Erster Tag, JJJJ-MM-TT; ohne ihn der Tag der Veröffentlichung',
  'Event end date': 'Letzter Tag',
  'Last day, YYYY-MM-DD, not before the first; default: the first day':
    'Letzter Tag, JJJJ-MM-TT, nicht vor dem ersten; ohne ihn der erste',
  'Event start time': 'Beginn',
  'Start time, HH:MM (24 hours), in the time zone of the profile':
    'Uhrzeit des Beginns, HH:MM (24 Stunden), in der Zeitzone des Profils',
  'Event end time': 'Ende',
  'End time, HH:MM (24 hours), in the time zone of the profile':
    'Uhrzeit des Endes, HH:MM (24 Stunden), in der Zeitzone des Profils',
  'Offer coupon code': 'Gutscheincode',
  'Coupon code of an OFFER': 'Gutscheincode eines Angebots',
  'Offer redeem url': 'Adresse des Angebots',
  'Address where an OFFER can be redeemed; http or https':
    'Adresse, unter der ein Angebot eingelöst wird; http oder https',
  'Channels as [{value: {id}}], with one cast in each; none for a cast outside of channels':
    'Je Kanal ein eigener Cast; ohne Kanal ein Cast außerhalb von Kanälen',
  'ID of the channel': 'ID des Kanals',
  Company: 'Unternehmen',
  'ID of the company (biz_…)': 'ID des Unternehmens (biz_…)',
  Experience: 'Forum',
  "ID of the forum's experience (exp_…), or public for the public forum":
    'ID des Forums (exp_…), oder „public“ für das öffentliche Forum',
  'Title above the post. Optional': 'Titel über dem Beitrag; kann fehlen',
  'Offer terms': 'Bedingungen',
  'Terms and conditions of an OFFER': 'Bedingungen eines Angebots',
  'Message type': 'Art der Nachricht',
  'What to send to the chat: message (default) or announcement (highlighted)':
    'Was in den Chat geht: eine Nachricht (Vorgabe) oder eine hervorgehobene Ankündigung',
  Message: 'Nachricht',
  Announcement: 'Ankündigung',
  'Announcement color': 'Farbe der Ankündigung',
  'Colour of an announcement: primary (default; the accent colour of the channel), blue, green, orange or purple. Ignored for a message':
    'Farbe einer Ankündigung: die Akzentfarbe des Kanals (Vorgabe), blau, grün, orange oder violett. Ohne Wirkung auf eine Nachricht',
  Primary: 'Farbe des Kanals',
  Blue: 'Blau',
  Green: 'Grün',
  Orange: 'Orange',
  Purple: 'Violett',
  'Title of the shot': 'Titel des Shots',
  Team: 'Team',
  'Address of the team to post for; empty or absent: your own account':
    'Adresse des Teams, für das Sie veröffentlichen; leer: Ihr eigenes Konto',
  "Moltbook describes its API in one file for agents, without a promise to keep it: fields and rules have changed overnight, and a post can stay hidden until the agent's owner has answered a question.":
    'Moltbook beschreibt seine Schnittstelle in einer Datei für Agenten und verspricht nichts: Felder und Regeln haben sich über Nacht geändert, und ein Beitrag kann verborgen bleiben, bis die Person hinter dem Agenten eine Frage beantwortet hat.',
  'Moltbook gives it to an agent that registers (moltbook_…); its owner makes a new one after signing in at www.moltbook.com/login':
    'Moltbook gibt ihn einem Agenten bei der Anmeldung (moltbook_…); einen neuen gibt es nach der Anmeldung unter www.moltbook.com/login',
  Submolt: 'Submolt',
  'API key': 'API-Schlüssel',
  'Name of the submolt to post in, as after m/ in its address. general is open to everyone':
    'Name des Submolts, wie nach m/ in seiner Adresse. general steht allen offen',
  "MeWe's API is a developer preview for approved apps whose calls for posts are not public: it can change without notice, and nobody can ask it whether a post arrived.":
    'Die Schnittstelle von MeWe ist eine Vorschau für zugelassene Apps, deren Aufrufe für Beiträge nicht öffentlich sind: Sie kann sich ohne Ankündigung ändern und sagt nicht, ob ein Beitrag angekommen ist.',
  Timeline: 'Chronik',
  Group: 'Gruppe',
  'Where to post: timeline, or group with the ID of the group':
    'Wo der Beitrag steht: in der Chronik oder in einer Gruppe',
  'ID of the group, required with postType group': 'Gruppe, nur für Beiträge in einer Gruppe',
  'User name of the account, without @ and instance, or its email address':
    'Benutzername des Kontos, ohne @ und Instanz, oder seine E-Mail-Adresse',
  'Whether the post is marked as not safe for work': 'Ob der Beitrag als nicht jugendfrei markiert wird',
  Subject: 'Betreff',
  'Subject of the email, up to 5,000 bytes': 'Betreff der E-Mail, bis zu 5.000 Bytes',
  Preview: 'Vorschautext',
  'Text that inboxes show next to the subject; may be empty':
    'Text, den Posteingänge neben dem Betreff zeigen; darf leer sein',
  List: 'Liste',
  'ID of the list of subscribers': 'Liste der Abonnenten',
  Template: 'Vorlage',
  'ID of the template; 0, empty or absent: the default one': 'Vorlage; ohne Angabe die Standardvorlage',
  'Address of listmonk': 'Adresse von listmonk',
  'Address of your listmonk, e.g. https://news.example': 'Adresse Ihres listmonk, z. B. https://news.example',
  'API user': 'API-Benutzer',
  'Name of an API user (Admin, Users); before version 4, the user name of the dashboard':
    'Name eines API-Benutzers (Admin, Users); vor Version 4 der Benutzername der Verwaltung',
  'Token of the API user': 'Token des API-Benutzers',
  'Shown once when the API user is created; before version 4, the password of the dashboard':
    'Wird einmal gezeigt, wenn der API-Benutzer angelegt wird; vor Version 4 das Passwort der Verwaltung',
  'dev.to, Settings, Extensions, DEV Community API Keys: enter a description and press Generate API Key':
    'dev.to, Settings, Extensions, DEV Community API Keys: eine Beschreibung eingeben und Generate API Key drücken',
  'Title of the article, 2 to 128 characters; DEV takes one that the same author used in the last five minutes only after them':
    'Titel des Artikels, 2 bis 128 Zeichen; einen Titel, den Sie in den letzten fünf Minuten benutzt haben, nimmt DEV erst danach',
  'Cover: an uploaded picture, shown from its public address':
    'Titelbild: ein hochgeladenes Bild, das von seiner öffentlichen Adresse gezeigt wird',
  'Address where the article first appeared; DEV accepts each address only once. Optional':
    'Adresse, unter der der Artikel zuerst erschienen ist; DEV nimmt jede nur einmal. Freiwillig',
  Organization: 'Organisation',
  'ID of the organisation to publish for; empty or absent: your own account':
    'Nummer der Organisation, für die er erscheint; leer: Ihr eigenes Konto',
  'Up to 4 tags, each as {"value", "label"}; new tags are created': 'Bis zu 4 Tags; neue werden angelegt',
  'ID of the tag; not sent': 'Nummer des Tags; wird nicht gesendet',
  'The tag: up to 30 letters and digits; converted to lower case':
    'Das Tag: bis zu 30 Buchstaben und Ziffern; wird klein geschrieben',
  'Personal access token': 'Persönliches Zugriffstoken',
  'hashnode.com, Account Settings, Developer, Generate New Token. The publication needs the Pro plan':
    'hashnode.com, Account Settings, Developer, Generate New Token. Die Publikation braucht den Pro-Tarif',
  'Title of the article, at least 6 characters; it also becomes the address':
    'Titel des Artikels, mindestens 6 Zeichen; aus ihm entsteht auch die Adresse',
  'Optional subtitle of at least 2 characters': 'Untertitel von mindestens 2 Zeichen. Freiwillig',
  'Cover: an uploaded picture of up to 8 MiB': 'Titelbild: ein hochgeladenes Bild bis 8 MiB',
  'Address where the article first appeared. Optional':
    'Adresse, unter der der Artikel zuerst erschienen ist. Freiwillig',
  'ID of the publication; Hashnode requires its Pro plan':
    'Nummer der Publikation; Hashnode verlangt seinen Pro-Tarif',
  '1 to 15 tags, each as {"value", "label"}': '1 bis 15 Tags',
  'ID of the tag': 'Nummer des Tags',
  'Name of the tag; Hashnode creates new ones': 'Name des Tags; Hashnode legt neue an',
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
  'Title of the post': 'Titel des Beitrags',
};

export const networks: typeof english = { words: (english) => NETWORK_WORDS[english] ?? english };
