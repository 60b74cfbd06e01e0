import { Badge, Button, Card, Group, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, http, type Answer } from '../../api/client.ts';
import { Loading } from '../../components/loading.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { strings } from '../../strings/index.ts';
import { useMe } from './layout.tsx';
import { Section } from './section.tsx';

type Billing = Answer<'getBilling'>;
const { plan: text, nav } = strings.settings;

/** How much of the current plan is used, and the plans to switch to. */
export default function PlanPage() {
  const { data, error } = api.useQuery('get', '/billing');
  if (!data) return error ? <ErrorAlert error={error} /> : <Loading />;
  return (
    <>
      <Usage billing={data} />
      <PlanCards billing={data} />
    </>
  );
}

function Usage({ billing: { limits, used } }: { billing: Billing }) {
  const rows = [
    [text.channels, used.channels, limits.channels],
    [text.posts, used.posts, limits.postsPerMonth],
    [text.members, used.members, limits.members],
    [text.storage, used.storageMb, limits.storageMb],
  ] as const;
  return (
    <Section title={nav.plan}>
      {rows.map(([label, n, limit]) => (
        <Stack key={label} gap={4} maw={420}>
          <Group justify="space-between">
            <Text size="sm">{label}</Text>
            <Text size="sm" fw={600}>
              {n} / {limit ?? text.unlimited}
            </Text>
          </Group>
          <Progress
            value={limit === null ? 0 : Math.min(100, (n / Math.max(1, limit)) * 100)}
            color={limit !== null && n >= limit ? 'red' : undefined}
            aria-label={label}
          />
        </Stack>
      ))}
      <Text size="sm" c="dimmed">
        {text.sandbox}
      </Text>
    </Section>
  );
}

function PlanCards({ billing }: { billing: Billing }) {
  const me = useMe();
  const [error, setError] = useState<unknown>(null);
  const isOwner = me.organization?.role === 'owner';
  const go = async (ask: Promise<{ data?: { url: string }; error?: unknown }>): Promise<void> => {
    const answer = await ask;
    if (answer.data) location.assign(answer.data.url);
    else setError(answer.error);
  };
  return (
    <Section title={text.change}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {billing.plans.map(({ name, label, limits, purchasable }) => (
          <Card key={name} withBorder>
            <Stack gap="xs">
              <Group justify="space-between">
                <Text fw={650}>{label}</Text>
                {name === billing.plan && (
                  <Badge variant="light" tt="none">
                    {text.now}
                  </Badge>
                )}
              </Group>
              <Text size="sm" c="dimmed">
                {text.channels}: {limits.channels ?? text.unlimited}
              </Text>
              <Text size="sm" c="dimmed">
                {text.posts}: {limits.postsPerMonth ?? text.unlimited}
              </Text>
              <Text size="sm" c="dimmed">
                {text.members}: {limits.members ?? text.unlimited}
              </Text>
              <Text size="sm" c="dimmed">
                {text.storage}: {limits.storageMb ?? text.unlimited}
              </Text>
              {isOwner && purchasable && name !== billing.plan && (
                <Button
                  variant="default"
                  onClick={() => void go(http.POST('/billing/checkout', { body: { plan: name } }))}
                >
                  {text.choose(label)}
                </Button>
              )}
            </Stack>
          </Card>
        ))}
      </SimpleGrid>
      <ErrorAlert error={error} />
      {isOwner && billing.status && (
        <Group>
          <Button variant="subtle" onClick={() => void go(http.POST('/billing/portal', {}))}>
            {text.portal}
          </Button>
        </Group>
      )}
    </Section>
  );
}
