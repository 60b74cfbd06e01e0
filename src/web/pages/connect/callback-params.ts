/** The query that a network sends the browser back with: `state` and `code`, or `error`. */
export type CallbackParams = Readonly<Record<string, string>>;

let kept: { readonly provider: string; readonly params: CallbackParams } | null = null;

/**
 * Keeps the parameters while the person signs in. In memory only: a code must not appear in a URL that our
 * server sees.
 */
export function keepCallback(provider: string, params: CallbackParams): void {
  kept = { provider, params };
}

/** The parameters in the URL; if there are none, those kept for this network. */
export function callbackFor(provider: string, search: string): CallbackParams {
  return !search && kept?.provider === provider
    ? kept.params
    : Object.fromEntries(new URLSearchParams(search));
}
