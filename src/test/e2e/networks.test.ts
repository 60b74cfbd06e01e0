/**
 * Networks with the table of scenarios, and listmonk with its own: on one instance, one after the other, as
 * each ends by taking accounts and tokens away.
 */
import { useHouse } from './network-suite.ts';
import { toBluesky } from './scenario-networks/bluesky.ts';
import { toDiscord } from './scenario-networks/discord.ts';
import { toListmonk } from './scenario-networks/listmonk.ts';
import { toMastodon } from './scenario-networks/mastodon.ts';
import { toNostr } from './scenario-networks/nostr.ts';
import { toSandbox } from './scenario-networks/sandbox.ts';
import { toSlack } from './scenario-networks/slack.ts';
import { toTelegram } from './scenario-networks/telegram.ts';
import { toWordpress } from './scenario-networks/wordpress.ts';
import { toX } from './scenario-networks/x.ts';

const house = useHouse();

toBluesky(house);
toDiscord(house);
toListmonk(house);
toMastodon(house);
toNostr(house);
toSandbox(house);
toSlack(house);
toTelegram(house);
toWordpress(house);
toX(house);
