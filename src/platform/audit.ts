/** Who did what in an organisation: written in the transaction of the change, read by its admins. */
import type { EntityManager } from './database.ts';
import { CAME_OVER_LINES } from './entities/came-over.ts';

/** Descriptions of all kinds of events. */
export const AUDIT_EVENTS = {
  organization_created: 'Made the organisation',
  organization_changed: 'Changed the organisation',
  member_joined: 'Joined',
  member_left: 'Left',
  member_removed: 'Removed a member',
  role_changed: 'Changed a role',
  invitation_created: 'Invited a person',
  invitation_revoked: 'Took an invitation back',
  api_key_created: 'Made an API key',
  api_key_revoked: 'Revoked an API key',
  app_created: 'Registered an app',
  app_changed: 'Changed an app',
  app_secret_rotated: 'Made a new secret for an app',
  app_deleted: 'Deleted an app',
  app_approved: 'Approved an app',
  token_revoked: 'Revoked the access of an app',
  code_misused: 'An app used a code that was not its own, or used one twice',
  channel_connected: 'Connected a channel',
  channel_reconnected: 'Connected a channel again',
  channel_changed: 'Changed a channel',
  channel_deleted: 'Removed a channel',
  network_app_set: 'Set its own app on a network',
  network_app_removed: 'Removed its own app on a network',
  group_created: 'Made a channel group',
  group_changed: 'Renamed a channel group',
  group_deleted: 'Deleted a channel group',
  webhook_created: 'Made a webhook',
  webhook_changed: 'Changed a webhook',
  webhook_secret_rotated: 'Made a new secret for a webhook',
  webhook_deleted: 'Deleted a webhook',
  webhook_listener_made: 'Began to listen to events',
  short_link_disabled: 'Switched a short link off',
  short_link_enabled: 'Switched a short link on again',
  media_deleted: 'Deleted a file of the library',
  publishing_frozen: 'Froze publishing',
  publishing_resumed: 'Resumed publishing',
  plan_changed: 'Changed the plan',
  ...CAME_OVER_LINES,
  imported_from_api: 'Imported from another instance',
  organization_moved: 'Moved the organisation to another instance',
  organization_taken_back: 'Took the organisation back from another instance',
  organization_imported: 'Imported the organisation from another instance',
} as const;

/** One line. `detail` holds names and ids, never a secret or the text of a post. */
export interface AuditLine {
  readonly organizationId: string;
  readonly userId: string | null;
  readonly kind: keyof typeof AUDIT_EVENTS;
  readonly subjectId?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Writes the line with the change. */
export async function recordAudit(
  tx: EntityManager,
  { organizationId, userId, kind, subjectId, detail = {} }: AuditLine,
): Promise<void> {
  await tx.execute(
    'insert into audit_event (organization_id, user_id, kind, subject_id, detail) values (?, ?, ?, ?, ?::jsonb)',
    [organizationId, userId, kind, subjectId ?? null, JSON.stringify(detail)],
  );
}
