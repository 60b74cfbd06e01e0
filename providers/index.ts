/** The list of networks. Adding one = a folder of the common shape + one line here. */
import type { Network, Provider } from './_kit/contract.ts';
import { bluesky } from './bluesky/index.ts';
import { discord } from './discord/index.ts';
import { mastodon } from './mastodon/index.ts';
import { nostr } from './nostr/index.ts';
import { sandbox } from './sandbox/index.ts';
import { slack } from './slack/index.ts';
import { telegram } from './telegram/index.ts';
import { wordpress } from './wordpress/index.ts';

const publishing: readonly Provider[] = [sandbox, bluesky, discord, mastodon, nostr, slack, telegram, wordpress];

/** Networks whose posts can be written, checked and kept as drafts, but not published yet: they cannot be connected. */
const planned: readonly Network[] = [];

/** Networks that posts are published to, by identifier. The sandbox is there only where the instance offers it. */
export function createRegistry(options: { sandbox: boolean }): ReadonlyMap<string, Provider> {
  return new Map(publishing.filter((p) => p.identifier !== 'sandbox' || options.sandbox).map((p) => [p.identifier, p]));
}

/** All networks by identifier: those of the registry, and the planned ones. */
export function createNetworks(options: { sandbox: boolean }): ReadonlyMap<string, Network> {
  return new Map([...createRegistry(options), ...planned.map((network): [string, Network] => [network.identifier, network])]);
}
