/** The tables of programs of which an archive has rows: apps, API keys, webhooks. */
import { secretBinding } from '../../webhooks/secret.ts';
import type { Kind } from './kind.ts';
import { HERE } from './left-out.ts';

export const PROGRAM_KINDS: readonly Kind[] = [
  {
    table: 'oauth_app',
    columns: [
      'id',
      'created_by_id',
      'name',
      'description',
      'picture_id',
      'redirect_url',
      'client_id',
      'secret_rotated_at',
      'created_at',
      'updated_at',
      'suspended_at',
      'deleted_at',
    ],
    order: 't.id',
    people: ['created_by_id'],
    references: { picture_id: 'media' },
    secret: { column: 'secret_hash', key: 'id', without: 'random' },
    leftOut: { organization_id: HERE },
  },
  {
    table: 'api_key',
    columns: [
      'id',
      'name',
      'scopes',
      'created_by_id',
      'created_at',
      'expires_at',
      'last_used_at',
      'revoked_at',
    ],
    order: 't.id',
    people: ['created_by_id'],
    secret: { column: 'hash', key: 'id', without: 'no row' },
    leftOut: { organization_id: HERE },
  },
  {
    table: 'webhook',
    columns: [
      'id',
      'name',
      'url',
      'events',
      'channels',
      'format',
      'disabled_at',
      'disabled_reason',
      'created_at',
    ],
    order: 't.id',
    secret: { column: 'secret', key: 'id', binding: secretBinding, without: 'no row' },
    values: { format: ['crier', 'postiz'] },
    leftOut: {
      organization_id: HERE,
      old_secret: 'is replaced by the time the archive is imported',
      old_secret_until: 'is replaced by the time the archive is imported',
      failing_since: 'says what this instance has sent',
      full_since: 'says what this instance has to send',
      app_id: 'an app has no access to another instance, so it cannot have made it there',
      app_user_id: 'an app has no access to another instance, so it cannot have made it there',
    },
  },
];
