/** Of the page on which a person lets an app act for them. */
export const consent = {
  title: 'Authorize an app',
  asks: 'wants to act for you in Crier',
  registeredBy: 'Registered by',
  signedInAs: 'Signed in as',
  notYou: 'Not you? Sign out',
  organization: 'For which organisation?',
  oneOrganization: 'For the organisation',
  may: 'It may',
  until: 'It may do so until you revoke it in Settings > Approved apps.',
  leadsTo: 'Either way you come back to',
  authorize: 'Authorize',
  deny: 'Deny',
  noOrganization: 'You belong to no organisation, so there is nothing that the app could act for.',
  decisionFailed: 'Nothing was decided',
  unknown: 'This app cannot be authorized',
  unknownHelp:
    'The link that brought you here is not complete or not right. Nothing was given to anyone. Go back to the app, and tell the people who make it what is written here.',
} as const;
