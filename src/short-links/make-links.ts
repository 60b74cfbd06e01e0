/**
 * Makes the links of a post short: once for each post and link, so that a repeated preparation, or a lookup
 * on its network, has the same text.
 */
import type { Egress } from '../../providers/_kit/egress.ts';
import type { ShortLinkMode } from '../platform/entities/organization.ts';
import type { Reader, Statement } from '../platform/database.ts';
import type { Logger } from '../platform/logger.ts';
import { newCode } from './code.ts';
import { linksOf, replaceLinks } from '../../providers/_kit/find-links.ts';
import { withParameters, type LinkFacts } from './link-parameters.ts';
import { isShort, ownUrl, sampleUrl, type OriginDeps } from './origin.ts';
import { configuredShorteners, shortenAt } from './services/index.ts';
import { LinkRefused, ShortenerAway } from './services/service.ts';

/** What making short links needs of a process. */
export interface ShortLinkDeps extends OriginDeps {
  readonly database: Reader;
  readonly egress: Egress;
  readonly log: Logger;
}

/** A part of a post, as it is stored. */
interface Part {
  readonly itemId: string;
  readonly content: string;
}

/** What decides about the links of a post. */
interface Facts extends LinkFacts {
  readonly mode: ShortLinkMode;
  readonly withoutShortener: 'wait' | 'long';
  readonly parameters: Readonly<Record<string, string>>;
}

/** `fitsLong`: whether the network takes the text with the long link. */
interface Choice extends Facts {
  readonly fitsLong: boolean;
}

/** A link that is decided on; `shortUrl` is null until it is made. */
interface Link {
  readonly id: string;
  readonly url: string;
  readonly target: string;
  readonly code: string;
  readonly shortUrl: string | null;
}

const READ: Statement = {
  name: 'short-links-read',
  text: `select l.id, l.url, l.target, l.code, l.short_url as "shortUrl"
    from post_item it
    join short_link l on l.post_id = it.post_id
    where it.id = $1`,
};

// A link of ours is below /s/; on the domain of a service, each is one. A link that stayed long is none.
const BEFORE: Statement = {
  name: 'short-links-before',
  text: `select w.url
    from post_item it
    join post p on p.id = it.post_id
    cross join jsonb_to_recordset($2) as w(url text, host text, own boolean)
    where it.id = $1 and exists (
      select 1
      from short_link l
      where l.organization_id = p.organization_id
        and left(substring(l.short_url from '^https?://([^/?#]+)'), 300) = w.host
        and l.service <> 'none' and (l.service <> 'crier' or w.own)
    )`,
};

const FACTS: Statement = {
  name: 'short-links-facts',
  text: `select o.short_links as mode, o.without_shortener as "withoutShortener", o.link_parameters as parameters,
      i.provider as network, i.name as channel,
      coalesce((
        select t.name
        from post_tag pt
        join tag t on t.id = pt.tag_id
        where pt.post_id = it.post_id
        order by pt.position
        limit 1
      ), '') as campaign
    from post_item it
    join post p on p.id = it.post_id
    join organization o on o.id = p.organization_id
    join integration i on i.id = p.integration_id
    where it.id = $1`,
};

// A second worker that prepares the same part adds nothing: it reads what the first has added. A code that
// another link has already is drawn again.
const ADD: Statement = {
  name: 'short-links-add',
  text: `insert into short_link (id, organization_id, post_id, url, url_hash, target, service, code)
    select gen_random_uuid(), p.organization_id, p.id, w.url, encode(sha256(convert_to(w.url, 'UTF8')), 'hex'),
      w.target, '', w.code
    from post_item it
    join post p on p.id = it.post_id
    cross join jsonb_to_recordset($2) as w(url text, target text, code text)
    where it.id = $1
    on conflict do nothing`,
};

// The first that is made counts, whichever process made it. One that stays long is recorded with the reason,
// `$4`.
const MADE: Statement = {
  name: 'short-links-made',
  text: `with made as (
      update short_link set short_url = $2, service = $3 where id = $1 and short_url is null returning post_id, url
    )
    insert into post_event (post_id, kind, detail)
    select post_id, 'link_stayed_long', jsonb_build_object('reason', left(url, 200) || ' – ' || $4::text)
    from made
    where $4::text is not null`,
};

const TRIES = 3;

/**
 * The part's content with short links, which are made where it has none yet.
 *
 * @param fits whether the network takes a text of that length: it was counted with short links
 * @throws ShortenerAway while the service is away, and the organisation wants the post to wait or the long
 * link does not fit
 */
export async function makeLinksShort(
  deps: ShortLinkDeps,
  part: Part,
  fits: (content: string) => boolean,
): Promise<string> {
  let urls = linksOf(part.content).filter((url) => !isShort(deps, url));
  let links = await readLinks(deps, part);
  if (!areMade(urls, links)) urls = await withoutShort(deps, part, urls);
  for (let tries = 0; tries < TRIES && !areMade(urls, links); tries++) {
    const [facts] = await deps.database.query<Facts>(FACTS, [part.itemId]);
    if (!facts || facts.mode === 'never') break;
    const added = urls
      .filter((url) => !links.some((link) => link.url === url))
      .map((url) => ({ url, target: withParameters(url, facts.parameters, facts), code: newCode() }));
    if (added.length) await deps.database.query(ADD, [part.itemId, JSON.stringify(added)]);
    links = await readLinks(deps, part);
    for (const link of links.filter(({ shortUrl, url }) => !shortUrl && urls.includes(url))) {
      await make(deps, link, { ...facts, fitsLong: fits(withOneLong(deps, part, { links, link })) });
      links = await readLinks(deps, part);
    }
  }
  return withLinks(part, links);
}

/** Without those on a domain on which the organisation has had short links before. */
async function withoutShort(deps: ShortLinkDeps, part: Part, urls: readonly string[]): Promise<string[]> {
  const asked = urls.map((url) => {
    const { host = '', pathname = '' } = URL.parse(url) ?? {};
    return { url, host, own: pathname.startsWith('/s/') };
  });
  const found = await deps.database.query<{ url: string }>(BEFORE, [part.itemId, JSON.stringify(asked)]);
  return urls.filter((url) => !found.some((short) => short.url === url));
}

const areMade = (urls: readonly string[], links: readonly Link[]): boolean =>
  urls.every((url) => links.some((link) => link.url === url && link.shortUrl));

/** The part's content as it was sent: with the short links that were made for it. */
export async function withShortLinks(deps: ShortLinkDeps, part: Part): Promise<string> {
  return withLinks(part, await readLinks(deps, part));
}

function withLinks({ content }: Part, links: readonly Link[]): string {
  const made = new Map(links.map(({ url, shortUrl }) => [url, shortUrl]));
  return replaceLinks(content, (url) => made.get(url) ?? url);
}

/** With that link as it is written; those that are still to be made are as long as short ones are. */
function withOneLong(
  deps: ShortLinkDeps,
  { content }: Part,
  { links, link }: { readonly links: readonly Link[]; readonly link: Link },
): string {
  return replaceLinks(content, (url) => {
    const other = links.find((one) => one.url === url && url !== link.url);
    return other ? (other.shortUrl ?? sampleUrl(deps, other.code)) : url;
  });
}

const readLinks = ({ database }: ShortLinkDeps, { itemId }: Part): Promise<Link[]> =>
  database.query<Link>(READ, [itemId]);

async function make(deps: ShortLinkDeps, link: Link, facts: Choice): Promise<void> {
  const { shortUrl, service, reason = null } = await madeBy(deps, link, facts);
  await deps.database.query(MADE, [link.id, shortUrl, service, reason]);
}

/**
 * A link that its service does not make stays long, and so does each one while it is away if that is chosen
 * and fits: a text that is refused as too long would be lost, one that waits is not.
 */
async function madeBy(
  deps: ShortLinkDeps,
  { url, target, code }: Link,
  { withoutShortener, fitsLong }: Choice,
): Promise<{ shortUrl: string; service: string; reason?: string }> {
  const [used] = configuredShorteners(deps.config);
  if (!used) return { shortUrl: ownUrl(deps, code), service: 'crier' };
  try {
    const shortUrl = await shortenAt(deps.egress, used, { target, key: code });
    return { shortUrl, service: used.shortener.name };
  } catch (error) {
    const isLong = error instanceof LinkRefused || (withoutShortener === 'long' && fitsLong);
    if (!isLong || !(error instanceof LinkRefused || error instanceof ShortenerAway)) throw error;
    deps.log.warn({ reason: error.message, service: used.title }, 'a link was not made short');
    // What a service says of a link does not begin with its name.
    const reason = error instanceof LinkRefused ? `${used.title}: ${error.message}` : error.message;
    return { shortUrl: url, service: 'none', reason };
  }
}
