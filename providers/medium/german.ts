/** The German names of this network's settings and fields, by their English names. */
export const german: Readonly<Record<string, string>> = {
  'Integration token': 'Integrations-Token',
  'Publish status': 'Status',
  License: 'Lizenz',
  'All rights reserved': 'Alle Rechte vorbehalten',
  'Cc 40 by': 'CC BY 4.0',
  'Cc 40 by sa': 'CC BY-SA 4.0',
  'Cc 40 by nd': 'CC BY-ND 4.0',
  'Cc 40 by nc': 'CC BY-NC 4.0',
  'Cc 40 by nc nd': 'CC BY-NC-ND 4.0',
  'Cc 40 by nc sa': 'CC BY-NC-SA 4.0',
  'Cc 40 zero': 'CC0',
  'Public domain': 'Gemeinfrei',
  'License of the story: a Creative Commons license; default: all rights reserved':
    'Lizenz des Texts: eine von Creative Commons; sonst alle Rechte vorbehalten',
  'A token that you already have: Medium gives out no new ones, and no longer supports its API. At medium.com under Settings, Security and apps, Integration tokens':
    'Ein vorhandenes Token: Medium gibt keine neuen mehr aus und betreut seine Schnittstelle nicht mehr. Auf medium.com unter Settings, Security and apps, Integration tokens',
  'URL where the story was first published; http or https':
    'Adresse, unter der der Text zuerst erschienen ist; http oder https',
  'ID of the publication. Default: the profile of the account':
    'ID der Publikation. Sonst das Profil des Kontos',
  'Line below the title, at least 2 characters': 'Zeile unter dem Titel, mindestens 2 Zeichen',
  'Title of the story, at least 2 characters; if it has more than 100, Medium creates a title from the text instead':
    'Titel, mindestens 2 Zeichen; hat er mehr als 100, bildet Medium stattdessen einen aus dem Text',
  'Up to 4 tags; Medium uses only the first 3, and only those of up to 25 characters':
    'Bis zu 4 Tags; Medium verwendet nur die ersten 3, und nur solche mit bis zu 25 Zeichen',
  'Who sees the story. Default: everyone, or, in a publication of which the account is a writer, its editors, who approve it':
    'Wer den Text sieht. Sonst alle oder, in einer Publikation, für die das Konto nur schreibt, deren Redaktion, die ihn freigibt',
};
