import { Badge, Button, Code, Group, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useChange } from '../../api/change.ts';
import { api, type Answer } from '../../api/client.ts';
import { ClockField } from '../../components/clock-field.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { issueOf } from '../../components/issues.ts';
import { DateTime, useZone } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import { webhooks as text } from '../../strings/webhooks.ts';
import { Row, Rows, Section } from './section.tsx';
import type { Webhook } from './webhooks.tsx';

type Delivery = Answer<'listDeliveries'>['deliveries'][number];

const COLOR = { pending: 'blue', delivered: 'green', failed: 'red' } as const;
const PAGE = 20;
/** While something waits, the webhook and its log are read again. */
export const REREAD_MS = 2000;

/** The deliveries of a webhook, a page at a time, and a way to send them again. */
export function Deliveries({ webhook: { id, createdAt, disabledAt } }: { webhook: Webhook }) {
  // The cursors of the pages up to this one.
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const { data, error } = api.useQuery(
    'get',
    '/webhooks/{id}/deliveries',
    { params: { path: { id }, query: { limit: PAGE, ...(cursor ? { cursor } : {}) } } },
    { refetchInterval: ({ state }) => (state.data?.deliveries.some(isPending) ? REREAD_MS : false) },
  );
  const next = data?.nextCursor;
  return (
    <Section title={text.deliveries}>
      <ErrorAlert error={error} />
      {data?.deliveries.length === 0 && <Text size="sm">{text.noDeliveries}</Text>}
      {data && data.deliveries.length > 0 && (
        <Rows>
          {data.deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} webhookId={id} delivery={delivery} canResend={!disabledAt} />
          ))}
        </Rows>
      )}
      {(cursor || next) && (
        <Group justify="space-between">
          <Button variant="default" disabled={!cursor} onClick={() => setCursors(cursors.slice(0, -1))}>
            {text.newer}
          </Button>
          <Button variant="default" disabled={!next} onClick={() => next && setCursors([...cursors, next])}>
            {text.older}
          </Button>
        </Group>
      )}
      {data && data.deliveries.length > 0 && !disabledAt && <ResendSince id={id} createdAt={createdAt} />}
    </Section>
  );
}

/** Sends again what has happened since a moment: what has failed, or all of it. */
function ResendSince({ id, createdAt }: { id: string; createdAt: string }) {
  const zone = useZone();
  const [since, setSince] = useState<string | null>(createdAt);
  const [which, setWhich] = useState<'failed' | 'all'>('failed');
  const resend = useChange('post', '/webhooks/{id}/resend');
  const send = (from: string | null): void =>
    resend.mutate({ params: { path: { id } }, body: { since: from ?? '', which } });
  const done = resend.data;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send(since);
      }}
    >
      <Group gap="sm" align="flex-start">
        <ClockField
          label={text.since}
          value={since}
          zone={zone}
          onChange={setSince}
          error={issueOf(resend.error, 'since')}
        />
        <Select
          label={text.which}
          data={Object.entries(text.whiches).map(([value, label]) => ({ value, label }))}
          value={which}
          onChange={(value) => setWhich(value === 'all' ? 'all' : 'failed')}
          allowDeselect={false}
        />
        <Button type="submit" variant="default" loading={resend.isPending} mt={25}>
          {text.resendSince}
        </Button>
      </Group>
      {!issueOf(resend.error, 'since') && <ErrorAlert error={resend.error} />}
      {done && (
        <Text size="sm" role="status">
          {text.resent(done.deliveries)}
          {done.next && (
            <>
              {' '}
              {text.noRoom} <DateTime date={done.next} seconds />
            </>
          )}
        </Text>
      )}
    </form>
  );
}

const isPending = ({ state }: Delivery): boolean => state === 'pending';

interface DeliveryRowProps {
  readonly webhookId: string;
  readonly delivery: Delivery;
  readonly canResend: boolean;
}

function DeliveryRow({ webhookId, delivery, canResend }: DeliveryRowProps) {
  const { id, type, state, attempts, status, problem, reason, answer } = delivery;
  const { createdAt, nextTryAt, request, postId } = delivery;
  const again = useChange('post', '/webhooks/{id}/deliveries/{deliveryId}/resend');
  const path = { id: webhookId, deliveryId: id };
  return (
    <Row
      title={postId ? <Link to={`/posts/${postId}`}>{type}</Link> : type}
      detail={
        <>
          <DateTime date={createdAt} /> · {text.tries(attempts)}
          {(problem ?? status) && ` · ${reason ? strings.common.issue(reason) : (problem ?? status)}`}
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
