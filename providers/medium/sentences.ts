/** What this network alone refuses, in English and in German. */
export const english = {
  medium_not_a_token:
    'This is not an integration token of Medium. Medium gives out no new integration tokens, and no longer supports its API: only tokens from before work',
  medium_token_refused:
    'Medium does not accept this token ({code}). Medium gives out no new integration tokens, and no longer supports its API: only tokens from before work',
  medium_token_ended:
    'Medium no longer accepts the token: {why}. Medium gives out no new integration tokens; if you have another one, connect the channel again with it',
  medium_writer:
    'The account is a writer of this publication, and may only hand in drafts, which an editor publishes',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  medium_not_a_token:
    'Das ist kein Integrationstoken von Medium. Medium gibt keine neuen Integrationstoken mehr aus und unterstützt seine API nicht mehr: Nur ältere Token funktionieren',
  medium_token_refused:
    'Medium nimmt dieses Token nicht an ({code}). Medium gibt keine neuen Integrationstoken mehr aus und unterstützt seine API nicht mehr: Nur ältere Token funktionieren',
  medium_token_ended:
    'Medium nimmt das Token nicht mehr an: {why}. Medium gibt keine neuen Integrationstoken mehr aus; wer noch ein anderes hat, kann den Kanal damit neu verbinden',
  medium_writer:
    'Das Konto ist Autor dieser Publikation und darf nur Entwürfe einreichen, die eine Redaktion veröffentlicht',
};
