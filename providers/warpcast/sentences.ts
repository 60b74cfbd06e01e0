/** What this network alone refuses, in English and in German. */
export const english = {
  warpcast_url_too_long: 'has a URL of {bytes:number} bytes; Farcaster allows {max:number}',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  warpcast_url_too_long: 'Die URL der Datei hat {bytes} Bytes; Farcaster erlaubt {max}',
};
