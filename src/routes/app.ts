/**
 * The web app's own operations, below `/api`: for people with a session. Those of the Public API come to them
 * in index.ts.
 */
import { activateRoute, resendActivationRoute } from './auth/activate.ts';
import { activateOperation, resendActivationOperation } from './auth/activate.schema.ts';
import { registerRoute } from './auth/register.ts';
import { registerOperation } from './auth/register.schema.ts';
import { forgotPasswordRoute, resetPasswordRoute } from './auth/reset-password.ts';
import { forgotPasswordOperation, resetPasswordOperation } from './auth/reset-password.schema.ts';
import { getSetupRoute, setUpRoute } from './auth/setup.ts';
import { getSetupOperation, setUpOperation } from './auth/setup.schema.ts';
import { getMeRoute, signInRoute, signOutRoute } from './auth/sign-in.ts';
import { getMeOperation, signInOperation, signOutOperation } from './auth/sign-in.schema.ts';
import { openPortalRoute, startCheckoutRoute } from './billing/buy-plan.ts';
import { openPortalOperation, startCheckoutOperation } from './billing/buy-plan.schema.ts';
import { getBillingRoute } from './billing/get-billing.ts';
import { getBillingOperation } from './billing/get-billing.schema.ts';
import { acceptInvitationRoute, lookAtInvitationRoute } from './invitations/accept-invitation.ts';
import {
  acceptInvitationOperation,
  lookAtInvitationOperation,
} from './invitations/accept-invitation.schema.ts';
import {
  inviteMemberRoute,
  listInvitationsRoute,
  revokeInvitationRoute,
} from './invitations/manage-invitations.ts';
import {
  inviteMemberOperation,
  listInvitationsOperation,
  revokeInvitationOperation,
} from './invitations/manage-invitations.schema.ts';
import {
  createApiKeyRoute,
  listApiKeysRoute,
  revokeApiKeyRoute,
  rotateApiKeyRoute,
} from './api-keys/manage-api-keys.ts';
import {
  createApiKeyOperation,
  listApiKeysOperation,
  revokeApiKeyOperation,
  rotateApiKeyOperation,
} from './api-keys/manage-api-keys.schema.ts';
import { removeMemberRoute, setRoleRoute } from './members/change-member.ts';
import { removeMemberOperation, setRoleOperation } from './members/change-member.schema.ts';
import { listMembersRoute } from './members/list-members.ts';
import { listMembersOperation } from './members/list-members.schema.ts';
import { createOrganizationRoute } from './organizations/create-organization.ts';
import { createOrganizationOperation } from './organizations/create-organization.schema.ts';
import { deleteOrganizationRoute } from './organizations/delete-organization.ts';
import { deleteOrganizationOperation } from './organizations/delete-organization.schema.ts';
import { getOrganizationRoute } from './organizations/get-organization.ts';
import { getOrganizationOperation } from './organizations/get-organization.schema.ts';
import { leaveOrganizationRoute } from './organizations/leave-organization.ts';
import { leaveOrganizationOperation } from './organizations/leave-organization.schema.ts';
import { listAuditRoute } from './organizations/list-audit.ts';
import { listAuditOperation } from './organizations/list-audit.schema.ts';
import { listOrganizationsRoute } from './organizations/list-organizations.ts';
import { listOrganizationsOperation } from './organizations/list-organizations.schema.ts';
import { switchOrganizationRoute } from './organizations/switch-organization.ts';
import { switchOrganizationOperation } from './organizations/switch-organization.schema.ts';
import { updateOrganizationRoute } from './organizations/update-organization.ts';
import { updateOrganizationOperation } from './organizations/update-organization.schema.ts';
import { listApprovedAppsRoute, revokeApprovalRoute } from './approved-apps/approved-apps.ts';
import { listApprovedAppsOperation, revokeApprovalOperation } from './approved-apps/approved-apps.schema.ts';
import { decideConsentRoute } from './oauth/decide-consent.ts';
import { decideConsentOperation } from './oauth/decide-consent.schema.ts';
import { exchangeCodeRoute } from './oauth/exchange-code.ts';
import { exchangeCodeOperation } from './oauth/exchange-code.schema.ts';
import { revokeTokenRoute } from './oauth/revoke-token.ts';
import { revokeTokenOperation } from './oauth/revoke-token.schema.ts';
import { showConsentRoute } from './oauth/show-consent.ts';
import { showConsentOperation } from './oauth/show-consent.schema.ts';
import * as oauthApps from './oauth-apps/oauth-apps.ts';
import * as oauthAppOperations from './oauth-apps/oauth-apps.schema.ts';
import { chooseAccountRoute } from './integrations/choose-account.ts';
import { chooseAccountOperation } from './integrations/choose-account.schema.ts';
import { connectWithCredentialsRoute } from './integrations/connect-with-credentials.ts';
import { connectWithCredentialsOperation } from './integrations/connect-with-credentials.schema.ts';
import { finishConnectRoute } from './integrations/finish-connect.ts';
import { finishConnectOperation } from './integrations/finish-connect.schema.ts';
import { lookAtConnectRoute } from './integrations/look-at-connect.ts';
import { lookAtConnectOperation } from './integrations/look-at-connect.schema.ts';
import { listProvidersRoute } from './integrations/list-providers.ts';
import { listProvidersOperation } from './integrations/list-providers.schema.ts';
import type { Route } from './operation.ts';
import { getTemporalRoute } from './system/get-temporal.ts';
import { getTemporalOperation } from './system/get-temporal.schema.ts';
import { changePasswordRoute, getSelfRoute, updateSelfRoute } from './user/self.ts';
import { changePasswordOperation, getSelfOperation, updateSelfOperation } from './user/self.schema.ts';
import { endSessionRoute, listSessionsRoute } from './user/sessions.ts';
import { endSessionOperation, listSessionsOperation } from './user/sessions.schema.ts';
import { listUsersRoute } from './users/list-users.ts';
import { listUsersOperation } from './users/list-users.schema.ts';

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
  [getTemporalOperation, getTemporalRoute],
];
