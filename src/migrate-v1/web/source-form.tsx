import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { change } from '../../web/api/change.ts';
import { api, http } from '../../web/api/client.ts';
import { ConfirmButton } from '../../web/components/confirm-button.tsx';
import { useFields } from '../../web/components/fields.tsx';
import { PasswordField } from '../../web/components/password-field.tsx';
import { isolated } from '../../web/format/text.ts';
import { migration } from './strings/index.ts';
import { Row, Rows, Section } from '../../web/pages/settings/section.tsx';
import { PlannedPrograms } from './programs.tsx';
import type { Plan } from './state.ts';

const { form: text, plan: planText } = migration;

/** Secrets that v1 read from its environment, and did not keep with the channel. */
const ENVIRONMENT = [
  'TELEGRAM_TOKEN',
  'DISCORD_BOT_TOKEN_ID',
  'MASTODON_URL',
  'TWITCH_CLIENT_ID',
  'MEWE_APP_ID',
  'NEYNAR_SECRET_KEY',
  'TEMPORAL_API_KEY',
] as const;
type Variable = (typeof ENVIRONMENT)[number];
type Values = Record<'source' | 'jwtSecret' | 'redis' | 'temporal' | 'uploads' | 'merge' | Variable, string>;

const ofEach = (valueOf: (name: Variable) => string): Record<Variable, string> =>
  Object.fromEntries(ENVIRONMENT.map((name) => [name, valueOf(name)])) as Record<Variable, string>;

function bodyOf({ source, jwtSecret, redis, temporal, uploads, merge, ...environment }: Values) {
  const merged = merge.split(/[\s,;]+/).filter(Boolean);
  const variables = Object.entries(environment).filter(([, value]) => value);
  return {
    source,
    jwtSecret,
    ...(redis ? { redis } : {}),
    ...(temporal ? { temporal } : {}),
    ...(uploads ? { uploads } : {}),
    ...(merged.length > 0 ? { merge: merged } : {}),
    ...(variables.length > 0 ? { environment: Object.fromEntries(variables) } : {}),
  };
}

/** Where v1 is; then what would be copied, and the button that begins. */
export function SourceForm() {
  const [plan, setPlan] = useState<Plan>();
  const fields = useFields<Values>({
    initial: {
      source: '',
      jwtSecret: '',
      redis: '',
      temporal: '',
      uploads: '',
      merge: '',
      ...ofEach(() => ''),
    },
    labels: {
      source: text.source,
      jwtSecret: text.jwtSecret,
      redis: text.redis,
      temporal: text.temporal,
      uploads: text.uploads,
      merge: text.merge,
      ...ofEach(text.environment),
    },
    optional: ['redis', 'temporal', 'uploads', 'merge', ...ENVIRONMENT],
  });
  const show = api.useMutation('post', '/instance/migration/plan', {
    onSuccess: setPlan,
    onError: fields.showError,
  });
  return (
    <>
      <Section title={text.title}>
        <form onSubmit={fields.submit(() => show.mutate({ body: bodyOf(fields.values) }))}>
          <Stack gap="md" maw={640}>
            {fields.summary}
            <PasswordField {...fields.input('source')} description={text.sourceHelp} autoComplete="off" />
            <PasswordField
              {...fields.input('jwtSecret')}
              description={text.jwtSecretHelp}
              autoComplete="off"
            />
            <PasswordField {...fields.input('redis')} description={text.redisHelp} autoComplete="off" />
            <TextInput {...fields.input('temporal')} description={text.temporalHelp} autoComplete="off" />
            <TextInput {...fields.input('uploads')} description={text.uploadsHelp} autoComplete="off" />
            <TextInput {...fields.input('merge')} description={text.mergeHelp} autoComplete="off" />
            {ENVIRONMENT.map((name) => (
              <PasswordField key={name} {...fields.input(name)} autoComplete="off" />
            ))}
            <Group>
              <Button type="submit" variant="default" loading={show.isPending}>
                {text.plan}
              </Button>
              {plan && (
                <ConfirmButton
                  harmless
                  variant="filled"
                  c="white"
                  label={text.start}
                  question={text.startQuestion}
                  help={text.startHelp}
                  onConfirm={() => change(http.POST('/instance/migration', { body: bodyOf(fields.values) }))}
                />
              )}
            </Group>
          </Stack>
        </form>
      </Section>
      {plan && <PlanView plan={plan} />}
    </>
  );
}

function PlanView({ plan }: { plan: Plan }) {
  const remarks = [
    [planText.reconnect, plan.reconnect],
    [planText.clashes, plan.clashes],
    [planText.left, plan.left],
  ] as const;
  return (
    <Section title={planText.title} help={planText.summary(plan.version, plan.rows, plan.seconds)}>
      <QueueView plan={plan} />
      <Rows>
        {plan.organizations.map((one) => (
          <Row
            key={one.id}
            title={<bdi>{one.name}</bdi>}
            detail={planText.organization(one.people, one.channels, one.posts, one.waiting)}
          />
        ))}
      </Rows>
      <PlannedPrograms keys={plan.keys} />
      {remarks.map(
        ([title, list]) =>
          list.length > 0 && (
            <div key={title}>
              <Text size="sm" fw={600}>
                {title}
              </Text>
              <ul>
                {list.map(({ what, why, count }) => (
                  <li key={`${what}${why}`}>
                    <Text size="sm" lang="en" className="any-text">
                      {planText.remark(count, isolated(what), why)}
                    </Text>
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
    </Section>
  );
}

/** What waits in the queue or the Temporal of v1, and where that differs from its posts. */
function QueueView({ plan: { queue, runs, scheduler } }: { plan: Plan }) {
  if (scheduler === 'temporal') {
    return <Text size="sm">{runs ? planText.runs(runs) : planText.noRuns}</Text>;
  }
  if (!queue) return <Text size="sm">{planText.noQueue}</Text>;
  return (
    <Text size="sm">
      {planText.queue(queue)}
      {queue.withoutPost > 0 && ` ${planText.withoutPost(queue.withoutPost)}`}
      {queue.withoutJob > 0 && ` ${planText.withoutJob(queue.withoutJob)}`}
    </Text>
  );
}
