/**
 * Every operation on one page. The router, the OpenAPI documents and the reference page are made from these
 * lists.
 */
import type { Operation } from '../http/operation.ts';
import { getTemporalOperation } from '../http/routes/get-temporal.ts';
import { appOpenApiOperation, openApiHandler, openApiOperation } from '../http/routes/openapi.ts';
import {
  acceptInvitationOperation,
  previewInvitationOperation,
} from '../accounts/routes/accept-invitation.ts';
import { activateOperation, resendActivationOperation } from '../accounts/routes/activate.ts';
import { createOrganizationOperation } from '../accounts/routes/create-organization.ts';
import { leaveOrganizationOperation } from '../accounts/routes/leave-organization.ts';
import { listOrganizationsOperation } from '../accounts/routes/list-organizations.ts';
import { listUsersOperation } from '../accounts/routes/list-users.ts';
import { registerOperation } from '../accounts/routes/register.ts';
import { forgotPasswordOperation, resetPasswordOperation } from '../accounts/routes/reset-password.ts';
import { changePasswordOperation, getSelfOperation, updateSelfOperation } from '../accounts/routes/self.ts';
import { endSessionOperation, listSessionsOperation } from '../accounts/routes/sessions.ts';
import { getSetupOperation, setUpOperation } from '../accounts/routes/setup.ts';
import { getMeOperation, signInOperation, signOutOperation } from '../accounts/routes/sign-in.ts';
import { switchOrganizationOperation } from '../accounts/routes/switch-organization.ts';
import { openPortalOperation, startCheckoutOperation } from '../billing/routes/buy-plan.ts';
import { getBillingOperation } from '../billing/routes/get-billing.ts';
import {
  createChannelGroupOperation,
  deleteChannelGroupOperation,
  listChannelGroupsOperation,
  renameChannelGroupOperation,
} from '../channels/routes/channel-groups.ts';
import { readLinkCardOperation } from '../link-cards/routes/read-link-card.ts';
import { listChannelsOperation, updateChannelOperation } from '../channels/routes/channels.ts';
import { chooseAccountOperation } from '../channels/routes/choose-account.ts';
import { connectWithCredentialsOperation } from '../channels/routes/connect-with-credentials.ts';
import {
  createCompositionOperation,
  deleteCompositionOperation,
  getCompositionOperation,
  getSentPostsOperation,
  listCompositionsOperation,
  saveCompositionOperation,
} from '../compositions/routes/compositions.ts';
import {
  changeHashtagSetOperation,
  createHashtagSetOperation,
  deleteHashtagSetOperation,
  listHashtagSetsOperation,
} from '../compositions/routes/hashtag-sets.ts';
import {
  createSnippetOperation,
  deleteSnippetOperation,
  listSnippetsOperation,
} from '../compositions/routes/snippets.ts';
import { deleteIntegrationOperation } from '../channels/routes/delete-integration.ts';
import { findSlotOperation } from '../channels/routes/find-slot.ts';
import { finishConnectOperation } from '../channels/routes/finish-connect.ts';
import { getAnalyticsOperation } from '../channels/routes/get-analytics.ts';
import { getConnectUrlOperation } from '../channels/routes/get-connect-url.ts';
import { getStatusOperation } from '../channels/routes/get-status.ts';
import { integrationSettingsOperation } from '../channels/routes/integration-settings.ts';
import { listIntegrationsOperation } from '../channels/routes/list-integrations.ts';
import { listNetworksOperation } from '../channels/routes/list-networks.ts';
import { listProvidersOperation } from '../channels/routes/list-providers.ts';
import { listNumbersOperation } from '../channels/routes/numbers.ts';
import { removeOwnAppOperation, setOwnAppOperation, tryOwnAppOperation } from '../channels/routes/own-app.ts';
import { previewConnectOperation } from '../channels/routes/preview-connect.ts';
import { triggerToolOperation } from '../channels/routes/trigger-tool.ts';
import { plugged } from './plugged-operations.ts';
import { freezePublishingOperation, resumePublishingOperation } from './instance/routes/freeze.ts';
import { getInstanceOperation } from './instance/routes/get-instance.ts';
import { streamEventsOperation } from '../http/live/routes/stream-events.ts';
import { listApprovedAppsOperation, revokeApprovalOperation } from '../oauth/routes/approved-apps.ts';
import { decideConsentOperation } from '../oauth/routes/decide-consent.ts';
import { exchangeCodeOperation } from '../oauth/routes/exchange-code.ts';
import { revokeTokenOperation } from '../oauth/routes/revoke-token.ts';
import { showConsentOperation } from '../oauth/routes/show-consent.ts';
import { removeMemberOperation, setRoleOperation } from '../organizations/routes/change-member.ts';
import { deleteOrganizationOperation } from '../organizations/routes/delete-organization.ts';
import { getOrganizationOperation } from '../organizations/routes/get-organization.ts';
import { isConnectedOperation } from '../organizations/routes/is-connected.ts';
import { listAuditOperation } from '../organizations/routes/list-audit.ts';
import { listGroupsOperation } from '../organizations/routes/list-groups.ts';
import { listMembersOperation } from '../organizations/routes/list-members.ts';
import { listNotificationsOperation } from '../organizations/routes/list-notifications.ts';
import {
  getNotificationChoicesOperation,
  listOwnNotificationsOperation,
  markNotificationsOperation,
  saveNotificationChoicesOperation,
} from '../organizations/routes/own-notifications.ts';
import { addBrowserOperation, removeBrowserOperation } from '../organizations/routes/browsers.ts';
import { stopMailsOperation } from '../organizations/routes/stop-mails.ts';
import {
  createApiKeyOperation,
  listApiKeysOperation,
  revokeApiKeyOperation,
  rotateApiKeyOperation,
} from '../organizations/routes/manage-api-keys.ts';
import {
  inviteMemberOperation,
  listInvitationsOperation,
  revokeInvitationOperation,
} from '../organizations/routes/manage-invitations.ts';
import { updateOrganizationOperation } from '../organizations/routes/update-organization.ts';
import { checkPostOperation } from '../posts/create/check-post.route.ts';
import { createPostOperation } from '../posts/create/create-post.route.ts';
import { deleteGroupOperation, deletePostOperation } from '../posts/change/delete-post.route.ts';
import { editPostOperation } from '../posts/change/edit-post.route.ts';
import { exportNumbersOperation } from '../posts/numbers/export-numbers.route.ts';
import { getCalendarOperation } from '../posts/calendar/get-calendar.route.ts';
import { getPostAnalyticsOperation } from '../posts/numbers/get-post-analytics.route.ts';
import { getPostOperation } from '../posts/read/get-post.route.ts';
import { listPostNumbersOperation } from '../posts/numbers/list-post-numbers.route.ts';
import { listPostSummariesOperation } from '../posts/read/list-post-summaries.route.ts';
import { getPostStoryOperation } from '../posts/read/get-post-story.route.ts';
import { listPostsOperation } from '../posts/read/list-posts.route.ts';
import { splitPostOperation } from '../posts/create/split-post.route.ts';
import { missingContentOperation, setReleaseIdOperation } from '../posts/change/release-id.route.ts';
import { resolvePostOperation } from '../posts/decide/resolve-post.route.ts';
import { previewRepeatOperation } from '../posts/series/preview-repeat.route.ts';
import { rejoinSeriesOperation } from '../posts/series/rejoin-series.route.ts';
import {
  lookAtOccurrencesOperation,
  selectOccurrencesOperation,
} from '../posts/series/select-occurrences.route.ts';
import { planTableOperation } from '../posts/table/plan-table.route.ts';
import { readTableOperation } from '../posts/table/read-table.route.ts';
import { reschedulePostsOperation } from '../posts/change/reschedule-posts.route.ts';
import { restorePostOperation } from '../posts/change/restore-post.route.ts';
import { retryPostOperation } from '../posts/decide/retry-post.route.ts';
import { setSettingsOperation } from '../posts/change/set-settings.route.ts';
import { setStatusOperation } from '../posts/change/set-status.route.ts';
import { switchShortLinkOperation } from '../short-links/routes/switch-short-link.ts';
import {
  deleteMediaOperation,
  getMediaOperation,
  listMediaOperation,
  updateMediaOperation,
} from '../uploads/routes/library.ts';
import {
  convertVideoOperation,
  getVideoJobOperation,
  trimVideoOperation,
} from '../uploads/routes/change-video.ts';
import { fitMediaOperation } from '../uploads/routes/fit-media.ts';
import { changeMediaTagsOperation, listMediaTagsOperation } from '../uploads/routes/media-tags.ts';
import { getMediaReachOperation } from '../uploads/routes/media-reach.ts';
import {
  beginDirectUploadOperation,
  completeDirectUploadOperation,
} from '../uploads/routes/direct-upload.ts';
import { uploadFileOperation } from '../uploads/routes/upload-file.ts';
import { uploadFromUrlOperation } from '../uploads/routes/upload-from-url.ts';
import {
  listDeliveriesOperation,
  resendDeliveriesOperation,
  resendDeliveryOperation,
  testWebhookOperation,
} from '../webhooks/routes/deliveries.ts';
import {
  createListenerOperation,
  deleteListenerOperation,
  takeEventsOperation,
} from '../webhooks/routes/listeners.ts';
import {
  createWebhookOperation,
  deleteWebhookOperation,
  getWebhookOperation,
  listWebhooksOperation,
  rotateWebhookSecretOperation,
  updateWebhookOperation,
} from '../webhooks/routes/webhooks.ts';
import {
  getOAuthAppOperation,
  createOAuthAppOperation,
  updateOAuthAppOperation,
  deleteOAuthAppOperation,
  rotateOAuthAppSecretOperation,
  listAppsOperation,
  createAppOperation,
  getAppOperation,
  updateAppOperation,
  deleteAppOperation,
  rotateSecretOperation,
} from '../oauth/routes/oauth-apps.ts';

/** The Public API, in the order of the reference. A fixed path stands before one with a parameter. */
const publicOperations: readonly Operation[] = [
  createPostOperation,
  checkPostOperation,
  splitPostOperation,
  reschedulePostsOperation,
  selectOccurrencesOperation,
  previewRepeatOperation,
  readLinkCardOperation,
  listPostsOperation,
  getPostOperation,
  editPostOperation,
  deleteGroupOperation,
  deletePostOperation,
  setStatusOperation,
  setSettingsOperation,
  retryPostOperation,
  resolvePostOperation,
  missingContentOperation,
  setReleaseIdOperation,
  getPostAnalyticsOperation,
  switchShortLinkOperation,
  listHashtagSetsOperation,
  createHashtagSetOperation,
  changeHashtagSetOperation,
  deleteHashtagSetOperation,
  uploadFileOperation,
  beginDirectUploadOperation,
  completeDirectUploadOperation,
  uploadFromUrlOperation,
  fitMediaOperation,
  convertVideoOperation,
  trimVideoOperation,
  getVideoJobOperation,
  listNetworksOperation,
  listIntegrationsOperation,
  integrationSettingsOperation,
  triggerToolOperation,
  findSlotOperation,
  getAnalyticsOperation,
  deleteIntegrationOperation,
  getConnectUrlOperation,
  listGroupsOperation,
  listNotificationsOperation,
  isConnectedOperation,
  listWebhooksOperation,
  createWebhookOperation,
  getWebhookOperation,
  updateWebhookOperation,
  deleteWebhookOperation,
  rotateWebhookSecretOperation,
  testWebhookOperation,
  listDeliveriesOperation,
  resendDeliveryOperation,
  resendDeliveriesOperation,
  createListenerOperation,
  takeEventsOperation,
  deleteListenerOperation,
  { ...openApiOperation, handler: (context) => openApiHandler(context, operations) },
];

/** The web app's own, for people with a session, in the order of the reference. */
export const ownOperations: readonly Operation[] = [
  getSetupOperation,
  setUpOperation,
  registerOperation,
  signInOperation,
  signOutOperation,
  getMeOperation,
  forgotPasswordOperation,
  resetPasswordOperation,
  activateOperation,
  resendActivationOperation,
  getSelfOperation,
  updateSelfOperation,
  changePasswordOperation,
  listSessionsOperation,
  endSessionOperation,
  listUsersOperation,
  previewInvitationOperation,
  acceptInvitationOperation,
  listOrganizationsOperation,
  createOrganizationOperation,
  switchOrganizationOperation,
  getOrganizationOperation,
  updateOrganizationOperation,
  deleteOrganizationOperation,
  leaveOrganizationOperation,
  listMembersOperation,
  setRoleOperation,
  removeMemberOperation,
  listInvitationsOperation,
  inviteMemberOperation,
  revokeInvitationOperation,
  listApiKeysOperation,
  createApiKeyOperation,
  revokeApiKeyOperation,
  rotateApiKeyOperation,
  listAuditOperation,
  getBillingOperation,
  startCheckoutOperation,
  openPortalOperation,
  showConsentOperation,
  decideConsentOperation,
  exchangeCodeOperation,
  revokeTokenOperation,
  getOAuthAppOperation,
  createOAuthAppOperation,
  updateOAuthAppOperation,
  deleteOAuthAppOperation,
  rotateOAuthAppSecretOperation,
  listAppsOperation,
  createAppOperation,
  getAppOperation,
  updateAppOperation,
  deleteAppOperation,
  rotateSecretOperation,
  listApprovedAppsOperation,
  revokeApprovalOperation,
  listProvidersOperation,
  setOwnAppOperation,
  removeOwnAppOperation,
  tryOwnAppOperation,
  finishConnectOperation,
  previewConnectOperation,
  chooseAccountOperation,
  connectWithCredentialsOperation,
  listChannelsOperation,
  updateChannelOperation,
  listChannelGroupsOperation,
  createChannelGroupOperation,
  renameChannelGroupOperation,
  deleteChannelGroupOperation,
  listMediaOperation,
  getMediaReachOperation,
  listMediaTagsOperation,
  changeMediaTagsOperation,
  getMediaOperation,
  updateMediaOperation,
  deleteMediaOperation,
  getTemporalOperation,
  getCalendarOperation,
  readTableOperation,
  planTableOperation,
  getStatusOperation,
  listCompositionsOperation,
  createCompositionOperation,
  getCompositionOperation,
  getSentPostsOperation,
  saveCompositionOperation,
  deleteCompositionOperation,
  listSnippetsOperation,
  createSnippetOperation,
  deleteSnippetOperation,
  getInstanceOperation,
  resumePublishingOperation,
  freezePublishingOperation,
  ...plugged,
  streamEventsOperation,
  listOwnNotificationsOperation,
  markNotificationsOperation,
  getNotificationChoicesOperation,
  saveNotificationChoicesOperation,
  stopMailsOperation,
  addBrowserOperation,
  removeBrowserOperation,
  listPostSummariesOperation,
  getPostStoryOperation,
  restorePostOperation,
  lookAtOccurrencesOperation,
  rejoinSeriesOperation,
  listNumbersOperation,
  listPostNumbersOperation,
  exportNumbersOperation,
];

/** The operations of the Public API. */
export const operations = (): readonly Operation[] => publicOperations;

/**
 * What a browser reaches below `/api` with its session: the web app's own operations, and those of the Public
 * API. Where both have one (the document), the web app's counts.
 */
export function appOperations(): Operation[] {
  const document = {
    ...appOpenApiOperation,
    handler: (context) => openApiHandler(context, appOperations, 'app'),
  } satisfies Operation;
  const own = [document, ...ownOperations];
  const taken = new Set(own.map(({ method, path }) => `${method} ${path}`));
  return [...own, ...publicOperations.filter(({ method, path }) => !taken.has(`${method} ${path}`))];
}
