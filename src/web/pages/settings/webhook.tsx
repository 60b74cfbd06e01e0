import { Anchor, Badge, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { change, useChange } from '../../api/change.ts';
import { api, http, type Answer } from '../../api/client.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { Loading } from '../../components/loading.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { DateTime } from '../../format/date-time.tsx';
import { isolated } from '../../format/text.ts';
import { webhooks as text } from '../../strings/webhooks.ts';
import { OnlyAdmins, isAdmin, useMe } from './layout.tsx';
import { Row, Rows, Section } from './section.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookState, type Webhook } from './webhooks.tsx';

type Delivery = Answer<'listDeliveries'>['deliveries'][number];

const COLOR = { pending: 'blue', delivered: 'green', failed: 'red' } as const;
const PAGE = 20;
const MOST = 100;
/** While something waits, the log is read again. */
const REREAD_MS = 2000;

/** One webhook: its state, its secret, and what was sent to it. */
export default function WebhookPage() {
  const me = useMe();
  const { id = '' } = useParams();
  const { data: webhook, error } = api.useQuery(
    'get',
    '/webhooks/{id}',
    { params: { path: { id } } },
    { enabled: isAdmin(me) },
  );
  if (!isAdmin(me)) return <OnlyAdmins />;
  return (
    <Stack gap="xs">
      <Anchor component={Link} to="/settings/webhooks" size="sm">
        ← {text.back}
      </Anchor>
      <ErrorAlert error={error} />
      {!webhook && !error && <Loading />}
      {webhook && (
        <>
          <Actions webhook={webhook} />
          <ChangeWebhook key={webhook.id} webhook={webhook} />
          <Deliveries webhook={webhook} />
        </>
      )}
    </Stack>
  );
}

function Actions({ webhook }: { webhook: Webhook }) {
  const { id, name, url, events, disabledReason } = webhook;
  const navigate = useNavigate();
  const [secret, setSecret] = useState('');
  const path = { params: { path: { id } } };
  const test = useChange('post', '/webhooks/{id}/test');
  const update = useChange('patch', '/webhooks/{id}');
  const rotate = async (): Promise<void> => {
    const { data, error } = await http.POST('/webhooks/{id}/secret', path);
    if (!data) throw error;
    setSecret(data.secret);
  };
  const leave = () => navigate('/settings/webhooks');
  return (
    <Section title={name} help={url}>
      <Group gap="sm">
        <WebhookState webhook={webhook} />
        <Text size="sm">{events ? events.join(', ') : text.everyEvent}</Text>
      </Group>
      {disabledReason && <Text size="sm">{text.reason(disabledReason)}</Text>}
      {secret && <ShownOnce label={text.secret} help={text.secretHelp} value={secret} />}
      <ErrorAlert error={test.error ?? update.error} />
      {test.data && (
        <Text size="sm" role="status">
          {text.tested}
        </Text>
      )}
      <Group gap="sm">
        {disabledReason === null && (
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate(path)}>
            {text.test}
          </Button>
        )}
        <Button
          variant="default"
          loading={update.isPending}
          onClick={() => update.mutate({ ...path, body: { disabled: disabledReason === null } })}
        >
          {disabledReason === null ? text.switchOff : text.switchOn}
        </Button>
        <ConfirmButton
          label={text.rotate}
          question={text.rotateQuestion}
          help={text.rotateHelp}
          color="orange"
          onConfirm={rotate}
        />
        <ConfirmButton
          label={text.remove}
          question={text.removeQuestion(isolated(name))}
          help={text.removeHelp}
          onConfirm={() => change(http.DELETE('/webhooks/{id}', path), leave)}
        />
      </Group>
    </Section>
  );
}

function ChangeWebhook({ webhook }: { webhook: Webhook }) {
  const { id, url, name, events, channels, format } = webhook;
  const update = useChange('patch', '/webhooks/{id}');
  return (
    <details>
      <summary>{text.change}</summary>
      <Section title={text.change}>
        <WebhookForm
          label={text.save}
          initial={{ url, name, events, channels, format }}
          onSubmit={({ name: typed, ...fields }) =>
            update.mutate({
              params: { path: { id } },
              body: { ...fields, ...(typed ? { name: typed } : {}) },
            })
          }
          error={update.error}
          isPending={update.isPending}
        />
        {update.isSuccess && (
          <Text size="sm" role="status">
            {text.saved}
          </Text>
        )}
      </Section>
    </details>
  );
}

function Deliveries({ webhook: { id, createdAt, disabledAt } }: { webhook: Webhook }) {
  const [limit, setLimit] = useState(PAGE);
  const { data, error } = api.useQuery(
    'get',
    '/webhooks/{id}/deliveries',
    { params: { path: { id }, query: { limit } } },
    { refetchInterval: ({ state }) => (state.data?.deliveries.some(isPending) ? REREAD_MS : false) },
  );
  const resend = useChange('post', '/webhooks/{id}/resend');
  const hasFailed = data?.deliveries.some(({ state }) => state === 'failed') && !disabledAt;
  return (
    <Section title={text.deliveries}>
      <ErrorAlert error={error ?? resend.error} />
      {data?.deliveries.length === 0 && <Text size="sm">{text.noDeliveries}</Text>}
      {data && data.deliveries.length > 0 && (
        <Rows>
          {data.deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} webhookId={id} delivery={delivery} canResend={!disabledAt} />
          ))}
        </Rows>
      )}
      {resend.data && (
        <Text size="sm" role="status">
          {text.resent(resend.data.deliveries)}
        </Text>
      )}
      <Group>
        {hasFailed && (
          <Button
            variant="default"
            loading={resend.isPending}
            onClick={() => resend.mutate({ params: { path: { id } }, body: { since: createdAt } })}
          >
            {text.resendFailed}
          </Button>
        )}
        {data?.nextCursor && limit < MOST && (
          <Button variant="default" onClick={() => setLimit(MOST)}>
            {text.more}
          </Button>
        )}
      </Group>
    </Section>
  );
}

const isPending = ({ state }: Delivery): boolean => state === 'pending';

interface DeliveryRowProps {
  readonly webhookId: string;
  readonly delivery: Delivery;
  readonly canResend: boolean;
}

function DeliveryRow({ webhookId, delivery, canResend }: DeliveryRowProps) {
  const { id, type, state, attempts, status, problem, answer, createdAt, nextTryAt, request, postId } =
    delivery;
  const again = useChange('post', '/webhooks/{id}/deliveries/{deliveryId}/resend');
  const path = { id: webhookId, deliveryId: id };
  return (
    <Row
      title={postId ? <Link to={`/posts/${postId}`}>{type}</Link> : type}
      detail={
        <>
          <DateTime date={createdAt} /> · {text.tries(attempts)}
          {(problem ?? status) && ` · ${problem === null ? status : text.reason(problem)}`}
          {nextTryAt && (
            <>
              {' '}
              · {text.nextTry} <DateTime date={nextTryAt} relative />
            </>
          )}
          <details>
            <summary>{text.request}</summary>
            <Code block tabIndex={0}>
              {JSON.stringify(request, null, 2)}
            </Code>
            {answer && (
              <>
                {text.answer}
                <Code block tabIndex={0}>
                  {answer}
                </Code>
              </>
            )}
          </details>
        </>
      }
    >
      <Badge color={COLOR[state]} variant="light">
        {text.states[state]}
      </Badge>
      {!isPending(delivery) && canResend && (
        <Button
          size="compact-sm"
          variant="default"
          loading={again.isPending}
          onClick={() => again.mutate({ params: { path } })}
        >
          {text.resend}
        </Button>
      )}
    </Row>
  );
}
