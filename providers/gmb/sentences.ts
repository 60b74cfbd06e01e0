/** What this network alone refuses, in English and in German. */
export const english = {
  gmb_button_needs_it: 'is required for the button {button}',
  gmb_event_needs_it: 'is required for an event',
  gmb_day_before_start: '{day} is before the start on {start}',
  gmb_time_before_start: '{time} is before the start at {start}',
  gmb_no_location: 'This Google account manages no location; create one at business.google.com first',
  gmb_not_approved:
    'Google has not approved the project for Google Business Profile yet: its quota is 0 until then',
  gmb_rejected:
    'Google rejected the post because of its content policy; it does not say why (a phone number in the text is a common reason)',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  gmb_button_needs_it: 'Fehlt; die Schaltfläche {button} braucht es',
  gmb_event_needs_it: 'Fehlt; eine Veranstaltung braucht es',
  gmb_day_before_start: '{day} liegt vor dem Beginn am {start}',
  gmb_time_before_start: '{time} liegt vor dem Beginn um {start}',
  gmb_no_location:
    'Dieses Google-Konto verwaltet keinen Standort. Bitte zuerst unter business.google.com einen anlegen',
  gmb_not_approved:
    'Google hat das Projekt noch nicht für Google Business Profile freigegeben: Bis dahin ist sein Kontingent 0',
  gmb_rejected:
    'Google hat den Beitrag wegen seiner Inhaltsrichtlinie abgelehnt und sagt nicht, warum (oft wegen einer Telefonnummer im Text)',
};
