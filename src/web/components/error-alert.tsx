import { Alert, List, Text } from '@mantine/core';
import { isApiError } from '../api/client.ts';
import { strings } from '../strings/index.ts';
import { InDoubtLink } from './in-doubt-link.tsx';
import { headOf } from './issues.ts';

interface ErrorAlertProps {
  readonly error: unknown;
  readonly title?: string | undefined;
  /** What to do about it, after the API's own message. */
  readonly advice?: string | undefined;
  /** Labels of the fields that show their own problem, by the name of the field in the API. */
  readonly fields?: Readonly<Record<string, string>>;
}

/**
 * Why something did not work: what is wrong with which field, and for a server error the id to look for in
 * the log. A message beside a field is not repeated. Screen readers announce it.
 */
export function ErrorAlert({ error, title = strings.common.failed, advice, fields = {} }: ErrorAlertProps) {
  if (!error) return null;
  if (!isApiError(error)) {
    return (
      <Alert color="red" role="alert" title={title}>
        {strings.common.unreachable}
      </Alert>
    );
  }
  const issues = error.issues ?? [];
  const beside = issues.flatMap(({ path }) => fields[path] ?? []);
  const others = issues.filter(({ path }) => !(path in fields));
  if (beside.length > 0 && others.length === 0) {
    return (
      <Alert color="red" role="alert" py="xs">
        {strings.auth.wrongFields([...new Set(beside)])}
      </Alert>
    );
  }
  return (
    <Alert color="red" role="alert" title={title} className="any-text">
      <Text size="sm">{strings.common.refused(headOf(error))}</Text>
      {others.length > 0 && (
        <List size="sm" mt={4}>
          {others.map((issue) => (
            <List.Item key={`${issue.path}${issue.message}`}>
              {strings.common.issueAt(issue.path, issue)}
            </List.Item>
          ))}
        </List>
      )}
      {advice && (
        <Text size="sm" mt={4}>
          {advice}
        </Text>
      )}
      {error.code === 'publisher_in_doubt' && <InDoubtLink name={strings.common.forOperator} />}
      {error.statusCode >= 500 && (
        <Text size="xs" mt={4}>
          {strings.common.requestId(error.requestId)}
        </Text>
      )}
    </Alert>
  );
}
