import { isApiError } from '../api/client.ts';
import { capitalized } from '../format/text.ts';
import { strings } from '../strings/index.ts';

/** What an error of the API says about one field of a form, as a sentence. */
export function issueOf(error: unknown, field: string): string | undefined {
  const issue = isApiError(error) ? error.issues?.find(({ path }) => path === field) : undefined;
  return issue && capitalized(issue.message);
}

/** Why something did not work, in one sentence: what the API refused, or that it did not answer. */
export function errorWords(error: unknown): string {
  return isApiError(error) ? strings.common.refused(error.code, error.message) : strings.common.unreachable;
}
