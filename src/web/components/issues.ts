import { isRefusal } from '../api/client.ts';

/** What a refusal says about one field of a form, to stand beside it. */
export function issueOf(error: unknown, field: string): string | undefined {
  return isRefusal(error) ? error.issues?.find((issue) => issue.path === field)?.message : undefined;
}
