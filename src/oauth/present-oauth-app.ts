/** Apps as the API shows them. Hashes of secrets and tokens are never part of it. */
import type { MediaStorage } from '../platform/media/storage.ts';
import type { AppRow, ApprovalRow } from './read-apps.ts';

/** The picture of an app; `path` = its public URL. */
export interface AppPicture {
  readonly id: string;
  readonly path: string;
}

type Time = Date | string;
const at = (time: Time): string => new Date(time).toISOString();

/** The picture of an app; null without one, and when its file was deleted. */
export async function pictureOf(
  storage: MediaStorage,
  { organizationId, pictureId }: { readonly organizationId: string; readonly pictureId: string | null },
): Promise<AppPicture | null> {
  const [file] = pictureId ? await storage.describe(organizationId, [pictureId]) : [];
  return file ? { id: file.id, path: file.url } : null;
}

/** An app for the admins of its organisation. `tokens` = how many would be revoked with it. */
export async function presentApp(storage: MediaStorage, app: AppRow) {
  return {
    id: app.id,
    organizationId: app.organizationId,
    name: app.name,
    description: app.description,
    pictureId: app.pictureId,
    picture: await pictureOf(storage, app),
    redirectUrl: app.redirectUrl,
    clientId: app.clientId,
    createdAt: at(app.createdAt),
    updatedAt: at(app.updatedAt),
    deletedAt: null,
    tokens: app.tokens,
    secretRotatedAt: app.secretRotatedAt && at(app.secretRotatedAt),
  };
}

/** An app that a person has approved. */
export async function presentApproval(storage: MediaStorage, approval: ApprovalRow) {
  return {
    id: approval.id,
    createdAt: at(approval.createdAt),
    lastUsedAt: approval.lastUsedAt && at(approval.lastUsedAt),
    organization: { id: approval.organizationId, name: approval.organizationName },
    oauthApp: {
      id: approval.appId,
      name: approval.name,
      description: approval.description,
      clientId: approval.clientId,
      picture: await pictureOf(storage, {
        organizationId: approval.appOrganizationId,
        pictureId: approval.pictureId,
      }),
    },
  };
}
