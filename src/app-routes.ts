/**
 * The web app's own operations, below `/api`: for people with a session. Those of the Public API come to them
 * in index.ts.
 */
import { activateRoute, resendActivationRoute } from './accounts/routes/activate.ts';
import { activateOperation, resendActivationOperation } from './accounts/routes/activate.schema.ts';
import { registerRoute } from './accounts/routes/register.ts';
import { registerOperation } from './accounts/routes/register.schema.ts';
import { forgotPasswordRoute, resetPasswordRoute } from './accounts/routes/reset-password.ts';
import { forgotPasswordOperation, resetPasswordOperation } from './accounts/routes/reset-password.schema.ts';
import { getSetupRoute, setUpRoute } from './accounts/routes/setup.ts';
import { getSetupOperation, setUpOperation } from './accounts/routes/setup.schema.ts';
import { getMeRoute, signInRoute, signOutRoute } from './accounts/routes/sign-in.ts';
import { getMeOperation, signInOperation, signOutOperation } from './accounts/routes/sign-in.schema.ts';
import { openPortalRoute, startCheckoutRoute } from './billing/routes/buy-plan.ts';
import { openPortalOperation, startCheckoutOperation } from './billing/routes/buy-plan.schema.ts';
import { getBillingRoute } from './billing/routes/get-billing.ts';
import { getBillingOperation } from './billing/routes/get-billing.schema.ts';
import { acceptInvitationRoute, lookAtInvitationRoute } from './accounts/routes/accept-invitation.ts';
import {
  acceptInvitationOperation,
  lookAtInvitationOperation,
} from './accounts/routes/accept-invitation.schema.ts';
import {
  inviteMemberRoute,
  listInvitationsRoute,
  revokeInvitationRoute,
} from './organizations/routes/manage-invitations.ts';
import {
  inviteMemberOperation,
  listInvitationsOperation,
  revokeInvitationOperation,
} from './organizations/routes/manage-invitations.schema.ts';
import {
  createApiKeyRoute,
  listApiKeysRoute,
  revokeApiKeyRoute,
  rotateApiKeyRoute,
} from './organizations/routes/manage-api-keys.ts';
import {
  createApiKeyOperation,
  listApiKeysOperation,
  revokeApiKeyOperation,
  rotateApiKeyOperation,
} from './organizations/routes/manage-api-keys.schema.ts';
import { removeMemberRoute, setRoleRoute } from './organizations/routes/change-member.ts';
import { removeMemberOperation, setRoleOperation } from './organizations/routes/change-member.schema.ts';
import { listMembersRoute } from './organizations/routes/list-members.ts';
import { listMembersOperation } from './organizations/routes/list-members.schema.ts';
import { createOrganizationRoute } from './accounts/routes/create-organization.ts';
import { createOrganizationOperation } from './accounts/routes/create-organization.schema.ts';
import { deleteOrganizationRoute } from './organizations/routes/delete-organization.ts';
import { deleteOrganizationOperation } from './organizations/routes/delete-organization.schema.ts';
import { getOrganizationRoute } from './organizations/routes/get-organization.ts';
import { getOrganizationOperation } from './organizations/routes/get-organization.schema.ts';
import { leaveOrganizationRoute } from './accounts/routes/leave-organization.ts';
import { leaveOrganizationOperation } from './accounts/routes/leave-organization.schema.ts';
import { listAuditRoute } from './organizations/routes/list-audit.ts';
import { listAuditOperation } from './organizations/routes/list-audit.schema.ts';
import { listOrganizationsRoute } from './accounts/routes/list-organizations.ts';
import { listOrganizationsOperation } from './accounts/routes/list-organizations.schema.ts';
import { switchOrganizationRoute } from './accounts/routes/switch-organization.ts';
import { switchOrganizationOperation } from './accounts/routes/switch-organization.schema.ts';
import { updateOrganizationRoute } from './organizations/routes/update-organization.ts';
import { updateOrganizationOperation } from './organizations/routes/update-organization.schema.ts';
import { listApprovedAppsRoute, revokeApprovalRoute } from './oauth/routes/approved-apps.ts';
import { listApprovedAppsOperation, revokeApprovalOperation } from './oauth/routes/approved-apps.schema.ts';
import { decideConsentRoute } from './oauth/routes/decide-consent.ts';
import { decideConsentOperation } from './oauth/routes/decide-consent.schema.ts';
import { exchangeCodeRoute } from './oauth/routes/exchange-code.ts';
import { exchangeCodeOperation } from './oauth/routes/exchange-code.schema.ts';
import { revokeTokenRoute } from './oauth/routes/revoke-token.ts';
import { revokeTokenOperation } from './oauth/routes/revoke-token.schema.ts';
import { showConsentRoute } from './oauth/routes/show-consent.ts';
import { showConsentOperation } from './oauth/routes/show-consent.schema.ts';
import * as oauthApps from './oauth/routes/oauth-apps.ts';
import * as oauthAppOperations from './oauth/routes/oauth-apps.schema.ts';
import { chooseAccountRoute } from './channels/routes/choose-account.ts';
import { chooseAccountOperation } from './channels/routes/choose-account.schema.ts';
import { connectWithCredentialsRoute } from './channels/routes/connect-with-credentials.ts';
import { connectWithCredentialsOperation } from './channels/routes/connect-with-credentials.schema.ts';
import { finishConnectRoute } from './channels/routes/finish-connect.ts';
import { finishConnectOperation } from './channels/routes/finish-connect.schema.ts';
import { lookAtConnectRoute } from './channels/routes/look-at-connect.ts';
import { lookAtConnectOperation } from './channels/routes/look-at-connect.schema.ts';
import { listProvidersRoute } from './channels/routes/list-providers.ts';
import { listProvidersOperation } from './channels/routes/list-providers.schema.ts';
import type { Route } from './http/operation.ts';
import { changePasswordRoute, getSelfRoute, updateSelfRoute } from './accounts/routes/self.ts';
import {
  changePasswordOperation,
  getSelfOperation,
  updateSelfOperation,
} from './accounts/routes/self.schema.ts';
import { endSessionRoute, listSessionsRoute } from './accounts/routes/sessions.ts';
import { endSessionOperation, listSessionsOperation } from './accounts/routes/sessions.schema.ts';
import { listUsersRoute } from './accounts/routes/list-users.ts';
import { listUsersOperation } from './accounts/routes/list-users.schema.ts';

/** In the order of the reference. A fixed path stands before one with a parameter. */
export const appRoutes: readonly Route[] = [
  [getSetupOperation, getSetupRoute],
  [setUpOperation, setUpRoute],
  [registerOperation, registerRoute],
  [signInOperation, signInRoute],
  [signOutOperation, signOutRoute],
  [getMeOperation, getMeRoute],
  [forgotPasswordOperation, forgotPasswordRoute],
  [resetPasswordOperation, resetPasswordRoute],
  [activateOperation, activateRoute],
  [resendActivationOperation, resendActivationRoute],
  [getSelfOperation, getSelfRoute],
  [updateSelfOperation, updateSelfRoute],
  [changePasswordOperation, changePasswordRoute],
  [listSessionsOperation, listSessionsRoute],
  [endSessionOperation, endSessionRoute],
  [listUsersOperation, listUsersRoute],
  [lookAtInvitationOperation, lookAtInvitationRoute],
  [acceptInvitationOperation, acceptInvitationRoute],
  [listOrganizationsOperation, listOrganizationsRoute],
  [createOrganizationOperation, createOrganizationRoute],
  [switchOrganizationOperation, switchOrganizationRoute],
  [getOrganizationOperation, getOrganizationRoute],
  [updateOrganizationOperation, updateOrganizationRoute],
  [deleteOrganizationOperation, deleteOrganizationRoute],
  [leaveOrganizationOperation, leaveOrganizationRoute],
  [listMembersOperation, listMembersRoute],
  [setRoleOperation, setRoleRoute],
  [removeMemberOperation, removeMemberRoute],
  [listInvitationsOperation, listInvitationsRoute],
  [inviteMemberOperation, inviteMemberRoute],
  [revokeInvitationOperation, revokeInvitationRoute],
  [listApiKeysOperation, listApiKeysRoute],
  [createApiKeyOperation, createApiKeyRoute],
  [revokeApiKeyOperation, revokeApiKeyRoute],
  [rotateApiKeyOperation, rotateApiKeyRoute],
  [listAuditOperation, listAuditRoute],
  [getBillingOperation, getBillingRoute],
  [startCheckoutOperation, startCheckoutRoute],
  [openPortalOperation, openPortalRoute],
  [showConsentOperation, showConsentRoute],
  [decideConsentOperation, decideConsentRoute],
  [exchangeCodeOperation, exchangeCodeRoute],
  [revokeTokenOperation, revokeTokenRoute],
  [oauthAppOperations.getOAuthAppOperation, oauthApps.getOAuthAppRoute],
  [oauthAppOperations.createOAuthAppOperation, oauthApps.createOAuthAppRoute],
  [oauthAppOperations.updateOAuthAppOperation, oauthApps.updateOAuthAppRoute],
  [oauthAppOperations.deleteOAuthAppOperation, oauthApps.deleteOAuthAppRoute],
  [oauthAppOperations.rotateOAuthAppSecretOperation, oauthApps.rotateOAuthAppSecretRoute],
  [oauthAppOperations.listAppsOperation, oauthApps.listAppsRoute],
  [oauthAppOperations.createAppOperation, oauthApps.createAppRoute],
  [oauthAppOperations.getAppOperation, oauthApps.getAppRoute],
  [oauthAppOperations.updateAppOperation, oauthApps.updateAppRoute],
  [oauthAppOperations.deleteAppOperation, oauthApps.deleteAppRoute],
  [oauthAppOperations.rotateSecretOperation, oauthApps.rotateSecretRoute],
  [listApprovedAppsOperation, listApprovedAppsRoute],
  [revokeApprovalOperation, revokeApprovalRoute],
  [listProvidersOperation, listProvidersRoute],
  [finishConnectOperation, finishConnectRoute],
  [lookAtConnectOperation, lookAtConnectRoute],
  [chooseAccountOperation, chooseAccountRoute],
  [connectWithCredentialsOperation, connectWithCredentialsRoute],
];
