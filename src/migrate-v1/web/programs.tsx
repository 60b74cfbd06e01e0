import { Text } from '@mantine/core';
import { API_ORIGIN } from '../../web/api/origin.ts';
import { DateTime } from '../../web/format/date-time.tsx';
import { isolated } from '../../web/format/text.ts';
import { migration } from './strings/index.ts';
import { Row, Rows, Section } from '../../web/pages/settings/section.tsx';
import type { Migration, Plan } from './state.ts';

const text = migration.programs;
const urlHere = (): string => API_ORIGIN || location.origin;
const listed = (names: readonly string[]): string => names.map(isolated).join(', ');

/** The programs that go on with their API key of v1, and those that need a new one. */
export function PlannedPrograms({ keys: { works, shared } }: Pick<Plan, 'keys'>) {
  if (works.length + shared.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {text.title}
      </Text>
      <ul>
        {works.length > 0 && (
          <li>
            <Text size="sm" className="any-text">
              {text.works(works.length, listed(works))} {text.url(urlHere())}
            </Text>
          </li>
        )}
        {shared.length > 0 && (
          <li>
            <Text size="sm" className="any-text">
              {text.shared(listed(shared))}
            </Text>
          </li>
        )}
      </ul>
    </div>
  );
}

/** Whether programs have come here with their keys of v1 by now. */
export function Programs({ keys }: Pick<Migration, 'keys'>) {
  if (keys.length === 0) return null;
  return (
    <Section title={text.title} help={`${text.here(keys.length)} ${text.url(urlHere())}`}>
      <Rows>
        {keys.map(({ organizationId, name, usedAt }) => (
          <Row
            key={organizationId}
            title={<bdi>{name}</bdi>}
            detail={
              usedAt === null ? (
                text.unused
              ) : (
                <>
                  {text.used} <DateTime date={usedAt} />
                </>
              )
            }
          />
        ))}
      </Rows>
    </Section>
  );
}
