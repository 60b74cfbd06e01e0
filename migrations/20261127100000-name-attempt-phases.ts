import { Migration } from '@mikro-orm/migrations';

/**
 * What an attempt is stands in its phase and in columns of their own. `evidence` is a log for people from now
 * on: nothing is decided by it.
 */
export class NameAttemptPhases extends Migration {
  override up(): void {
    // `repeat`: may be sent once more, while an earlier send may be published. `processing`: the network has
    // accepted it. With `sent`, these are the phases in which a part may be published.
    this.addSql(`alter table publish_attempt
      drop constraint publish_attempt_phase_check,
      drop constraint publish_attempt_check,
      drop constraint publish_attempt_check1`);
    this.addSql(`update publish_attempt
      set phase = case when phase = 'sent' then 'processing' else 'repeat' end
      where phase = 'sent' and provider_ref is not null or phase = 'intent' and earlier_sent_at is not null`);
    this.addSql(`alter table publish_attempt
      add constraint publish_attempt_phase_check
        check (phase in ('intent', 'repeat', 'sent', 'processing', 'confirmed', 'rejected')),
      add constraint publish_attempt_sent_at_check
        check (phase not in ('sent', 'processing') or sent_at is not null),
      add constraint publish_attempt_settled_at_check
        check (phase not in ('confirmed', 'rejected') or settled_at is not null),
      add constraint publish_attempt_repeat_check check (phase <> 'repeat' or earlier_sent_at is not null)`);
    // `call_ended_at`: since when the call that began at `sent_at` is over. `lost_at`: since when it is known
    // that the worker that sent it may be gone, so that the run waits for a look and not for that worker.
    // `failed_looks`: looks of this send that the network did not answer. `resends`: how often a look has
    // allowed another send. `not_ours`: how often the network named another item's post. `rejection`: why a
    // repeat was rejected. `by_words`: found by its text alone. `settled_by`: 'person', or null.
    this.addSql(`alter table publish_attempt
      add call_ended_at timestamptz,
      add lost_at timestamptz,
      add failed_looks int not null default 0,
      add resends int not null default 0,
      add not_ours int not null default 0,
      add rejection jsonb,
      add by_words boolean not null default false,
      add settled_by text check (settled_by = 'person')`);
    this.addSql(`update publish_attempt a
      set call_ended_at = (
          select min((e ->> 'endedAt')::timestamptz)
          from jsonb_array_elements(a.evidence) e
          where (e ->> 'endedAt')::timestamptz >= a.sent_at),
        resends = (select count(*) from jsonb_array_elements(a.evidence) e where e ? 'verdict'),
        not_ours = (select count(*) from jsonb_array_elements(a.evidence) e where e ? 'notOurs'),
        rejection = (
          select e -> 'rejection'
          from jsonb_array_elements(a.evidence) e
          where e ? 'rejection'
          limit 1),
        settled_by = case when a.evidence @> '[{"by": "person"}]' then 'person' end
      where a.evidence <> '[]'`);
  }

  override down(): void {
    this.addSql(`alter table publish_attempt
      drop constraint publish_attempt_phase_check,
      drop constraint publish_attempt_sent_at_check,
      drop constraint publish_attempt_settled_at_check,
      drop constraint publish_attempt_repeat_check,
      drop column call_ended_at,
      drop column lost_at,
      drop column failed_looks,
      drop column resends,
      drop column not_ours,
      drop column rejection,
      drop column by_words,
      drop column settled_by`);
    this.addSql(`update publish_attempt
      set phase = case phase when 'repeat' then 'intent' else 'sent' end
      where phase in ('repeat', 'processing')`);
    this.addSql(`alter table publish_attempt
      add check (phase in ('intent','sent','confirmed','rejected')),
      add check (phase <> 'sent' or sent_at is not null),
      add check (phase not in ('confirmed','rejected') or settled_at is not null)`);
  }
}
