/** ReconcileWorkflow: its id and its schedule. */

/** The run that looks for what was lost, and the schedule that starts it; never two at once. */
export const RECONCILE_WORKFLOW_ID = 'reconcile';
export const RECONCILE_SCHEDULE_ID = 'reconcile-every-minute';
