/** `1 post`, `2 posts`: for nouns that take an s. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
