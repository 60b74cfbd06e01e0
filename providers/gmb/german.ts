/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  'Topic type': 'Art',
  'Type of the post: standard, event (with a title) or offer':
    'Art des Beitrags: gewöhnlich, Veranstaltung (mit einem Titel) oder Angebot',
  Standard: 'Gewöhnlich',
  Event: 'Veranstaltung',
  Offer: 'Angebot',
  'Call to action type': 'Schaltfläche',
  'Button of the post; all except “None” and “Call” need a URL. Google shows no button on an offer':
    'Schaltfläche des Beitrags; alle außer „Keine“ und „Anrufen“ brauchen eine Adresse. Ein Angebot hat keine',
  None: 'Keine',
  Call: 'Anrufen',
  Book: 'Buchen',
  Order: 'Bestellen',
  Shop: 'Kaufen',
  'Learn more': 'Mehr erfahren',
  'Sign up': 'Registrieren',
  'Get offer': 'Angebot nutzen',
  'Call to action URL': 'Adresse der Schaltfläche',
  'URL that the button opens; http or https. “Call” uses the phone number of the profile instead':
    'Adresse, die die Schaltfläche öffnet; http oder https. „Anrufen“ nimmt die Telefonnummer des Profils',
  'Event title': 'Titel der Veranstaltung',
  'Name of the event, required for an event; for an offer, its title':
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
  'Coupon code of an offer': 'Gutscheincode eines Angebots',
  'Offer redeem URL': 'Adresse des Angebots',
  'URL where an offer can be redeemed; http or https':
    'Adresse, unter der ein Angebot eingelöst wird; http oder https',
  'Offer terms': 'Bedingungen',
  'Terms and conditions of an offer': 'Bedingungen eines Angebots',
};
