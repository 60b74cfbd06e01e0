/** What this network alone refuses, in English and in German. */
export const english = {
  listmonk_subject_too_long: 'is {bytes:number} bytes long; listmonk allows {max:number}',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  listmonk_subject_too_long: 'Der Betreff hat {bytes} Bytes; listmonk erlaubt {max}',
};
