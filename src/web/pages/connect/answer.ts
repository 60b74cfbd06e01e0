/** What a network sent the browser back with: `state` and `code`, or `error`. */
export type NetworkAnswer = Readonly<Record<string, string>>;

/** While somebody signs in first. In memory only: a code is no thing for an address that a server sees. */
let kept: { readonly provider: string; readonly answer: NetworkAnswer } | null = null;

/** Keeps it until the page is put up again. */
export function keepAnswer(provider: string, answer: NetworkAnswer): void {
  kept = { provider, answer };
}

/** That of the address; without one, what was kept for this network. */
export function answerFor(provider: string, search: string): NetworkAnswer {
  return !search && kept?.provider === provider
    ? kept.answer
    : Object.fromEntries(new URLSearchParams(search));
}
