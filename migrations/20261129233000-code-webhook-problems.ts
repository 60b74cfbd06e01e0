import { Migration } from '@mikro-orm/migrations';

const bound = (
  settings: string,
): string => `create or replace function bound_webhook_backlog() returns trigger
  language plpgsql set search_path from current as $$
  begin
    if exists (select 1 from webhook where id = new.webhook_id and full_since is not null) then
      new.state := 'failed';
      ${settings}
      new.settled_at := clock_timestamp();
    end if;
    return new;
  end $$`;
const PROBLEM = "new.problem := 'not sent: too many deliveries were waiting';";

/**
 * `webhook_delivery.problem_code` and `problem_params`: the sentence that `problem` is in English
 * (`src/platform/sentences/requests.ts`), for readers of other languages. Null in rows from before.
 */
export class CodeWebhookProblems extends Migration {
  override up(): void {
    this.addSql('alter table webhook_delivery add problem_code text, add problem_params jsonb');
    this.addSql(bound(`${PROBLEM} new.problem_code := 'webhook_had_no_room';`));
  }

  override down(): void {
    this.addSql(bound(PROBLEM));
    this.addSql('alter table webhook_delivery drop column problem_code, drop column problem_params');
  }
}
