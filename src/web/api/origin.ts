/** Unit tests of what uses the API have no page. */
const page = globalThis as { document?: { querySelector(selector: string): { content?: string } | null } };

/**
 * The origin of the API: named in the page when it is served from elsewhere (docs/operations.md, "The web app
 * at a URL of its own"), else empty, for the page's own.
 */
export const API_ORIGIN = page.document?.querySelector('meta[name="crier-api"]')?.content ?? '';
