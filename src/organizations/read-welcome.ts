/** What the start screen shows of an instance that is set up. Loads little: each start waits for it. */
import type { Reader, Statement } from '../platform/database.ts';

/** What the start screen shows. `key` is there on the first run only. */
export interface Welcome {
  readonly organization: string;
  readonly key: string | null;
  readonly sandboxChannelId: string | null;
}

const READ: Statement = {
  name: 'welcome-read',
  text: `
    select o.name as organization, null as key,
      (select c.id from integration c
        where c.organization_id = o.id and c.provider = 'sandbox' and c.deleted_at is null limit 1
      ) as "sandboxChannelId"
    from (select id, name from organization order by created_at limit 1) o
    where exists (select from api_key k where k.organization_id = o.id)
      and exists (select from instance_state where key = 'set_up')`,
};

/** Undefined when something has yet to be made: an organisation, a key, an account, the sandbox channel. */
export async function readWelcome(
  database: Reader,
  offers: { readonly sandbox: boolean },
): Promise<Welcome | undefined> {
  const [welcome] = await database.query<Welcome>(READ);
  return offers.sandbox && !welcome?.sandboxChannelId ? undefined : welcome;
}
