/** Saves of drafts that go on after their composer was left: opening a draft again waits for them. */
const underWay = new Map<string, Promise<unknown>>();

/** Returns the same save, for callers that wait: it never fails. */
export function noteSave(draft: string, save: Promise<unknown>): Promise<unknown> {
  const noted: Promise<unknown> = save
    .catch(() => undefined)
    .then(() => {
      if (underWay.get(draft) === noted) underWay.delete(draft);
    });
  underWay.set(draft, noted);
  return noted;
}

/** Resolves once no save of the draft is under way. */
export async function savesOf(draft: string): Promise<void> {
  for (let save = underWay.get(draft); save; save = underWay.get(draft)) await save;
}
