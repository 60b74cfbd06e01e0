/** The events of an organisation, fetched as `webhooks listen` does. */
import { createAjv } from '../../providers/_kit/json-schema.ts';
import type { WebhookEventType } from '../platform/entities/events.ts';
import type { OpenApiDocument } from '../http/openapi/build-document.ts';
import type { TestInstance } from './instance.ts';

interface HeardEvent {
  readonly id: string;
  readonly type: WebhookEventType;
  readonly data: { readonly media?: { readonly id: string }; readonly error?: { readonly code: string } };
}

/** Listens from now on. The result returns the events since it was last called, at most ten. */
export async function listenTo(
  crier: TestInstance,
  ...events: WebhookEventType[]
): Promise<() => Promise<HeardEvent[]>> {
  const made = await crier.call<{ id: string }>('POST', '/webhook-listeners', { body: { events } });
  let taken: string[] = [];
  return async () => {
    const path = `/webhook-listeners/${made.body.id}/events`;
    const answer = await crier.call<{ events: HeardEvent[] }>('POST', path, { body: { taken } });
    taken = answer.body.events.map(({ id }) => id);
    return Promise.all(answer.body.events.map((event) => documented(crier, event)));
  };
}

/** The event, checked against its shape in the document that the instance serves. */
export async function documented(crier: TestInstance, event: HeardEvent): Promise<HeardEvent> {
  const { type } = event;
  const { webhooks } = (await crier.call<OpenApiDocument>('GET', '/openapi.json', { key: null })).body;
  const { post } =
    (webhooks as Record<string, { post: { requestBody: { content: Record<string, { schema: object }> } } }>)[
      type
    ] ?? {};
  const schema = post?.requestBody.content['application/json']?.schema;
  if (!schema) throw new Error(`${type} is not in the document`);
  const validate = createAjv().compile(schema);
  if (!validate(event)) throw new Error(`${type}: ${JSON.stringify(validate.errors)}`);
  return event;
}
