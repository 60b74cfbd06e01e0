/**
 * Makes the links of a post short: once for each post and link, so that whoever prepares the post again, or
 * looks for it at its network, has the same text.
 */
import type { Config } from '../config.ts';
import type { Reader, Statement } from '../platform/database.ts';
import { newCode } from './code.ts';
import { linksOf, replaceLinks } from './find-links.ts';

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

const READ: Statement = {
  name: 'short-links-read',
  text: `select l.url, l.short_url as "shortUrl"
    from post_item it
    join short_link l on l.post_id = it.post_id
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
    join organization o on o.id = p.organization_id
    cross join jsonb_to_recordset($2) as w(url text, target text, "shortUrl" text, code text)
    where it.id = $1 and o.short_links <> 'never'
    on conflict do nothing`,
};

/** A code that another link has already is drawn again. */
const TRIES = 3;

/** Where our own short links are: the public address, unless SHORT_LINK_DOMAIN names another. */
export const shortOrigin = ({ publicUrl, config }: Pick<ShortLinkDeps, 'publicUrl' | 'config'>): string =>
  config.SHORT_LINK_DOMAIN ?? new URL(publicUrl).origin;

/** The part's content with short links, which are made where it has none yet. */
export async function makeLinksShort(deps: ShortLinkDeps, part: Part): Promise<string> {
  const urls = ownLinks(deps, part.content);
  let made = await readMade(deps, part);
  for (let tries = 0; tries < TRIES && urls.some((url) => !made.has(url)); tries++) {
    const missing = urls.filter((url) => !made.has(url)).map((url) => ({ url, ...newLink(deps, url) }));
    await deps.database.query(MAKE, [part.itemId, JSON.stringify(missing)]);
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
  const rows = await database.query<{ url: string; shortUrl: string }>(READ, [itemId]);
  return new Map(rows.map(({ url, shortUrl }) => [url, shortUrl]));
}

/** Without those that are short already. */
const ownLinks = (deps: ShortLinkDeps, content: string): string[] =>
  linksOf(content).filter((url) => !url.startsWith(`${shortOrigin(deps)}/s/`));

function newLink(deps: ShortLinkDeps, url: string): { target: string; shortUrl: string; code: string } {
  const code = newCode();
  return { target: url, shortUrl: `${shortOrigin(deps)}/s/${code}`, code };
}
