import { isApiError } from '../api/client.ts';
import { capitalized } from '../format/text.ts';

/** What an error of the API says about one field of a form, as a sentence. */
export function issueOf(error: unknown, field: string): string | undefined {
  const issue = isApiError(error) ? error.issues?.find(({ path }) => path === field) : undefined;
  return issue && capitalized(issue.message);
}
