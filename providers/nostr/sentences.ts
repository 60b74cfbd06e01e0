/** What this network alone refuses, in English and in German. */
export const english = {
  nostr_private_key: 'The text contains a private key (nsec1…); anyone who reads it could post as its owner',
  nostr_too_long_with_links: 'The text and the links to its media are longer than {max:number} characters',
  nostr_public_key:
    'This is a public key (npub1…). The private key is required: nsec1… or 64 hexadecimal digits',
  nostr_not_a_key: 'Not a private key: it must be nsec1… or 64 hexadecimal digits',
  nostr_key_out_of_range: 'This private key is outside the range of valid keys',
  nostr_not_reached: 'No relay could be reached. {answers}',
  nostr_not_known: 'It is not known whether a relay accepted the event. {answers}',
  nostr_wait: 'The relays ask us to wait. {answers}',
  nostr_refused: 'No relay accepted the event. {answers}',
  nostr_previous_unreadable: 'The reference to the previous note is not readable',
  nostr_wrong_signature: 'The signature of the stored note does not match its content',
  nostr_too_many_relays: 'At most {max:number} relays are allowed; {count:number} were given',
  nostr_no_relays: 'This channel has no relays; reconnect it',
  nostr_relay_with_password: 'A relay address must not contain a user name or a password',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  nostr_private_key:
    'Der Text enthält einen privaten Schlüssel (nsec1…); wer ihn liest, könnte damit veröffentlichen',
  nostr_too_long_with_links: 'Der Text und die Links zu den Medien haben zusammen mehr als {max} Zeichen',
  nostr_public_key:
    'Das ist ein öffentlicher Schlüssel (npub1…). Gebraucht wird der private: nsec1… oder 64 hexadezimale Ziffern',
  nostr_not_a_key: 'Kein privater Schlüssel: Er muss nsec1… oder 64 hexadezimale Ziffern sein',
  nostr_key_out_of_range: 'Dieser private Schlüssel liegt außerhalb der gültigen Schlüssel',
  nostr_not_reached: 'Kein Relay war erreichbar. {answers}',
  nostr_not_known: 'Ob ein Relay das Event angenommen hat, ist nicht bekannt. {answers}',
  nostr_wait: 'Die Relays bitten zu warten. {answers}',
  nostr_refused: 'Kein Relay hat das Event angenommen. {answers}',
  nostr_previous_unreadable: 'Der Verweis auf die vorige Notiz ist nicht lesbar',
  nostr_wrong_signature: 'Die Signatur der gespeicherten Notiz passt nicht zu ihrem Inhalt',
  nostr_too_many_relays: 'Höchstens {max} Relays sind erlaubt; angegeben sind {count}',
  nostr_no_relays: 'Dieser Kanal hat keine Relays. Bitte neu verbinden',
  nostr_relay_with_password: 'Die Adresse eines Relays darf weder Benutzernamen noch Passwort enthalten',
};
