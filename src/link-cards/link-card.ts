/** The card of a page, which is read once a day: the composer shows the very card that is published. */
import type { Statement } from '../platform/database.ts';
import type { Context } from '../platform/context.ts';
import { ApiError } from '../platform/errors.ts';
import { readPage, type PageCard, type ReadPage, type ReadPageDeps } from './read-page.ts';

export interface LinkCardDeps extends ReadPageDeps {
  readonly database: Pick<Context['database'], 'query'>;
}

interface Row extends Omit<PageCard, 'picture'> {
  readonly picture: Buffer | null;
  readonly fresh: boolean;
}

const HASH = "encode(sha256(convert_to($1, 'UTF8')), 'hex')";

const KNOWN: Statement = {
  name: 'link-card-known',
  text: `select title, description, picture, read_at > now() - interval '1 day' as fresh
    from link_card where url_hash = ${HASH}`,
};

const KEEP: Statement = {
  name: 'link-card-keep',
  text: `with old as (delete from link_card where read_at < now() - interval '30 days')
    insert into link_card (url_hash, title, description, picture)
    values (${HASH}, $2, $3, $4)
    on conflict (url_hash) do update set title = excluded.title, description = excluded.description,
      picture = excluded.picture, read_at = now()`,
};

/**
 * The card of a page. One that was read before is used where the page cannot be read now.
 *
 * @throws ApiError as readPage
 */
export async function readLinkCard(deps: LinkCardDeps, page: ReadPage): Promise<PageCard> {
  const [known] = await deps.database.query<Row>(KNOWN, [page.url]);
  if (known?.fresh) return known;
  try {
    const card = await readPage(deps, page);
    await deps.database.query(KEEP, [page.url, card.title, card.description, card.picture]);
    return card;
  } catch (error) {
    if (known && error instanceof ApiError) return known;
    throw error;
  }
}
