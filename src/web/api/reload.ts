import { http, isLost, withPatience } from './client.ts';

/** Whether Crier answers. */
export async function isThere(): Promise<boolean> {
  try {
    const { response } = await withPatience((signal) => http.GET('/status', { signal }));
    // 503: the server itself reports that it is away.
    return response.status !== 503;
  } catch (error) {
    if (!isLost(error)) throw error;
    return false;
  }
}

/**
 * Loads the page again, whose document names the files of the version that runs now. Not while Crier is
 * away: the browser's own page would take its place.
 */
export async function reloadPage(): Promise<void> {
  if (await isThere()) location.reload();
}
