import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { AuthCard } from '../components/auth-card.tsx';
import { strings } from '../strings/index.ts';

export default function NotFound() {
  return (
    <AuthCard
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
