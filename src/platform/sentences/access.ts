/** What is refused to an account, a role, an app or an organisation. */
/** The roles of an organisation, as a sentence names them. */
export type RoleWord = 'an_owner' | 'an_owner_or_an_admin' | 'an_admin' | 'a_member';

/** What a request names by its id. */
export type Thing =
  | 'post'
  | 'draft'
  | 'snippet'
  | 'hashtag_set'
  | 'channel'
  | 'channel_group'
  | 'organisation'
  | 'API_key'
  | 'invitation'
  | 'webhook'
  | 'listener'
  | 'delivery';

export const accessSentences = {
  nothing_with_id: 'No {thing:word} has the id {id}',
  of_another_organization: 'The {thing:word} {id} belongs to another organisation',
  invitation_for: 'The invitation is for {email}',
  password_not_of_signing_up: 'This is not the password that was chosen when signing up for this link',
  only_operator_sees_everybody: 'Only the operator of the instance may see everybody',
  session_of_another_person: "This session is another person's",
  not_a_member: 'You do not belong to this organisation',
  stripe_signature_missing: 'The header Stripe-Signature is missing',
  approved_nothing_with_id: 'You have approved nothing with the id {id}, or it was revoked',
  approved_by_another_person: 'Another person approved this',
  organization_without_app: 'The organisation has no app',
  app_of_another_organization: 'The app belongs to another organisation',
  app_picture_not_uploaded: 'The organisation has no upload with the id in pictureId',
  redirect_of_app_unfit:
    'The redirect URL of this app {why:sentence}. Its developer has to change it in Crier',
  short_link_of_another_organization: 'This short link belongs to another organisation',
  invitation_accepted: 'This invitation has been accepted already. Ask for another one',
  invitation_revoked: 'This invitation was taken back. Ask for another one',
  invitation_expired: 'This invitation is older than 7 days. Ask for another one',
  invitation_for_another: 'The invitation is for {email}; you are signed in as {own}',
  member_already: 'You belong to this organisation already',
  email_of_a_member: '{email} belongs to the organisation already',
  invitation_ended: 'The invitation was accepted or taken back before',
  nobody_with_id: 'Nobody has the id {id}',
  no_member_of_this_organization: '{id} is no member of this organisation',
  api_key_revoked: 'The API key "{name}" was revoked before',
  only_role: 'Only {least:word} of the organisation may do this',
  role_too_low: 'Only {least:word} of the organisation may do this; you are {own:word}',
  role_behind_app_too_low:
    'Only {least:word} of the organisation may do this; the person who approved this app is {own:word}',
  only_owner_changes_owner: 'Only an owner may change or remove an owner',
  only_owner_gives_role: 'Only an owner may make a person {role:word}',
  only_operator: 'Only the operator of the instance may do this',
  only_operator_sets_app: 'Only the operator of the instance may set the app of all organisations',
} as const;
