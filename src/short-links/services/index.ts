/** The service that makes links short instead of Crier: the first whose key is set. */
import type { Egress } from '../../../providers/_kit/egress.ts';
import type { Config } from '../../platform/config/config.ts';
import { dub } from './dub.ts';
import { kutt } from './kutt.ts';
import { linkDrip } from './link-drip.ts';
import { LinkRefused, caller, type Clicks, type LinkToMake, type Shortener } from './service.ts';
import { shortIo } from './short-io.ts';

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** In the order of earlier releases, with the variables that name each. */
const SERVICES = [
  {
    title: 'Dub',
    variable: 'DUB_TOKEN',
    names: { endpoint: 'DUB_API_ENDPOINT', domain: 'DUB_SHORT_LINK_DOMAIN' },
    made: dub,
    headersOf: bearer,
  },
  {
    title: 'Short.io',
    variable: 'SHORT_IO_SECRET_KEY',
    names: { endpoint: 'SHORT_IO_API_ENDPOINT', domain: 'SHORT_IO_DOMAIN' },
    made: shortIo,
    headersOf: (authorization: string) => ({ authorization }),
  },
  {
    title: 'Kutt',
    variable: 'KUTT_API_KEY',
    names: { endpoint: 'KUTT_API_ENDPOINT', domain: 'KUTT_SHORT_LINK_DOMAIN' },
    made: kutt,
    headersOf: (key: string) => ({ 'x-api-key': key }),
  },
  {
    title: 'LinkDrip',
    variable: 'LINK_DRIP_API_KEY',
    names: { endpoint: 'LINK_DRIP_API_ENDPOINT', domain: 'LINK_DRIP_SHORT_LINK_DOMAIN' },
    made: linkDrip,
    headersOf: bearer,
  },
] as const;
type Service = (typeof SERVICES)[number];

export type ShortenerConfig = Pick<
  Config,
  Service['variable'] | Service['names']['endpoint'] | Service['names']['domain']
>;

/** A service with its key. `variable` is where the key stands, `names` where the rest does. */
export interface Configured {
  readonly title: string;
  readonly variable: string;
  readonly names: { readonly endpoint: string; readonly domain: string };
  readonly shortener: Shortener;
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Every service whose key is set; the first is used. */
export function configuredShorteners(config: ShortenerConfig): Configured[] {
  return SERVICES.flatMap(({ title, variable, names, made, headersOf }) => {
    const [key, endpoint] = [config[variable], config[names.endpoint]];
    const shortener = made(config[names.domain], endpoint);
    return key ? [{ title, variable, names, shortener, endpoint, headers: headersOf(key) }] : [];
  });
}

/** The facts about a service that people see. */
export interface ServiceFacts {
  /** What it calls itself. */
  readonly title: string;
  /** Whether it reports how often its links were followed. */
  readonly tellsClicks: boolean;
}

const FACTS: ReadonlyMap<string, ServiceFacts> = new Map<string, ServiceFacts>([
  ['crier', { title: 'Crier', tellsClicks: true }],
  ...SERVICES.map(({ title, made }): [string, ServiceFacts] => {
    const { name, clicks } = made('', '');
    return [name, { title, tellsClicks: clicks !== undefined }];
  }),
]);

/** @param name as it is stored beside a link */
export const factsOf = (name: string): ServiceFacts => FACTS.get(name) ?? { title: name, tellsClicks: false };

/** Longer ones are not short. */
const LONGEST = 500;

/** @throws ShortenerAway; LinkRefused, also for a URL that is not on the requested domain */
export async function shortenAt(egress: Egress, configured: Configured, link: LinkToMake): Promise<string> {
  const { shortener } = configured;
  const answered = await shortener.shorten(link, caller(egress, configured));
  const url = URL.parse(answered);
  const isOwn = url && url.host === URL.parse(`https://${shortener.domain}`)?.host && !url.username;
  if (isOwn && url.href.length <= LONGEST) return url.href;
  throw new LinkRefused(`answers with a URL that is not on ${shortener.domain}`);
}

/** Undefined where the service does not report it. @throws ShortenerAway, LinkRefused */
export const clicksAt = async (
  egress: Egress,
  configured: Configured,
  key: string,
): Promise<Clicks | undefined> => configured.shortener.clicks?.({ key }, caller(egress, configured));

/** @throws ShortenerAway, LinkRefused */
export const checkShortener = (egress: Egress, configured: Configured): Promise<void> =>
  configured.shortener.check(caller(egress, configured));
