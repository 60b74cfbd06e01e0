/** Of one post. A range may end in the year 9999, which nobody means. */
const MAX_OCCURRENCES = 1000;

/** The dates between `from` and `to`, both included, on which a post will be repeated. */
export function occurrencesOf(
  { publishAt, intervalDays }: { readonly publishAt: Date; readonly intervalDays?: number | null },
  { from, to }: { readonly from: Date; readonly to: Date },
): Date[] {
  const stepMs = (intervalDays ?? 1) * 86_400_000;
  const first = Math.max(1, Math.ceil((from.getTime() - publishAt.getTime()) / stepMs));
  const last = Math.min(Math.floor((to.getTime() - publishAt.getTime()) / stepMs), first + MAX_OCCURRENCES);
  return Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, n) => new Date(publishAt.getTime() + (first + n) * stepMs),
  );
}
