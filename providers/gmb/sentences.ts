/** What this network alone refuses, in English and in German. */
export const english = {
  gmb_button_needs_it: 'is required for the button {button}',
  gmb_event_needs_it: 'is required for an event',
  gmb_day_before_start: '{day} is before the start on {start}',
  gmb_time_before_start: '{time} is before the start at {start}',
  gmb_no_location: 'This Google account manages no location; create one at business.google.com first',
} as const;

export const german: Readonly<Record<keyof typeof english, string>> = {
  gmb_button_needs_it: 'Fehlt; die Schaltfläche {button} braucht es',
  gmb_event_needs_it: 'Fehlt; eine Veranstaltung braucht es',
  gmb_day_before_start: '{day} liegt vor dem Beginn am {start}',
  gmb_time_before_start: '{time} liegt vor dem Beginn um {start}',
  gmb_no_location:
    'Dieses Google-Konto verwaltet keinen Standort. Bitte zuerst unter business.google.com einen anlegen',
};
