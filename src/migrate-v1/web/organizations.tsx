import { Badge, Group, Text } from '@mantine/core';
import { DateTime } from '../../web/format/date-time.tsx';
import { migration as texts } from './strings/index.ts';
import { Row, Rows, Section } from '../../web/pages/settings/section.tsx';
import type { Migration } from './state.ts';
import { GiveBack, TakeOver } from './steps.tsx';

const text = texts.organizations;
type Organization = Migration['organizations'][number];

/** Who publishes for each organisation, with the buttons that change it. */
export function Organizations({ migration }: { migration: Migration }) {
  const { organizations, progress } = migration;
  const onV1 = organizations.filter(({ publishes, restoredAt }) => publishes === 'v1' && !restoredAt);
  const queued = new Set(progress?.waiting.map(({ organizationId }) => organizationId));
  return (
    <Section title={text.title}>
      {organizations.length === 0 ? (
        <Text size="sm" c="dimmed">
          {text.none}
        </Text>
      ) : (
        <Rows>
          {organizations.map((one) => (
            <Row
              key={one.id}
              title={<bdi>{one.name}</bdi>}
              detail={<Detail organization={one} queued={queued.has(one.id)} />}
            >
              {one.restoredAt === null ? <Steps organization={one} migration={migration} /> : <InDoubt />}
            </Row>
          ))}
        </Rows>
      )}
      {onV1.length > 1 && (
        <Group>
          <TakeOver organizations={onV1} migration={migration} />
        </Group>
      )}
    </Section>
  );
}

const InDoubt = () => (
  <Badge variant="light" tt="none" color="orange">
    {text.inDoubt}
  </Badge>
);

function Steps({ organization: one, migration }: { organization: Organization; migration: Migration }) {
  return (
    <>
      <Badge variant="light" tt="none" color={one.publishes === 'v1' ? 'gray' : 'green'}>
        {text[one.publishes]}
      </Badge>
      {one.publishes === 'v1' && <TakeOver organizations={[one]} name={one.name} migration={migration} />}
      {one.phase !== 'copying' && <GiveBack organization={one} />}
    </>
  );
}

function Detail({ organization, queued }: { organization: Organization; queued: boolean }) {
  const { waiting, phase, cutOverAt, problem, restoredAt } = organization;
  if (restoredAt !== null) return text.doubted;
  const facts = [text.waiting(waiting), text.phases[phase], queued ? text.queued : ''].filter(Boolean);
  return (
    <>
      {facts.join(' · ')}
      {cutOverAt && (
        <>
          {' · '}
          {text.since} <DateTime date={cutOverAt} />
        </>
      )}
      {problem && (
        <Text size="xs" c="orange" className="any-text">
          {text.problem}: <span lang="en">{problem}</span>
        </Text>
      )}
      {phase !== 'copying' && phase !== 'cut_over' && (
        <Text size="xs" c="orange">
          {text.wayOut}
        </Text>
      )}
    </>
  );
}
