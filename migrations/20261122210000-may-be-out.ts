import { Migration } from '@mikro-orm/migrations';

/** What the ledger knows of an earlier send while a repeat is open, and whose a post on the network is. */
export class MayBeOut extends Migration {
  override up(): void {
    // `earlier_sent_at`: when the first of several identical requests was sent, until a lookup on the network
    // proves that it is not there. `resend_until`: how long the network promises that a repeat is harmless;
    // null = without a limit.
    this.addSql('alter table publish_attempt add earlier_sent_at timestamptz, add resend_until timestamptz');
    // Until now, the first send was forgotten when a repeat was allowed. Its line in the evidence was not.
    this.addSql(`update publish_attempt
      set earlier_sent_at = coalesce(sent_at, started_at), resend_until = now()
      where phase in ('intent', 'sent') and evidence @> '[{"verdict": "repeatable"}]'`);
    this.addSql(`update post
      set state = 'publishing'
      from publish_attempt a
      join post_item i on i.id = a.post_item_id
      where i.post_id = post.id and a.revision = post.revision and post.state = 'scheduled'
        and a.phase = 'intent' and a.earlier_sent_at is not null`);
    // A post on the network belongs to one item: a hash of the account, the post's id and its URL. Null for
    // what was recorded before.
    this.addSql('alter table post_item add network_key text unique');
  }

  override down(): void {
    this.addSql('alter table post_item drop column network_key');
    this.addSql('alter table publish_attempt drop column earlier_sent_at, drop column resend_until');
  }
}
