type Load = () => Promise<unknown>;

const loads = new Map<string, Load>();

/** Told by the routes, which know the pages; links know their addresses alone. */
export function knowPage(path: string, load: Load): void {
  loads.set(path.replace(/\/:.*$/, ''), load);
}

/** Fetches a page that somebody is about to open. Whether that fails, they learn when they open it. */
export function fetchAhead(path: string): void {
  loads
    .get(path)?.()
    .catch(() => undefined);
}
