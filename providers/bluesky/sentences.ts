/** What this network alone refuses, in English and in German. */
export const english = {
  bluesky_too_many_bytes: 'The text has {bytes:number} bytes; Bluesky allows {max:number}',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  bluesky_too_many_bytes: 'Der Text hat {bytes} Bytes; Bluesky erlaubt {max}',
};
