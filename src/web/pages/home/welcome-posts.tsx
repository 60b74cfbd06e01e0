import { Anchor, Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.home;

/** In place of lists while there is no post: the two ways to begin, and the one for developers. */
export function WelcomePosts() {
  const channels = api.useQuery('get', '/integrations');
  const sandbox = channels.data?.some(({ identifier, disabled }) => identifier === 'sandbox' && !disabled);
  return (
    <EmptyState
      title={text.welcome}
      help={text.welcomeHelp}
      picture="pencil"
      action={
        <Group justify="center" gap="sm">
          <Button component={Link} to="/compose">
            {text.write}
          </Button>
          <Button component={Link} to="/channels" variant="default">
            {text.connect}
          </Button>
          {sandbox && (
            <Anchor component={Link} to="/setup" size="sm">
              {text.sandbox}
            </Anchor>
          )}
          <Anchor component={Link} to="/settings/api-keys" size="sm">
            {text.api}
          </Anchor>
        </Group>
      }
    />
  );
}
