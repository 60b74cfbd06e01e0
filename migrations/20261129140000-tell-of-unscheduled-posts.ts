import { Migration } from '@mikro-orm/migrations';

/**
 * Whether webhooks are notified of changed posts with, or as before without, those that became drafts again.
 */
interface Told {
  readonly drafts: boolean;
}

// As in the migration that adds webhooks, but for drafts.
const trigger = ({
  drafts,
}: Told): string => `create trigger post_event_numbered before update on post for each row
      when ((new.deleted_at is not null and old.deleted_at is null and old.state <> 'draft')
        or (old.state = 'scheduled' and new.state = 'scheduled'
          and (old.publish_at, old.revision) is distinct from (new.publish_at, new.revision))
        or (new.state in ('published','partly_published','failed','unconfirmed','missed','cancelled')
          and new.state <> old.state)
        ${drafts ? "or (new.state = 'draft' and old.state <> 'draft' and new.revision > old.revision)" : ''}
        or (new.state = 'scheduled' and old.state not in ('scheduled','publishing','processing')))
      execute function number_webhook_event()`;

const tell = ({ drafts }: Told): string => `create or replace function tell_webhooks_of_post() returns trigger
      language plpgsql set search_path from current as $$
      begin
        perform webhook_post(new, case
          ${drafts ? "when new.state = 'draft' and old.state <> 'draft' then 'post.unscheduled'" : ''}
          when new.state <> old.state then 'post.' || new.state
          when new.deleted_at is not null then 'post.removed'
          else 'post.changed'
        end);
        return null;
      end $$`;

/**
 * A receiver that mirrors a calendar kept a post that had been made a draft again: such a change has a
 * revision of its own. What becomes a draft in an import has none: the other instance goes on publishing it.
 */
export class TellOfUnscheduledPosts extends Migration {
  override up(): void {
    this.replace({ drafts: true });
  }

  override down(): void {
    this.replace({ drafts: false });
  }

  private replace(events: Told): void {
    this.addSql('drop trigger post_event_numbered on post');
    this.addSql(trigger(events));
    this.addSql(tell(events));
  }
}
