import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { Entrance } from '../components/entrance.tsx';
import { strings } from '../strings/index.ts';

/** An address that is no page. */
export function NotFound() {
  return (
    <Entrance
      title={strings.common.notFound}
      intro={strings.common.notFoundHelp}
      foot={
        <Anchor component={Link} to="/" size="sm">
          {strings.common.goHome}
        </Anchor>
      }
    />
  );
}
