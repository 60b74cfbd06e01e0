import { isApiError, type ApiError } from '../api/client.ts';
import { strings } from '../strings/index.ts';

/** The API's message about one field of a form, as a sentence. */
export function issueOf(error: unknown, field: string): string | undefined {
  const issue = isApiError(error) ? error.issues?.find(({ path }) => path === field) : undefined;
  return issue && strings.common.issue(issue.message);
}

/** The API's first message about the input, without naming the field: for an input that has just one. */
export function firstIssueOf(error: ApiError): string {
  const [issue] = error.issues ?? [];
  return issue ? strings.common.issue(issue.message) : strings.common.refused(error.code, error.message);
}

/** Why something did not work, in one sentence: what the API refused, or that it did not answer. */
export function errorWords(error: unknown): string {
  if (!isApiError(error)) return strings.common.unreachable;
  const head = strings.common.refused(error.code, headOf(error));
  const issues = (error.issues ?? []).map(({ path, message }) => strings.common.issueAt(path, message));
  return issues.length ? `${head}: ${issues.join('; ')}` : head;
}

/** The message of an error without its issues, which it ends with. */
export function headOf({ message, issues = [] }: ApiError): string {
  const tail = `: ${issues.map(({ path, message: words }) => `${path} ${words}`).join('; ')}`;
  return message.endsWith(tail) ? message.slice(0, -tail.length) : message;
}
