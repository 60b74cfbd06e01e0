/** What was said, as the ledger and the timeline store it: in English, and as a sentence where it is one. */
import { ProviderError } from '../../providers/_kit/errors.ts';
import { inEnglish, type Sentence, type Words } from '../../providers/_kit/sentences/fill.ts';

/** `reasonOf` is for events, `messageOf` for rejections. */
interface Explained {
  readonly explanation?: Sentence;
}

const explained = (said: Words): Explained => (typeof said === 'string' ? {} : { explanation: said });

export const reasonOf = (said: Words): Explained & { readonly reason: string } => ({
  reason: inEnglish(said),
  ...explained(said),
});

export const messageOf = (said: Words): Explained & { readonly message: string } => ({
  message: inEnglish(said),
  ...explained(said),
});

/** What a failure says. */
export function saidBy(error: unknown): Words {
  if (error instanceof ProviderError) return error.said;
  return error instanceof Error ? error.message : String(error);
}
