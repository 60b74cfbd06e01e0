/** More organisations in one world, each with a client of its own whose posts the checker knows. */
import type { Statement } from '../../platform/database.ts';
import { Client, type Channel, type Submission } from './client.ts';
import type { StandIn } from './five-networks.ts';
import type { World } from './world.ts';

export interface Tenant {
  readonly client: Client;
  readonly sandbox: Channel;
  /** Its channels, the sandbox's first, with the settings that a post there needs. */
  readonly targets: readonly {
    readonly channel: Channel;
    readonly provider: string;
    readonly settings?: Readonly<Record<string, unknown>>;
  }[];
}

const ACCOUNT: Statement = {
  name: 'faults-tenant-account',
  text: 'select id::text as account from integration where id = $1',
};

/** Creates an organisation with an account at the sandbox and at each of the other networks. */
export async function addTenant(
  world: World,
  name: string,
  networks: readonly StandIn[] = [],
): Promise<Tenant> {
  const { instance, random } = world;
  const { id: organizationId, apiKey } = await instance.anotherOrganization(name);
  const { id } = await instance.connect('sandbox', { name }, organizationId);
  const [row] = await instance.context.database.query<{ account: string }>(ACCOUNT, [id]);
  const sandbox: Channel = { id, name, account: row?.account ?? '' };
  const targets: Tenant['targets'][number][] = [{ channel: sandbox, provider: 'sandbox' }];
  for (const { provider, fields, settings } of networks) {
    const channel = {
      id: (await instance.connect(provider, fields, organizationId)).id,
      name,
      account: provider,
    };
    targets.push({ channel, provider, settings: settings ?? { __type: provider } });
  }
  const client = new Client({
    url: instance.url,
    apiKey,
    channels: [sandbox],
    random,
    prefix: `${name.toLowerCase().replaceAll(/\W+/g, '')}-`,
  });
  return { client, sandbox, targets };
}

/** Adds the posts of other clients to the world's own client, whose posts the checker reads. */
export function countThem(world: World, tenants: readonly Tenant[]): Submission[] {
  const all = tenants.flatMap((t) => t.client.submissions);
  world.client.submissions.push(...all);
  return all;
}
