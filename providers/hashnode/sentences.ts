/** What this network alone refuses, in English and in German. */
export const english = { hashnode_no_letter_or_digit: 'needs a letter or a digit' } as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  hashnode_no_letter_or_digit: 'Braucht einen Buchstaben oder eine Ziffer',
};
