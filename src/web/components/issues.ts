import { isApiError, type ApiError } from '../api/client.ts';
import { strings } from '../strings/index.ts';

/** The API's message about one field of a form, as a sentence. */
export function issueOf(error: unknown, field: string): string | undefined {
  const issue = isApiError(error) ? error.issues?.find(({ path }) => path === field) : undefined;
  return issue && strings.common.issue(issue);
}

/** The API's first message about the input, without naming the field: for an input that has just one. */
export function firstIssueOf(error: ApiError): string {
  const [issue] = error.issues ?? [];
  return issue ? strings.common.issue(issue) : strings.common.refused(error);
}

/** Why something did not work, in one sentence: what the API refused, or that it did not answer. */
export function errorText(error: unknown): string {
  if (!isApiError(error)) return strings.common.unreachable;
  const head = strings.common.refused(headOf(error));
  const issues = (error.issues ?? []).map((issue) => strings.common.issueAt(issue.path, issue));
  return issues.length ? `${head}: ${issues.join('; ')}` : head;
}

/** The same without naming a field: for what has just one input, or none. */
export const errorReason = (error: unknown): string =>
  isApiError(error) ? firstIssueOf(error) : errorText(error);

/** An error whose message is without its issues, which it ends with. */
export function headOf(error: ApiError): ApiError {
  const { message, issues = [] } = error;
  const tail = `: ${issues.map(({ path, message }) => `${path} ${message}`).join('; ')}`;
  return message.endsWith(tail) ? { ...error, message: message.slice(0, -tail.length) } : error;
}
