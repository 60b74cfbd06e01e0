/** Texts and URLs for people who look at Temporal. */

/**
 * The list of runs in the Temporal UI without the passes of the reconciler, of which there is one a minute:
 * the URL that people are given.
 */
export const runsPage = (uiUrl: string, namespace: string): string =>
  `${uiUrl}/namespaces/${encodeURIComponent(namespace)}/workflows?query=${encodeURIComponent("WorkflowType!='ReconcileWorkflow'")}`;

/** "2031-05-04 09:30 UTC" (with seconds when they are not zero) */
export function utcMinute(ms: number): string {
  const iso = new Date(ms).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, iso.slice(17, 19) === '00' ? 16 : 19)} UTC`;
}
