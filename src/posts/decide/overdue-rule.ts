import type { Sentence } from '../../../providers/_kit/sentences/fill.ts';

/** The choice for posts that were overdue in another instance. */
export type OverdueRule = 'send' | 'draft' | 'ask';

const RULES: Readonly<Record<OverdueRule, (missed: Sentence) => string>> = {
  send: () => `overdue as (
      update post set decided_at = now(), updated_at = now() where id in (select id from late) returning id),
    event as (insert into post_event (post_id, kind) select id, 'resumed' from overdue)`,
  draft: () => `overdue as (
      update post set state = 'draft', updated_at = now() where id in (select id from late) returning id),
    event as (insert into post_event (post_id, kind) select id, 'unscheduled' from overdue)`,
  ask: ({ message, code }) => `overdue as (
      update post set state = 'missed', updated_at = now(), error_code = 'missed', error = '${message}'
      where id in (select id from late) returning id, organization_id, integration_id, error),
    event as (
      insert into post_event (post_id, kind, detail)
      select id, 'missed',
        jsonb_build_object('reason', error, 'explanation', jsonb_build_object('message', error, 'code', '${code}'))
      from overdue),
    notified as (
      insert into notification (organization_id, kind, post_id, integration_id, content)
      select organization_id, 'missed', id, integration_id, error from overdue)`,
};

/**
 * The statement that applies the rule, and counts the posts.
 *
 * @param of.late table expressions, of which `late` has the ids of the posts
 * @param of.missed the message for a person with `ask`; without quotation marks and values
 */
export const overdueStatement = (rule: OverdueRule, statements: { late: string; missed: Sentence }): string =>
  `with ${statements.late}, ${RULES[rule](statements.missed)} select count(*)::int as count from overdue`;
