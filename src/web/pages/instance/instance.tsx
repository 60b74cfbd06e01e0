import { Stack, Text } from '@mantine/core';
import { api, type Answer } from '../../api/client.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { LoadingRows } from '../../components/loading.tsx';
import { PageLayout } from '../../components/page-layout.tsx';
import { strings } from '../../strings/index.ts';
import { useMe } from '../settings/layout.tsx';
import { About } from './about.tsx';
import { Health } from './health.tsx';
import { Numbers } from './numbers.tsx';
import { Publishing } from './publishing.tsx';
import { StuckPosts } from './stuck-posts.tsx';

/** What the operator sees of the instance. */
export type Instance = Answer<'getInstance'>;

const LOOK_EVERY_MS = 10_000;

/** How the instance is, and what its operator can do about it. */
export default function InstancePage() {
  const { operator } = useMe().user;
  const { data, error } = api.useQuery(
    'get',
    '/instance',
    {},
    { enabled: operator, refetchInterval: LOOK_EVERY_MS },
  );
  return (
    <PageLayout title={strings.instance.title} width="wide">
      {operator ? (
        <Stack gap={36}>
          <ErrorAlert error={error} />
          {!data && !error && <LoadingRows rows={3} height={120} />}
          {data && (
            <>
              <Health instance={data} />
              <Numbers instance={data} />
              <Publishing instance={data} />
              <StuckPosts posts={data.stuck} />
              <About instance={data} />
            </>
          )}
        </Stack>
      ) : (
        <Text c="dimmed">{strings.instance.onlyOperator}</Text>
      )}
    </PageLayout>
  );
}
