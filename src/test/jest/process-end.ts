/** What the files of one process share is ended with the process, not with the file that began it. */
const shared: { readonly end: () => Promise<void>; readonly handle: string | undefined }[] = [];

/**
 * Has `end` called when no file will run any more.
 *
 * @param handle what Node calls the open handle, if the leak check (process-state.ts) looks for such handles
 */
export function atProcessEnd(end: () => Promise<void>, handle?: string): void {
  shared.push({ end, handle });
}

/** How many handles of a kind are open because files share what they belong to. */
export const sharedHandles = (kind: string): number => shared.filter(({ handle }) => handle === kind).length;

/** Ends everything; what was begun last first. */
export async function endShared(): Promise<void> {
  for (const { end } of shared.splice(0).reverse()) await end();
}
