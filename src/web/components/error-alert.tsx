import { Alert, List, Text } from '@mantine/core';
import { isApiError } from '../api/client.ts';
import { strings } from '../strings/index.ts';

/**
 * Why something did not work, in the API's words: the fields that are wrong, and for a server error the id to
 * look for in the log. Screen readers announce it.
 */
export function ErrorAlert({ error, title = strings.common.failed }: { error: unknown; title?: string }) {
  if (!error) return null;
  if (!isApiError(error)) {
    return (
      <Alert color="red" role="alert" title={title}>
        {strings.common.unreachable}
      </Alert>
    );
  }
  const issues = error.issues ?? [];
  return (
    <Alert color="red" role="alert" title={title} className="any-text">
      <Text size="sm">{issues.length ? error.message.split(': ')[0] : error.message}</Text>
      {issues.length > 0 && (
        <List size="sm" mt={4}>
          {issues.map((issue) => (
            <List.Item key={`${issue.path}${issue.message}`}>
              {issue.path} {issue.message}
            </List.Item>
          ))}
        </List>
      )}
      {error.statusCode >= 500 && (
        <Text size="xs" mt={4}>
          {strings.common.requestId(error.requestId)}
        </Text>
      )}
    </Alert>
  );
}
