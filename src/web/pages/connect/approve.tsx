import { Anchor, Center, Group, Loader, Text } from '@mantine/core';
import { encode } from 'uqr';
import { AuthCard } from '../../components/auth-card.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.connect;
const SIZE = 220;

/** Shown while a person approves in the network's own app, which sends no browser back. */
export function Approve({ url }: { url: string }) {
  return (
    <AuthCard title={text.approve} intro={text.approveHelp}>
      <Center>
        <QrCode value={url} />
      </Center>
      <Anchor href={url} target="_blank" rel="noreferrer" ta="center">
        {text.approveOnPhone}
      </Anchor>
      <Group justify="center" gap="xs" role="status">
        <Loader size="xs" />
        <Text size="sm">{text.approveWaiting}</Text>
      </Group>
    </AuthCard>
  );
}

/** Black on white in both colour schemes: many scanners read nothing else. */
function QrCode({ value }: { value: string }) {
  const { size, data } = encode(value, { border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg width={SIZE} height={SIZE} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={text.approveCode}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
