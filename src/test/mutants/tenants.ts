/** The guards between organisations: everything is looked up within the caller's own. */
import type { Mutant } from './mutant.ts';

const CROSS = ['src/test/security/cross-tenant.test.ts'];
const TWO = ['src/test/security/two-organizations.test.ts'];
const ORGANIZATIONS = ['src/organizations/routes/organizations.test.ts'];
const MINE = ['src/test/security/app-access.test.ts'];

export const tenantMutants: readonly Mutant[] = [
  {
    id: 'tenants/post',
    rule: "another organisation's post is not shown and not changed",
    file: 'src/posts/policy.ts',
    edits: [['if (post.organization !== organizationId)', 'if (!organizationId)']],
    tests: CROSS,
  },
  {
    id: 'tenants/list-posts',
    rule: 'a list has the posts of one organisation',
    file: 'src/posts/read/read-posts.ts',
    edits: [['const FILTER = `p.organization_id = $1', 'const FILTER = `$1::uuid is not null']],
    tests: [...CROSS, ...TWO],
  },
  {
    id: 'tenants/list-repeated',
    rule: 'a list has the repeated posts of one organisation',
    file: 'src/posts/read/read-posts.ts',
    edits: [
      [
        'where p.organization_id = $1\n      and (p.interval_days',
        'where $1::uuid is not null\n      and (p.interval_days',
      ],
    ],
    tests: ['src/posts/read/list-pages.test.ts'],
  },
  {
    id: 'tenants/channel',
    rule: "another organisation's channel is not shown and not changed",
    file: 'src/channels/own-channel.ts',
    edits: [['if (channel.organization !== organizationId)', 'if (!organizationId)']],
    tests: CROSS,
  },
  {
    id: 'tenants/publish-through',
    rule: "nothing is published through another organisation's channel",
    file: 'src/channels/policy.ts',
    edits: [['if (channel.organization !== organizationId)', 'if (!organizationId)']],
    tests: [...CROSS, 'src/posts/create/create-post.refusals.test.ts'],
  },
  {
    id: 'tenants/list-channels',
    rule: 'a list has the channels of one organisation',
    file: 'src/channels/read-channels.ts',
    edits: [['where i.organization_id = $1', 'where $1::uuid is not null']],
    tests: CROSS,
  },
  {
    id: 'tenants/media',
    rule: "another organisation's upload cannot be posted",
    file: 'src/platform/media/media-storage.ts',
    edits: [['...where, organization: organizationId, deletedAt: null }', '...where, deletedAt: null }']],
    tests: [...CROSS, 'src/posts/create/create-post.settings-media.test.ts'],
  },
  {
    id: 'tenants/media-of-draft',
    rule: "a draft reveals nothing of another organisation's upload",
    file: 'src/platform/media/media-storage.ts',
    edits: [
      [
        '{ id: { $in: ids }, organization: organizationId, deletedAt: null }',
        '{ id: { $in: ids }, deletedAt: null }',
      ],
    ],
    tests: ['src/compositions/routes/compositions.test.ts'],
  },
  {
    id: 'tenants/idempotency',
    rule: "an Idempotency-Key is one organisation's own",
    file: 'src/http/idempotency.ts',
    edits: [['where organization_id = $1 and key = $2', 'where $1::uuid is not null and key = $2']],
    tests: ['src/http/idempotency.test.ts'],
  },
  {
    id: 'tenants/app',
    rule: "another organisation's app is not shown and not changed",
    file: 'src/oauth/policy.ts',
    edits: [['if (app.organizationId !== organizationId)', 'if (!organizationId)']],
    tests: MINE,
  },
  {
    id: 'tenants/list-apps',
    rule: 'a list has the apps of one organisation',
    file: 'src/oauth/read-apps.ts',
    edits: [
      [
        'where a.organization_id = $1 and a.deleted_at is null order by',
        'where $1::uuid is not null and a.deleted_at is null order by',
      ],
    ],
    tests: ['src/oauth/apps.test.ts'],
  },
  {
    id: 'tenants/switch',
    rule: 'a session works only in organisations of its person',
    file: 'src/http/sessions.ts',
    edits: [['user_id = session.user_id and organization_id = $2', 'organization_id = $2']],
    tests: ORGANIZATIONS,
  },
  {
    id: 'tenants/notifications',
    rule: 'a list has the notifications of one organisation',
    file: 'src/organizations/read-notifications.ts',
    edits: [['where organization_id = $1\n    order', 'where $1::uuid is not null\n    order']],
    tests: ['src/organizations/routes/list-notifications.test.ts'],
  },
  {
    id: 'tenants/audit',
    rule: 'the audit log shows the entries of one organisation',
    file: 'src/organizations/routes/list-audit.ts',
    edits: [['where e.organization_id = $1 and', 'where $1::uuid is not null and']],
    tests: ORGANIZATIONS,
  },
  {
    id: 'tenants/keys',
    rule: 'a list has the API keys of one organisation',
    file: 'src/organizations/routes/manage-api-keys.ts',
    edits: [['where k.organization_id = $1 and', 'where $1::uuid is not null and']],
    tests: ['src/organizations/routes/api-keys.test.ts'],
  },
  {
    id: 'tenants/members',
    rule: 'a list has the members of one organisation',
    file: 'src/organizations/routes/list-members.ts',
    edits: [['where m.organization_id = $1 order', 'where $1::uuid is not null order']],
    tests: ORGANIZATIONS,
  },
  {
    id: 'tenants/invitations',
    rule: 'a list has the invitations of one organisation',
    file: 'src/organizations/routes/manage-invitations.ts',
    edits: [['where i.organization_id = $1 and', 'where $1::uuid is not null and']],
    tests: ['src/organizations/routes/invitations.test.ts'],
  },
  {
    id: 'tenants/connect',
    rule: 'a connection that was begun is finished for the organisation that began it',
    file: 'src/channels/connect/state.ts',
    edits: [['and organization_id = $3 and (session_id', 'and $3::uuid is not null and (session_id']],
    tests: ['src/channels/connect/state.test.ts'],
  },
  {
    id: 'tenants/library',
    rule: "another organisation's file is not shown, changed or deleted",
    file: 'src/uploads/own-media.ts',
    edits: [['if (file.organizationId !== organizationId)', 'if (!organizationId)']],
    tests: ['src/uploads/routes/library.test.ts'],
  },
  {
    id: 'tenants/channel-group',
    rule: "another organisation's channel group is not given, renamed or deleted",
    file: 'src/channels/channel-groups.ts',
    edits: [['if (group.organization !== organizationId)', 'if (!organizationId)']],
    tests: ['src/channels/routes/channels.test.ts'],
  },
  {
    id: 'tenants/channel-health',
    rule: 'the page of channels has the channels of one organisation',
    file: 'src/channels/read-health.ts',
    edits: [['where i.organization_id = $1 and', 'where $1::uuid is not null and']],
    tests: ['src/channels/routes/channels.test.ts'],
  },
];
