/**
 * Makes the links of a post short: once for each post and link, so that whoever prepares the post again, or
 * looks for it at its network, has the same text.
 */
import type { Config } from '../config.ts';
import type { ShortLinkMode } from '../entities/organization.ts';
import type { Reader, Statement } from '../platform/database.ts';
import { newCode } from './code.ts';
import { linksOf, replaceLinks } from './find-links.ts';
import { withParameters, type LinkFacts } from './link-parameters.ts';

/** What making short links needs of a process. */
export interface ShortLinkDeps {
  readonly database: Reader;
  readonly publicUrl: string;
  readonly config: Pick<Config, 'SHORT_LINK_DOMAIN'>;
}

/** A part of a post, as it is stored. */
interface Part {
  readonly itemId: string;
  readonly content: string;
}

/** What decides about the links of a post. */
interface Facts extends LinkFacts {
  readonly mode: ShortLinkMode;
  readonly parameters: Readonly<Record<string, string>>;
}

const READ: Statement = {
  name: 'short-links-read',
  text: `select l.url, l.short_url as "shortUrl"
    from post_item it
    join short_link l on l.post_id = it.post_id
    where it.id = $1`,
};

const FACTS: Statement = {
  name: 'short-links-facts',
  text: `select o.short_links as mode, o.link_parameters as parameters, i.provider as network, i.name as channel,
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

// A second worker that prepares the same part makes nothing: it reads what the first has made.
const MAKE: Statement = {
  name: 'short-links-make',
  text: `insert into short_link (id, organization_id, post_id, url, url_hash, target, short_url, service, code)
    select gen_random_uuid(), p.organization_id, p.id, w.url, encode(sha256(convert_to(w.url, 'UTF8')), 'hex'),
      w.target, w."shortUrl", 'crier', w.code
    from post_item it
    join post p on p.id = it.post_id
    cross join jsonb_to_recordset($2) as w(url text, target text, "shortUrl" text, code text)
    where it.id = $1
    on conflict do nothing`,
};

/** A code that another link has already is drawn again. */
const TRIES = 3;

/** Where our own short links are: the public address, unless SHORT_LINK_DOMAIN names another. */
export const shortOrigin = ({ publicUrl, config }: Pick<ShortLinkDeps, 'publicUrl' | 'config'>): string =>
  config.SHORT_LINK_DOMAIN ?? new URL(publicUrl).origin;

/** Whether a link is short already. */
export const isOwn = (deps: Pick<ShortLinkDeps, 'publicUrl' | 'config'>, url: string): boolean =>
  url.startsWith(`${shortOrigin(deps)}/s/`);

/** The part's content with short links, which are made where it has none yet. */
export async function makeLinksShort(deps: ShortLinkDeps, part: Part): Promise<string> {
  const urls = linksOf(part.content).filter((url) => !isOwn(deps, url));
  let made = await readMade(deps, part);
  const isMissing = (url: string): boolean => !made.has(url);
  const [facts] = urls.some(isMissing) ? await deps.database.query<Facts>(FACTS, [part.itemId]) : [];
  for (let tries = 0; facts && facts.mode !== 'never' && tries < TRIES && urls.some(isMissing); tries++) {
    const links = urls.filter(isMissing).map((url) => newLink(deps, url, facts));
    await deps.database.query(MAKE, [part.itemId, JSON.stringify(links)]);
    made = await readMade(deps, part);
  }
  return replaceLinks(part.content, (url) => made.get(url) ?? url);
}

/** The part's content as it was sent: with the short links that were made for it. */
export async function withShortLinks(deps: ShortLinkDeps, part: Part): Promise<string> {
  const made = await readMade(deps, part);
  return replaceLinks(part.content, (url) => made.get(url) ?? url);
}

async function readMade({ database }: ShortLinkDeps, { itemId }: Part): Promise<Map<string, string>> {
  const rows = await database.query<{ url: string; shortUrl: string | null }>(READ, [itemId]);
  return new Map(rows.flatMap(({ url, shortUrl }) => (shortUrl ? [[url, shortUrl]] : [])));
}

function newLink(deps: ShortLinkDeps, url: string, facts: Facts): Readonly<Record<string, string>> {
  const code = newCode();
  const target = withParameters(url, facts.parameters, facts);
  return { url, target, shortUrl: `${shortOrigin(deps)}/s/${code}`, code };
}
