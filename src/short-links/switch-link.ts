/** A short link is switched off, and on again: by those who answer for what the organisation publishes. */
import type { Context } from '../platform/context.ts';
import type { Caller } from '../http/types.ts';
import { recordAudit } from '../platform/audit.ts';
import { queryInside, type Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import { codeOf } from './code.ts';
import { shortOrigin } from './origin.ts';
import { sentence } from '../platform/sentences.ts';

const hostOf = (url: string): string | undefined => URL.parse(url)?.host;

/** A short link that Crier made: where its text leads, what is published instead, whether it answers 410. */
export interface SwitchedLink {
  readonly url: string;
  readonly shortURL: string;
  readonly disabled: boolean;
}

// Also of a post that is gone: a complaint about a link names its URL.
const LOCK: Statement = {
  name: 'short-link-lock',
  text: `select id, organization_id as organization, url, short_url as "shortURL",
      disabled_at is not null as disabled
    from short_link
    where code = $1 and service = 'crier'
    for update`,
};

const SWITCH: Statement = {
  name: 'short-link-switch',
  text: 'update short_link set disabled_at = case when $2::boolean then clock_timestamp() end where id = $1',
};

/**
 * @param shortURL also under a domain that was used before, since the link redirects there
 * @throws ApiError `short_link_not_found`, `foreign_resource`
 */
export async function switchLink(
  deps: Pick<Context, 'database' | 'config' | 'publicUrl'>,
  { organizationId, userId }: Pick<Caller, 'organizationId' | 'userId'>,
  { shortURL, disabled }: Pick<SwitchedLink, 'shortURL' | 'disabled'>,
): Promise<SwitchedLink> {
  const code = codeOf(shortURL);
  return deps.database.fork().transactional(async (tx) => {
    const [found] = await queryInside<SwitchedLink & { id: string; organization: string }>(tx, LOCK, [
      code ?? null,
    ]);
    // Another domain with the same code is not ours, and neither is what it leads to.
    const isOurs = [found?.shortURL, shortOrigin(deps)].some(
      (one) => one && hostOf(one) === hostOf(shortURL),
    );
    if (!found || !isOurs) throw new ApiError('short_link_not_found');
    const { id, organization, ...link } = found;
    if (organization !== organizationId) {
      throw new ApiError('foreign_resource', sentence('short_link_of_another_organization'));
    }
    if (link.disabled !== disabled) {
      await queryInside(tx, SWITCH, [id, disabled]);
      await recordAudit(tx, {
        organizationId,
        userId: userId ?? null,
        kind: disabled ? 'short_link_disabled' : 'short_link_enabled',
        subjectId: id,
        detail: { name: link.shortURL },
      });
    }
    return { ...link, disabled };
  });
}
