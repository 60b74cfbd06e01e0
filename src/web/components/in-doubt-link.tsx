import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { plugged } from '../pages/instance/plugged-links.ts';

const to = plugged.find(({ inDoubt }) => inDoubt);

/** Leads to where the operator settles who publishes for an organisation that came over. */
export function InDoubtLink({ name = (text) => text }: { name?: (text: string) => string }) {
  if (!to?.inDoubt) return null;
  return (
    <Anchor component={Link} to={to.path} size="sm" underline="always">
      {name(to.inDoubt)}
    </Anchor>
  );
}
