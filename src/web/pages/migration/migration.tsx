import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { LoadingRows } from '../../components/loading.tsx';
import { PageLayout } from '../../components/page-layout.tsx';
import { strings } from '../../strings/index.ts';
import { migration as text } from '../../strings/migration.ts';
import { useMe } from '../settings/layout.tsx';
import { Organizations } from './organizations.tsx';
import { Progress } from './progress.tsx';
import { Samples } from './samples.tsx';
import { mayBeSaidAgain } from './state.ts';
import { SourceForm } from './source-form.tsx';
import { Finish } from './steps.tsx';

const LOOK_EVERY_MS = 3000;

/** Moves an instance of v1 over: where it is, how far the copy is, and who publishes for whom. */
export default function MigrationPage() {
  const { operator } = useMe().user;
  const { data, error } = api.useQuery(
    'get',
    '/instance/migration',
    {},
    { enabled: operator, refetchInterval: LOOK_EVERY_MS },
  );
  return (
    <PageLayout title={text.title} width="wide">
      {operator ? (
        <Stack gap={36}>
          <div>
            <Anchor component={Link} to="/instance" size="sm">
              {text.back}
            </Anchor>
            <Text size="sm" c="dimmed" mt={4}>
              {text.intro}
            </Text>
          </div>
          <ErrorAlert error={error} />
          {!data && !error && <LoadingRows rows={3} height={120} />}
          {data && !data.migration && <SourceForm />}
          {data?.migration && (
            <>
              <Progress migration={data.migration} />
              <Organizations migration={data.migration} />
              {mayBeSaidAgain(data.migration) && <SourceForm />}
              <Samples samples={data.migration.samples} />
              <Finish migration={data.migration} />
            </>
          )}
        </Stack>
      ) : (
        <Text c="dimmed">{strings.instance.onlyOperator}</Text>
      )}
    </PageLayout>
  );
}
