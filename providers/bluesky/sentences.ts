/** What this network alone refuses, in English and in German. */
export const english = {
  bluesky_too_many_bytes: 'The text has {bytes:number} bytes; Bluesky allows {max:number}',
  bluesky_not_a_post: 'is not the URL of a post, such as https://bsky.app/profile/alice.bsky.social/post/…',
  bluesky_nobody_and_others: 'names others beside nobody; choose one or the other',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  bluesky_too_many_bytes: 'Der Text hat {bytes} Bytes; Bluesky erlaubt {max}',
  bluesky_not_a_post:
    'Das ist keine Adresse eines Beitrags wie https://bsky.app/profile/alice.bsky.social/post/…',
  bluesky_nobody_and_others: 'Neben „Niemand“ ist noch jemand gewählt; nur eines von beidem ist möglich',
};
