/** What this network alone refuses, in English and in German. */
export const english = {
  sandbox_token_refused: 'Sandbox no longer accepts the token of this account',
  sandbox_duplicate: '{why:sentence}, and it cannot be read whether that is an earlier attempt for this post',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  sandbox_token_refused: 'Sandbox nimmt das Token dieses Kontos nicht mehr an',
  sandbox_duplicate:
    '{why:sentence}, und ob das ein früherer Versuch dieses Beitrags ist, lässt sich nicht lesen',
};
