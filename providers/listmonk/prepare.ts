/** Everything that may be repeated: uploads the pictures and creates, or finds, the draft of the campaign. */
import type { Json, Provider, ProviderContext, PublishRequest } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import {
  accessOf,
  apiUrl,
  authorizationOf,
  call,
  resultsOf,
  type Access,
  type Campaign,
  type CampaignRef,
  type Page,
} from './api.ts';
import { mapFailure } from './errors.ts';
import { uploadPicture } from './media.ts';
import type { Settings } from './schema.ts';
import { toBody, toName, toSubject } from './text.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** The campaign to start. */
export type Prepared = CampaignRef;

/** What is asked of listmonk; `template_id` is absent for the default one. */
interface Wanted {
  readonly [key: string]: Json;
  readonly name: string;
  readonly subject: string;
  readonly body: string;
  readonly lists: number[];
  readonly tags: string[];
}

/**
 * In the name of the campaign. It depends on the item, not on the attempt: after a failure, the next attempt
 * finds the draft, even for another revision, instead of creating a second one.
 */
const markerOf = ({ item }: PublishRequest): string => `crier-${item.id}`;

/** A tag of the campaign that contains its revision. */
const tagOf = ({ idempotencyKey }: PublishRequest): string => `crier-${idempotencyKey}`;

/**
 * A draft sends nothing. Before it may be started, listmonk renders it once: what it could not render, nobody
 * would receive.
 *
 * @throws Rejected if listmonk would not send it as requested, or has begun to send it
 */
export const prepare: Provider['prepare'] = async (request, ctx) => {
  const access = accessOf(request.channel);
  const { subject, preview, list, template } = request.settings as unknown as Settings;
  const pictures = [];
  for (const file of request.item.media) {
    pictures.push({ alt: file.alt, url: await uploadPicture(access, file, ctx) });
  }
  const wanted: Wanted = {
    name: toName(subject, markerOf(request)),
    subject: toSubject(subject),
    body: toBody({ preview, text: request.item.text, pictures }),
    lists: [Number(list)],
    tags: ['crier', tagOf(request)],
    type: 'regular',
    content_type: 'html',
    messenger: 'email',
    ...(Number(template) ? { template_id: Number(template) } : {}),
  };
  const draft = await writeDraft(access, { request, wanted }, ctx);
  const problem = problemOf(draft, wanted);
  if (problem) throw new Rejected(problem, { networkCode: 'not_as_asked' });
  await render(access, draft.id, ctx);
  const prepared: Prepared = { id: draft.id };
  return prepared;
};

async function writeDraft(
  access: Access,
  { request, wanted }: { request: PublishRequest; wanted: Wanted },
  ctx: ProviderContext,
): Promise<Campaign> {
  const known = await findCampaigns(access, markerOf(request), ctx);
  const ofRevision = known.filter(({ tags }) => tags.includes(tagOf(request)));
  const begun = ofRevision.find(({ status }) => status !== 'draft');
  if (begun) {
    throw new Rejected(sentence('listmonk_begun', { id: String(begun.id), status: begun.status }), {
      networkCode: 'begun',
    });
  }
  const whole = ofRevision.find((campaign) => !problemOf(campaign, wanted));
  if (whole) return whole;
  const draft = known.find(({ status }) => status === 'draft');
  const made = draft
    ? await call<Campaign>(access, ctx, `/campaigns/${draft.id}`, {
        method: 'PUT',
        json: { ...wanted, template_id: wanted.template_id ?? (await defaultTemplate(access, ctx)) },
      })
    : await call<Campaign>(access, ctx, '/campaigns', { method: 'POST', json: wanted });
  if (!Number.isInteger(made?.id)) {
    throw new OutcomeUnknown(answeredWithout('listmonk', 'the id of the campaign'));
  }
  return made;
}

/** Campaigns of this item, oldest first. */
async function findCampaigns(access: Access, marker: string, ctx: ProviderContext): Promise<Campaign[]> {
  const page = await call<Page<Campaign>>(access, ctx, '/campaigns', {
    query: { query: marker, no_body: true, per_page: 50 },
  });
  // The search also matches text.
  return resultsOf(page)
    .filter(({ name }) => name.includes(`(${marker})`))
    .toSorted((a, b) => a.id - b.id);
}

/** An existing draft keeps its template unless another is named. */
async function defaultTemplate(access: Access, ctx: ProviderContext): Promise<number | null> {
  const templates = await call<{ id: number; is_default: boolean }[]>(access, ctx, '/templates', {
    query: { no_body: true },
  });
  return templates.find((template) => template.is_default)?.id ?? null;
}

/** What listmonk drops silently: a list or a template that it does not have. */
function problemOf({ lists, template_id: template }: Campaign, wanted: Wanted): string | null {
  const [list] = wanted.lists;
  if (!lists?.some(({ id }) => id === list)) return `listmonk has no list ${list}`;
  if (wanted.template_id && template !== wanted.template_id) {
    return `listmonk has no template ${String(wanted.template_id)} that a text can be put into`;
  }
  return null;
}

/** Has listmonk make the mail of a subscriber that does not exist. */
async function render(access: Access, id: number, ctx: ProviderContext): Promise<void> {
  const response = await ctx.egress.fetch(apiUrl(access.baseUrl, `/campaigns/${id}/preview`), {
    headers: { authorization: authorizationOf(access) },
    signal: ctx.signal,
  });
  // The mail itself is not wanted, and may be large.
  if (response.ok) return void (await response.body?.cancel());
  const { status } = response;
  const body = parse(await response.text());
  const headers = new Headers([...response.headers]);
  throw mapFailure({ status, headers, body, message: `HTTP ${status}` }, ctx.now());
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // the page of a firewall
  }
}
