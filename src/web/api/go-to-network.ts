import { answerOf } from './answer-of.ts';
import { changeHeaders, http } from './client.ts';

interface ConnectQuery {
  /** Id of the channel to reconnect; without it, a new one is connected. */
  readonly refresh?: string;
  /** URL of the person's own server, on networks that have many. */
  readonly externalUrl?: string;
}

/**
 * Opens the network's consent page, which sends the browser back to `/integrations/social/NETWORK`.
 *
 * @throws the API's error
 */
export async function goToNetwork(provider: string, query: ConnectQuery = {}): Promise<void> {
  const params = { path: { provider }, query };
  const { url } = await answerOf(http.GET('/social/{provider}', { params, headers: changeHeaders() }));
  location.assign(url);
}
