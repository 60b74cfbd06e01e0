/** Webhooks: they go on getting what v1 sends them, once Crier publishes. */
import { idHere } from '../id-here.ts';
import { newSecret, secretBinding } from '../../webhooks/secret.ts';
import { createdOf, nameOf, textOf } from '../map/values.ts';
import { readBatch } from '../source/read-batch.ts';
import type { CopyKind } from './kind.ts';
import { readIds } from './known.ts';
import { common } from './people.ts';
import { upsert } from './upsert.ts';

const CHANNELS = `select "webhookId" as id, array_agg("integrationId" order by "integrationId") as channels
  from "IntegrationsWebhooks" where "webhookId" = any($1) group by 1`;

/** With the old ids of its channels as `tags`, so that a change of them is one of the record. */
const read: NonNullable<CopyKind['read']> = async (source, batch) => {
  const records = await readBatch(source, { table: 'Webhooks', ...batch });
  if (!records.length) return [];
  const rows = await source.query<{ id: string; channels: string[] }>(CHANNELS, [
    records.map(({ id }) => id),
  ]);
  const channels = new Map(rows.map((row) => [row.id, row.channels]));
  return records.map((record) => ({ ...record, tags: channels.get(record.id) ?? [] }));
};

export const webhooks: CopyKind = {
  kind: 'webhook',
  table: 'Webhooks',
  read,
  organizationOf: common.organizationOf,
  isLive: common.isLive,
  remove: common.deleteFrom('webhook'),
  async write(tx, { sourceId, context }, records) {
    const old = records.flatMap(({ tags = [] }) => tags);
    const known = await readIds(context.database, { sourceId, kind: 'integration' }, old);
    const rows = records.map(({ id: legacyId, row, tags = [] }) => {
      const id = idHere(sourceId, 'webhook', legacyId);
      const organization = idHere(sourceId, 'organization', textOf(row.organizationId));
      // v1 sends it what happens on these and no others; one that is not here has no events.
      const channels = tags.flatMap(
        (channel) => known.get(channel) ?? idHere(sourceId, 'integration', channel),
      );
      return {
        id,
        organization_id: organization,
        name: nameOf(row.name, 100, 'Unnamed'),
        url: textOf(row.url),
        events: ['post.published'],
        channels: channels.length ? channels : null,
        format: 'postiz',
        secret: context.secrets.seal(newSecret(), secretBinding(organization, id)),
        created_at: createdOf(row),
      };
    });
    await upsert(tx, { table: 'webhook', keep: ['secret', 'created_at'] }, rows);
    return rows.map(({ id, organization_id: organizationId }, i) => {
      const tags = records[i]?.tags ?? [];
      const isDeaf = tags.length > 0 && !tags.some((channel) => known.has(channel));
      return {
        legacyId: records[i]?.id ?? '',
        id,
        organizationId,
        // v1 signs nothing, so no receiver needs the secret; who wants it makes a new one.
        problem: isDeaf
          ? 'none of its channels is here: nothing is sent to it until others are chosen'
          : null,
      };
    });
  },
};
