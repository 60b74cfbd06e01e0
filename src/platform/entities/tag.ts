import { defineEntity, p } from '@mikro-orm/core';
import { Organization } from './organization.ts';

/**
 * A label of an organisation for its posts; `color` is `#rrggbb`. Which posts carry it stands in the table
 * post_tag (posts/replace-tags.ts).
 */
export const Tag = defineEntity({
  name: 'Tag',
  tableName: 'tag',
  properties: {
    id: p.uuid().primary(),
    organization: () => p.manyToOne(Organization).mapToPk(),
    name: p.text(),
    color: p.text(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});
