/** The phases of one attempt to send a part (`publish_attempt.phase`). */

/**
 *   intent      taken or released; nothing of this attempt is published
 *   repeat      as intent, but an earlier send of the same request may be published
 *   sent        its call is under way, or its outcome is unknown
 *   processing  the network has accepted it, and is still at work
 *   confirmed   it is published
 *   rejected    it is not, and will not be
 */
export type AttemptPhase = 'intent' | 'repeat' | 'sent' | 'processing' | 'confirmed' | 'rejected';

const MAY_BE_PUBLISHED: readonly AttemptPhase[] = ['repeat', 'sent', 'processing'];

/** Whether the part may be on the network although nothing has shown it. */
export const phaseMayBeOut = (phase: AttemptPhase | null): boolean =>
  phase !== null && MAY_BE_PUBLISHED.includes(phase);

const list = (phases: readonly AttemptPhase[]): string => phases.map((phase) => `'${phase}'`).join(', ');

export const phaseMayBeOutSql = (column: string): string => `${column} in (${list(MAY_BE_PUBLISHED)})`;

/** The SQL condition for an attempt that nothing has settled yet. */
export const phaseIsOpenSql = (column: string): string =>
  `${column} in (${list(['intent', ...MAY_BE_PUBLISHED])})`;

/**
 * Whether a request of the post `p` was sent, and nothing has shown yet its outcome. A repeat that is allowed
 * or waits changes nothing about that.
 */
export const MAY_BE_OUT_SQL = `exists (
    select 1
    from post_item sent_item
    join publish_attempt sent on sent.post_item_id = sent_item.id and sent.revision = p.revision
    where sent_item.post_id = p.id and ${phaseMayBeOutSql('sent.phase')}
  )`;
