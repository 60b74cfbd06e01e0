/** Channel groups: made, renamed and deleted by the admins of an organisation. */
import type { Person } from '../http/types.ts';
import type { Context } from '../platform/context.ts';
import { Customer } from '../platform/entities/integration.ts';
import { recordAudit } from '../platform/audit.ts';
import { cleanName } from '../platform/clean-input.ts';
import type { EntityManager, Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import { sentence } from '../platform/sentences.ts';
import { foreign, missing } from '../platform/missing.ts';

type Deps = Pick<Context, 'database'>;
type By = Pick<Person, 'organizationId' | 'userId'>;

export interface ChannelGroup {
  readonly id: string;
  readonly name: string;
  /** How many it has. */
  readonly channels: number;
}

const MAX_NAME = 200;

const LIST: Statement = {
  name: 'channel-groups',
  text: `select g.id, g.name, (select count(*)::int from integration i where i.organization_id = $1 and i.customer_id = g.id and i.deleted_at is null) as channels
    from customer g where g.organization_id = $1 order by lower(g.name), g.id`,
};

/** In the order of the alphabet; upper and lower case are the same. */
export function listChannelGroups({ database }: Deps, organizationId: string): Promise<ChannelGroup[]> {
  return database.query<ChannelGroup>(LIST, [organizationId]);
}

/** @throws ApiError `group_exists`, `invalid_request` */
export async function createChannelGroup({ database }: Deps, by: By, input: string): Promise<ChannelGroup> {
  const name = cleanName(input, { max: MAX_NAME });
  return database.fork().transactional(async (tx) => {
    await assertFree(tx, by.organizationId, name);
    const group = tx.create(Customer, { organization: by.organizationId, name });
    await tx.flush();
    await recordAudit(tx, { ...by, kind: 'group_created', subjectId: group.id, detail: { name } });
    return { id: group.id, name, channels: 0 };
  });
}

/** @throws ApiError `group_not_found`, `foreign_resource`, `group_exists`, `invalid_request` */
export async function renameChannelGroup(
  { database }: Deps,
  by: By,
  { id, name: input }: { id: string; name: string },
): Promise<void> {
  const name = cleanName(input, { max: MAX_NAME });
  await database.fork().transactional(async (tx) => {
    const group = await findOwnGroup(tx, by.organizationId, id);
    if (group.name === name) return;
    await assertFree(tx, by.organizationId, name);
    const before = group.name;
    group.name = name;
    await tx.flush();
    await recordAudit(tx, { ...by, kind: 'group_changed', subjectId: id, detail: { name, before } });
  });
}

/** Its channels stay, without a group. @throws ApiError `group_not_found`, `foreign_resource` */
export async function deleteChannelGroup({ database }: Deps, by: By, id: string): Promise<void> {
  await database.fork().transactional(async (tx) => {
    const { name } = await findOwnGroup(tx, by.organizationId, id);
    await tx.nativeDelete(Customer, { id });
    await recordAudit(tx, { ...by, kind: 'group_deleted', subjectId: id, detail: { name } });
  });
}

/** A group of the organisation. @throws ApiError `group_not_found`, `foreign_resource` */
export async function findOwnGroup(tx: EntityManager, organizationId: string, id: string) {
  const group = await tx.findOne(Customer, { id });
  if (!group) throw missing('channel_group', id);
  if (group.organization !== organizationId) throw foreign('channel_group', id);
  return group;
}

async function assertFree(tx: EntityManager, organizationId: string, name: string): Promise<void> {
  // Two at once: the second waits, and then finds the name taken.
  await tx.execute('select 1 from organization where id = ? for no key update', [organizationId]);
  if (await tx.findOne(Customer, { organization: organizationId, name })) {
    throw new ApiError('group_exists', {
      ...sentence('group_of_that_name', { name }),
      issues: [{ path: 'name', ...sentence('group_name_taken') }],
    });
  }
}
