/**
 * The web app's own operations, below `/api`: for people with a session. Those of the Public API come to them
 * in index.ts.
 */
import { activateOperation, resendActivationOperation } from './accounts/routes/activate.ts';
import { registerOperation } from './accounts/routes/register.ts';
import { forgotPasswordOperation, resetPasswordOperation } from './accounts/routes/reset-password.ts';
import { getSetupOperation, setUpOperation } from './accounts/routes/setup.ts';
import { getMeOperation, signInOperation, signOutOperation } from './accounts/routes/sign-in.ts';
import { openPortalOperation, startCheckoutOperation } from './billing/routes/buy-plan.ts';
import { getBillingOperation } from './billing/routes/get-billing.ts';
import { acceptInvitationOperation, lookAtInvitationOperation } from './accounts/routes/accept-invitation.ts';
import {
  inviteMemberOperation,
  listInvitationsOperation,
  revokeInvitationOperation,
} from './organizations/routes/manage-invitations.ts';
import {
  createApiKeyOperation,
  listApiKeysOperation,
  revokeApiKeyOperation,
  rotateApiKeyOperation,
} from './organizations/routes/manage-api-keys.ts';
import { removeMemberOperation, setRoleOperation } from './organizations/routes/change-member.ts';
import { listMembersOperation } from './organizations/routes/list-members.ts';
import { createOrganizationOperation } from './accounts/routes/create-organization.ts';
import { deleteOrganizationOperation } from './organizations/routes/delete-organization.ts';
import { getOrganizationOperation } from './organizations/routes/get-organization.ts';
import { leaveOrganizationOperation } from './accounts/routes/leave-organization.ts';
import { listAuditOperation } from './organizations/routes/list-audit.ts';
import { listOrganizationsOperation } from './accounts/routes/list-organizations.ts';
import { switchOrganizationOperation } from './accounts/routes/switch-organization.ts';
import { updateOrganizationOperation } from './organizations/routes/update-organization.ts';
import { listApprovedAppsOperation, revokeApprovalOperation } from './oauth/routes/approved-apps.ts';
import { decideConsentOperation } from './oauth/routes/decide-consent.ts';
import { exchangeCodeOperation } from './oauth/routes/exchange-code.ts';
import { revokeTokenOperation } from './oauth/routes/revoke-token.ts';
import { showConsentOperation } from './oauth/routes/show-consent.ts';
import * as oauthApps from './oauth/routes/oauth-apps.ts';
import { chooseAccountOperation } from './channels/routes/choose-account.ts';
import { connectWithCredentialsOperation } from './channels/routes/connect-with-credentials.ts';
import { finishConnectOperation } from './channels/routes/finish-connect.ts';
import { lookAtConnectOperation } from './channels/routes/look-at-connect.ts';
import { listProvidersOperation } from './channels/routes/list-providers.ts';
import type { Route } from './http/operation.ts';
import { changePasswordOperation, getSelfOperation, updateSelfOperation } from './accounts/routes/self.ts';
import { endSessionOperation, listSessionsOperation } from './accounts/routes/sessions.ts';
import { listUsersOperation } from './accounts/routes/list-users.ts';

/** In the order of the reference. A fixed path stands before one with a parameter. */
export const appRoutes: readonly Route[] = [
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
  lookAtInvitationOperation,
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
  oauthApps.getOAuthAppOperation,
  oauthApps.createOAuthAppOperation,
  oauthApps.updateOAuthAppOperation,
  oauthApps.deleteOAuthAppOperation,
  oauthApps.rotateOAuthAppSecretOperation,
  oauthApps.listAppsOperation,
  oauthApps.createAppOperation,
  oauthApps.getAppOperation,
  oauthApps.updateAppOperation,
  oauthApps.deleteAppOperation,
  oauthApps.rotateSecretOperation,
  listApprovedAppsOperation,
  revokeApprovalOperation,
  listProvidersOperation,
  finishConnectOperation,
  lookAtConnectOperation,
  chooseAccountOperation,
  connectWithCredentialsOperation,
];
