/** What this network alone refuses, in English and in German. */
export const english = {
  warpcast_url_too_long: 'has a URL of {bytes:number} bytes; Farcaster allows {max:number}',
  warpcast_not_approved: 'The approval on Farcaster is missing ({status}); connect the channel again',
  warpcast_plan_used_up: "Neynar's plan or its credits are used up. {why}",
  warpcast_may_not_cast: 'Farcaster no longer lets Crier cast for the account. {why}',
  warpcast_not_a_phrase: '{network} is not set up on this instance: {variable} is no recovery phrase',
  warpcast_other_phrase: '{variable} is not that of a Farcaster account. {why:sentence}',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  warpcast_url_too_long: 'Die URL der Datei hat {bytes} Bytes; Farcaster erlaubt {max}',
  warpcast_not_approved:
    'Die Zustimmung auf Farcaster fehlt ({status}). Bitte den Kanal noch einmal verbinden',
  warpcast_plan_used_up: 'Der Tarif oder das Guthaben bei Neynar ist aufgebraucht. {why}',
  warpcast_may_not_cast: 'Farcaster lässt Crier nicht mehr für das Konto veröffentlichen. {why}',
  warpcast_not_a_phrase:
    '{network} ist auf dieser Instanz nicht eingerichtet: {variable} ist keine Wiederherstellungsphrase',
  warpcast_other_phrase: '{variable} gehört zu keinem Farcaster-Konto. {why:sentence}',
};
