/** The list of networks. Adding one = a folder of the common shape + one line here. */
import type { Provider } from './_kit/contract.ts';
import { bluesky } from './bluesky/index.ts';
import { discord } from './discord/index.ts';
import { mastodon } from './mastodon/index.ts';
import { nostr } from './nostr/index.ts';
import { sandbox } from './sandbox/index.ts';
import { slack } from './slack/index.ts';
import { telegram } from './telegram/index.ts';
import { wordpress } from './wordpress/index.ts';

const all: readonly Provider[] = [sandbox, bluesky, discord, mastodon, nostr, slack, telegram, wordpress];

/** Providers by identifier. The sandbox is there only where the instance offers it. */
export function createRegistry(options: { sandbox: boolean }): ReadonlyMap<string, Provider> {
  return new Map(all.filter((p) => p.identifier !== 'sandbox' || options.sandbox).map((p) => [p.identifier, p]));
}
