/** What this network alone refuses, in English and in German. */
export const english = {
  nostr_private_key: 'The text contains a private key (nsec1…); anyone who reads it could post as its owner',
  nostr_too_long_with_links: 'The text and the links to its media are longer than {max:number} characters',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  nostr_private_key:
    'Der Text enthält einen privaten Schlüssel (nsec1…); wer ihn liest, könnte damit veröffentlichen',
  nostr_too_long_with_links: 'Der Text und die Links zu den Medien haben zusammen mehr als {max} Zeichen',
};
