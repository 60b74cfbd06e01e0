import { AUDIT_EVENTS } from '../platform/audit.ts';

/**
 * A line of the audit list as the database has it; `person` = the name of who did it, when they are still
 * there; `atMs` since the epoch.
 */
export interface AuditRow {
  readonly id: string;
  readonly atMs: number;
  readonly kind: string;
  readonly person: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** A line in words, with what it is about where the line knows a name for it. */
export function presentAudit({ id, atMs, kind, person, detail }: AuditRow) {
  const words = AUDIT_EVENTS[kind as keyof typeof AUDIT_EVENTS] ?? kind;
  const about = [detail.name, detail.email, detail.app].find((value) => typeof value === 'string');
  return {
    id,
    at: new Date(atMs).toISOString(),
    kind,
    text: about === undefined ? words : `${words}: ${about}`,
    person,
    detail,
  };
}
