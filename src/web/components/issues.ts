import { isApiError } from '../api/client.ts';

/** What an error of the API says about one field of a form. */
export function issueOf(error: unknown, field: string): string | undefined {
  return isApiError(error) ? error.issues?.find((issue) => issue.path === field)?.message : undefined;
}
