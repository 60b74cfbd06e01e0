type Load = () => Promise<unknown>;

const loads = new Map<string, Load>();

/** Called by the routes, which know the pages; links know their paths alone. */
export function knowPage(path: string, load: Load): void {
  loads.set(path.replace(/\/:.*$/, ''), load);
}

/** Fetches a page that a person is about to open. If that fails, they learn it when they open it. */
export function fetchAhead(path: string): void {
  loads
    .get(path)?.()
    .catch(() => undefined);
}
