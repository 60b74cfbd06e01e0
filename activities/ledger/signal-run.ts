/**
 * The message to the run of a part whose call was answered late: while the worker that sent it was taken for
 * dead, the run has turned to looks and timers, and does not hear of the answer. `settled` is the expression
 * with the post, `answered` whether the statement is about the call itself; the expression `attempt` has
 * `lost_at`.
 */
export const signalRun = (settled: string, answered: string): string => `woken as (
    insert into outbox (id, kind, post_group_id, post_id)
    select gen_random_uuid(), 'sync_post', post_group_id, id
    from ${settled}
    where ${answered} and exists (select 1 from attempt where lost_at is not null)
  )`;
