/**
 * The card of a page, which is read once a day: the composer shows the very card that is published. A page
 * that could not be read is left alone for two minutes, so that a thread does not wait for it again with each
 * part.
 */
import type { Statement } from '../platform/database.ts';
import type { Context } from '../platform/context.ts';
import { ApiError } from '../platform/errors.ts';
import { sentence } from '../platform/sentences.ts';
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
  text: `select title, description, picture, true as "isWhole", read_at > now() - interval '1 day' as fresh
    from link_card where url_hash = ${HASH}`,
};

// A card whose picture could not be had is read again after ten minutes, and keeps the picture that it had.
const KEEP: Statement = {
  name: 'link-card-keep',
  text: `with
    old as (
      delete from link_card
      where url_hash in (
        select url_hash from link_card
        where read_at < now() - interval '7 days' and url_hash <> ${HASH}
        for update skip locked
      )
    ),
    card as (
      select ${HASH} as url_hash,
        now() - case when $5 then interval '0' else interval '1 day' - interval '10 minutes' end as read_at
    )
    insert into link_card (url_hash, title, description, picture, read_at)
    select url_hash, $2, $3, $4::bytea, read_at from card
    on conflict (url_hash) do update set title = excluded.title, description = excluded.description,
      read_at = excluded.read_at,
      picture = case when $5 then excluded.picture else coalesce(excluded.picture, link_card.picture) end`,
};

// No page has an empty title. A card that is known stays, and is used until then.
const KEEP_FAILURE: Statement = {
  name: 'link-card-failed',
  text: `insert into link_card (url_hash, title, description, read_at)
    values (${HASH}, '', '', now() - interval '1 day' + interval '2 minutes')
    on conflict (url_hash) do update set read_at = excluded.read_at`,
};

/** `again`: a person waits, so a page that could not be read a moment ago is tried once more. */
export interface WantedCard extends ReadPage {
  readonly again?: boolean;
}

/**
 * The card of a page. One that was read before is used where the page cannot be read now.
 *
 * @throws ApiError as readPage
 */
export async function readLinkCard(deps: LinkCardDeps, { again, ...page }: WantedCard): Promise<PageCard> {
  const [row] = await deps.database.query<Row>(KNOWN, [page.url]);
  const known = row?.title ? row : undefined;
  if (known?.fresh) return known;
  if (row?.fresh && !again) {
    const host = URL.parse(page.url)?.host ?? '';
    throw new ApiError('fetch_failed', sentence('page_not_read_again', { host }));
  }
  try {
    const card = await readPage(deps, page);
    const { title, description, picture, isWhole } = card;
    await deps.database.query(KEEP, [page.url, title, description, picture, isWhole]);
    return isWhole ? card : { ...card, picture: picture ?? known?.picture ?? null };
  } catch (error) {
    // The end of a process or of a wait says nothing about the page.
    if (page.signal?.aborted) throw error;
    if (error instanceof ApiError) await deps.database.query(KEEP_FAILURE, [page.url]);
    if (known && error instanceof ApiError) return known;
    throw error;
  }
}
