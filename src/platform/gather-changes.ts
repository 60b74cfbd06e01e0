/** Gathers what is announced, so that a storm of changes becomes one message for each organisation. */

/** A change of a thing; `id` is null when it is many things, or the list of them. */
export interface Change {
  readonly kind: string;
  readonly id: string | null;
}

/** A change as the database announces it; without an organisation it is for all of them. */
export interface Announced extends Change {
  readonly organizationId: string | null;
}

export interface Gathered {
  /** @returns whether it is the first */
  add(announced: Announced): boolean;
  /** What concerns an organisation. */
  of(organizationId: string): Change[];
}

/** Above this number of things of a kind, it is enough to report that some have changed. */
const MAX = 50;

export function gather(): Gathered {
  const byOrganization = new Map<string | null, Map<string, Set<string | null>>>();
  return {
    add({ organizationId, kind, id }) {
      const isFirst = byOrganization.size === 0;
      const kinds = byOrganization.get(organizationId) ?? new Map<string, Set<string | null>>();
      byOrganization.set(organizationId, kinds);
      const ids = kinds.get(kind) ?? new Set();
      kinds.set(kind, ids.size < MAX ? ids.add(id) : new Set([null]));
      return isFirst;
    },
    of(organizationId) {
      return [organizationId, null].flatMap((key) =>
        [...(byOrganization.get(key) ?? [])].flatMap(([kind, ids]) =>
          (ids.has(null) ? [null] : [...ids]).map((id) => ({ kind, id })),
        ),
      );
    },
  };
}
