import type { accessSentences as english } from '../../../../../src/platform/sentences/access.ts';

export const accessSentences: Readonly<Record<keyof typeof english, string>> = {
  nothing_with_id: 'Nicht vorhanden: {thing:word} {id}',
  of_another_organization: '{thing:word} {id} gehört einer anderen Organisation',
  invitation_for: 'Die Einladung gilt für {email}',
  password_not_of_signing_up:
    'Das ist nicht das Passwort, das beim Registrieren für diesen Link gewählt wurde',
  only_operator_sees_everybody: 'Alle sehen darf nur der Betreiber der Instanz',
  session_of_another_person: 'Diese Sitzung gehört jemand anderem',
  not_a_member: 'Das Konto gehört nicht zu dieser Organisation',
  stripe_signature_missing: 'Der Header Stripe-Signature fehlt',
  approved_nothing_with_id: 'Keine eigene Zustimmung hat die ID {id}, oder sie wurde widerrufen',
  approved_by_another_person: 'Dem hat jemand anderes zugestimmt',
  organization_without_app: 'Die Organisation hat keine App',
  app_of_another_organization: 'Die App gehört einer anderen Organisation',
  app_picture_not_uploaded: 'Die Organisation hat keine Datei mit der ID in pictureId',
  redirect_of_app_unfit:
    'Die Redirect-URL dieser App ist nicht zulässig ({why:sentence}). Wer die App entwickelt, muss sie in Crier ändern',
  short_link_of_another_organization: 'Dieser Kurzlink gehört einer anderen Organisation',
  invitation_accepted: 'Diese Einladung wurde schon angenommen. Hier hilft nur eine neue',
  invitation_revoked: 'Diese Einladung wurde zurückgezogen. Hier hilft nur eine neue',
  invitation_expired: 'Diese Einladung ist älter als 7 Tage. Hier hilft nur eine neue',
  invitation_for_another: 'Die Einladung gilt für {email}; angemeldet ist {own}',
  member_already: 'Das Konto gehört schon zu dieser Organisation',
  email_of_a_member: '{email} gehört schon zur Organisation',
  invitation_ended: 'Die Einladung wurde schon angenommen oder zurückgezogen',
  nobody_with_id: 'Niemand hat die ID {id}',
  no_member_of_this_organization: '{id} ist kein Mitglied dieser Organisation',
  api_key_revoked: 'Der API-Schlüssel „{name}“ wurde schon widerrufen',
  only_role: 'Das darf nur die Rolle {least:word}',
  role_too_low: 'Das darf nur die Rolle {least:word}; die eigene ist {own:word}',
  role_behind_app_too_low:
    'Das darf nur die Rolle {least:word}; wer dieser App zugestimmt hat, hat die Rolle {own:word}',
  only_owner_changes_owner: 'Die Rolle „Eigentum“ kann nur ändern oder entfernen, wer sie selbst hat',
  only_owner_gives_role: 'Nur die Rolle „Eigentum“ darf die Rolle {role:word} vergeben',
  only_operator: 'Das darf nur der Betreiber der Instanz',
  only_operator_sets_app: 'Die App aller Organisationen kann nur der Betreiber der Instanz festlegen',
};
