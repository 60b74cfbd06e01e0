import { Alert, Anchor, Badge, Button, Checkbox, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { change, useChange } from '../../web/api/change.ts';
import { http, type Answer } from '../../web/api/client.ts';
import { ConfirmButton } from '../../web/components/confirm-button.tsx';
import { ErrorAlert } from '../../web/components/error-alert.tsx';
import { DateTime } from '../../web/format/date-time.tsx';
import { isolated } from '../../web/format/text.ts';
import { migration as texts } from './strings/index.ts';
import { Row, Rows, Section } from '../../web/pages/settings/section.tsx';
import { inDoubt, type Migration } from './state.ts';

const text = texts.afterRestore;
type Said = Answer<'lookAfterRestore'>['organizations'][number];

/** After a restore: v1's state of each organisation, and acting on it. */
export function AfterRestore({ migration }: { migration: Migration }) {
  const [frozenSource, setFrozen] = useState(false);
  const [said, setSaid] = useState<readonly Said[]>();
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const look = useChange('post', '/instance/migration/after-restore', {
    onSuccess: ({ organizations }) => {
      setSaid(organizations);
      setDone(new Set());
    },
  });
  const act = (ids: readonly string[]) => async (): Promise<void> => {
    for (const organizationId of ids) await actOn(organizationId);
  };
  const actOn = async (organizationId: string): Promise<void> => {
    const call = http.POST('/instance/migration/after-restore', {
      body: { organizationId, frozenSource, act: true },
    });
    await change(call);
    const now = (await call).data?.organizations ?? [];
    setSaid((before) => before?.map((one) => now.find(({ id }) => id === one.id) ?? one));
    setDone((before) => new Set([...before, organizationId]));
  };
  const open = said?.filter((one) => one.outcome !== 'refused' && !done.has(one.id)) ?? [];
  return (
    <div>
      <Section title={text.title} {...(inDoubt(migration).length ? {} : { help: text.help })}>
        <Doubt migration={migration} />
        <Checkbox
          label={text.frozen}
          checked={frozenSource}
          onChange={({ currentTarget }) => setFrozen(currentTarget.checked)}
        />
        <Group>
          <Button
            variant="default"
            loading={look.isPending}
            onClick={() => look.mutate({ body: { frozenSource, act: false } })}
          >
            {text.look}
          </Button>
          {open.length > 1 && (
            <Act label={text.actAll} said={open} onConfirm={act(open.map(({ id }) => id))} />
          )}
        </Group>
        <ErrorAlert error={look.error} />
        <div role="status">
          {said?.length === 0 && <Text size="sm">{text.nothing}</Text>}
          {said && said.length > 0 && (
            <Rows>
              {said.map((one) => (
                <Row key={one.id} title={<bdi>{one.name}</bdi>} detail={<Words said={one} />}>
                  {done.has(one.id) && one.outcome !== 'refused' && (
                    <Badge variant="light" tt="none" color="green">
                      {text.done}
                    </Badge>
                  )}
                  {open.includes(one) && <Act label={text.act} said={[one]} onConfirm={act([one.id])} />}
                </Row>
              ))}
            </Rows>
          )}
        </div>
        {done.size > 0 && (
          <Text size="sm">
            {text.frozenSince}{' '}
            <Anchor component={Link} to="/instance" size="sm" underline="always">
              {text.resume}
            </Anchor>
          </Text>
        )}
      </Section>
    </div>
  );
}

/** Why nothing is published for some of them. */
function Doubt({ migration }: { migration: Migration }) {
  const doubted = inDoubt(migration);
  const [first] = doubted;
  if (!first?.restoredAt) return null;
  return (
    <Alert color="orange" title={text.doubt(doubted.length)}>
      <Text size="sm">
        {text.backup} <DateTime date={first.restoredAt} />
        {'. '}
        {text.why}
      </Text>
      <ul>
        {doubted.map(({ id, name }) => (
          <li key={id}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function Words({ said: { outcome, refused } }: { said: Said }) {
  return (
    <Text size="sm" c={outcome === 'refused' ? 'orange' : undefined} className="any-text">
      {text.outcomes[outcome]} {refused !== null && <span lang="en">{refused}</span>}
    </Text>
  );
}

interface ActProps {
  readonly label: string;
  readonly said: readonly Said[];
  onConfirm(): Promise<void>;
}

/** Asks once more, with the consequences as text. */
function Act({ label, said, onConfirm }: ActProps) {
  return (
    <ConfirmButton
      harmless
      label={label}
      question={text.question(said.length)}
      help={
        <ul>
          {said.map(({ id, name, outcome }) => (
            <li key={id}>
              {isolated(name)}: {text.outcomes[outcome]}
            </li>
          ))}
        </ul>
      }
      onConfirm={onConfirm}
    />
  );
}
