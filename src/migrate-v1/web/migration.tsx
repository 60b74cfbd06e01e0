import { Anchor, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../web/api/client.ts';
import { ErrorAlert } from '../../web/components/error-alert.tsx';
import { LoadingRows } from '../../web/components/loading.tsx';
import { PageLayout } from '../../web/components/page-layout.tsx';
import { strings } from '../../web/strings/index.ts';
import { migration as text } from './strings/index.ts';
import { useMe } from '../../web/pages/settings/layout.tsx';
import { AfterRestore } from './after-restore.tsx';
import { Organizations } from './organizations.tsx';
import { Progress } from './progress.tsx';
import { Programs } from './programs.tsx';
import { Samples } from './samples.tsx';
import { inDoubt, mayBeSaidAgain, type Migration } from './state.ts';
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
          {data?.migration && <UnderWay migration={data.migration} />}
        </Stack>
      ) : (
        <Text c="dimmed">{strings.instance.onlyOperator}</Text>
      )}
    </PageLayout>
  );
}

/** A doubt comes first until the page is left: v1's state of it is read there. */
function UnderWay({ migration }: { migration: Migration }) {
  const isDoubted = inDoubt(migration).length > 0;
  const [wasDoubted, setDoubted] = useState(isDoubted);
  if (isDoubted && !wasDoubted) setDoubted(true);
  return (
    <>
      {wasDoubted && <AfterRestore migration={migration} />}
      <Progress migration={migration} />
      <Organizations migration={migration} />
      {mayBeSaidAgain(migration) && <SourceForm />}
      <Programs keys={migration.keys} />
      <Samples samples={migration.samples} />
      {!wasDoubted && <AfterRestore migration={migration} />}
      <Finish migration={migration} />
    </>
  );
}
