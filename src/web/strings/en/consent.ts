/** The page where a person decides whether an app may act on their behalf. */
export const consent = {
  title: 'Approve an app',
  asks: 'would like to act on your behalf in Crier',
  registeredBy: 'Registered by',
  signedInAs: 'Signed in as',
  notYou: 'Not you? Sign out',
  organization: 'For which organisation?',
  oneOrganization: 'For the organisation',
  may: 'The app may',
  until: 'Its access lasts until you revoke it in Settings > Approved apps.',
  leadsTo: 'Either way, you will be sent back to',
  approve: 'Approve',
  deny: 'Deny',
  noOrganization: 'You do not belong to an organisation, so there is nothing this app could do for you.',
  decisionFailed: 'Your decision was not saved',
  unknown: 'This app cannot be approved',
  unknownHelp:
    'The link that brought you here is incomplete or incorrect. Nothing has been shared. ' +
    'Go back to the app, and pass this message on to its developers.',
} as const;
