import { AUDIT_EVENTS } from '../platform/audit.ts';

/** A row of the audit log; `person` = the name of who did it, if they still exist; `atMs` since the epoch. */
export interface AuditRow {
  readonly id: string;
  readonly atMs: number;
  readonly kind: string;
  readonly person: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** An entry as text, and the name of its subject where the row has one. */
export function presentAudit({ id, atMs, kind, person, detail }: AuditRow) {
  const event = AUDIT_EVENTS[kind as keyof typeof AUDIT_EVENTS] ?? kind;
  const about = [detail.name, detail.email, detail.app].find((value) => typeof value === 'string') ?? null;
  return {
    id,
    at: new Date(atMs).toISOString(),
    kind,
    text: about === null ? event : `${event}: ${about}`,
    about,
    person,
    detail,
  };
}
