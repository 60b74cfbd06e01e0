import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Page } from '../components/page.tsx';
import { strings } from '../strings/index.ts';

/** An address that is no page. */
export function NotFound() {
  return (
    <Page title={strings.common.notFound} narrow>
      <Text>{strings.common.notFoundHelp}</Text>
      <Anchor component={Link} to="/">{strings.common.goHome}</Anchor>
    </Page>
  );
}
