import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { POST_EVENTS, describeEvent } from './timeline.ts';
import {
  FUTURE,
  UNKNOWN_ID,
  buildPost,
  createOne,
  refusal,
  setState,
  sql,
  withContent,
  type ErrorBody,
} from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';

describe('GET /public/v1/posts/{id}', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox', { name: 'News' })).id;
  });
  afterAll(() => crier?.stop());

  it('shows a complete post', async () => {
    const id = await createOne(crier, withContent(channel, 'Hello'));
    const { status, body, headers } = await crier.call<Record<string, unknown>>('GET', `/posts/${id}`);
    expect(status).toBe(200);
    expect(headers.get('etag')).toBe('"1"');
    expect(body).toEqual({
      id,
      content: 'Hello',
      publishDate: FUTURE,
      releaseURL: null,
      releaseId: null,
      state: 'QUEUE',
      status: 'scheduled',
      intervalInDays: null,
      group: expect.any(String),
      creationMethod: 'API',
      tags: [],
      integration: { id: channel, providerIdentifier: 'sandbox', name: 'News', picture: null },
      revision: 1,
      settings: { __type: 'sandbox' },
      scheduling: 'ready',
      schedulingReason: null,
      latenessMs: null,
      publishedAt: null,
      hold: null,
      error: null,
      removable: false,
      repeat: null,
      inSeries: false,
      shortLink: false,
      shortLinks: [],
      createdAt: expect.any(String),
      items: [
        {
          id: expect.any(String),
          content: 'Hello',
          image: [],
          delay: 0,
          releaseId: null,
          releaseURL: null,
          publishedAt: null,
        },
      ],
      timeline: [
        { at: expect.any(String), event: 'accepted', text: 'Accepted, scheduled for 2031-05-04 09:30 UTC' },
      ],
    });
  });

  it.each([
    ['draft', 'DRAFT'],
    ['scheduled', 'QUEUE'],
    ['publishing', 'QUEUE'],
    ['processing', 'QUEUE'],
    ['published', 'PUBLISHED'],
    ['partly_published', 'ERROR'],
    ['failed', 'ERROR'],
    ['unconfirmed', 'ERROR'],
    ['missed', 'ERROR'],
    ['cancelled', 'ERROR'],
  ])('shows the state %s as the public state %s', async (status, state) => {
    const id = await createOne(crier, buildPost(channel));
    await setState(crier, id, status);
    expect((await crier.call('GET', `/posts/${id}`)).body).toMatchObject({ status, state });
  });

  it('shows why a post failed, and how late it was', async () => {
    const id = await createOne(crier, buildPost(channel));
    await setState(crier, id, 'failed');
    expect((await crier.call('GET', `/posts/${id}`)).body).toMatchObject({
      error: { code: 'rejected', message: 'The network refused it' },
    });
    await sql(
      crier,
      "update post set lateness_ms = 120, state = 'published', published_at = '2031-05-04T09:30:00.120Z', error_code = null where id = $1",
      [id],
    );
    expect((await crier.call('GET', `/posts/${id}`)).body).toMatchObject({
      error: null,
      latenessMs: 120,
      publishedAt: '2031-05-04T09:30:00.120Z',
    });
  });

  it('shows its timeline as text, in the order of events', async () => {
    const id = await createOne(crier, buildPost(channel));
    await sql(
      crier,
      `insert into post_event (post_id, kind, detail) values ($1, 'workflow_started', '{}'), ($1, 'claimed', '{"part":1,"try":1}'), ($1, 'request_sent', '{"part":1}'),
      ($1, 'published', '{"part":1,"latenessMs":120}'), ($1, 'claimed', '{"part":2,"try":2}'), ($1, 'failed', '{"part":2,"message":"Too long"}')`,
      [id],
    );
    const { timeline } = (await crier.call<{ timeline: { text: string }[] }>('GET', `/posts/${id}`)).body;
    expect(timeline.map((line) => line.text)).toEqual([
      'Accepted, scheduled for 2031-05-04 09:30 UTC',
      'Handed to Temporal',
      'Picked up by a worker',
      'Request sent to the network',
      'Published, 0.12 s after its date',
      'Picked up by a worker (part 2), try 2',
      'Failed (part 2): Too long',
    ]);
  });

  it('has a sentence for every kind of entry, and none with undefined in it', () => {
    const detail = {
      part: 1,
      publishAt: FUTURE,
      until: FUTURE,
      reason: 'because',
      evidence: 'none',
      message: 'no',
      type: 'now',
      try: 1,
    };
    for (const kind of Object.keys(POST_EVENTS)) {
      expect(describeEvent(kind, detail)).not.toMatch(/undefined|Invalid|^$/);
    }
    expect(describeEvent('unknown_kind', {})).toBe('unknown_kind');
  });

  it.each([
    'x',
    '123',
    '01900000-0000-7000-8000-00000000000',
    '01900000000070008000000000000000',
    `${UNKNOWN_ID}'`,
    '%00',
    '%E0%A4%A',
    '..%2f..',
  ])('refuses the id %j', async (id) => {
    expect(refusal(await crier.call<ErrorBody>('GET', `/posts/${id}`))).toEqual({
      status: 400,
      code: 'invalid_id',
    });
  });

  it('does not find an unknown id', async () => {
    expect(refusal(await crier.call<ErrorBody>('GET', `/posts/${UNKNOWN_ID}`))).toEqual({
      status: 404,
      code: 'post_not_found',
    });
  });

  it('finds a post by an id in capitals', async () => {
    const id = await createOne(crier, buildPost(channel));
    expect((await crier.call('GET', `/posts/${id.toUpperCase()}`)).status).toBe(200);
  });

  it("refuses another organisation's post", async () => {
    const id = await createOne(crier, buildPost(channel));
    const other = await crier.anotherOrganization();
    expect(refusal(await crier.call<ErrorBody>('GET', `/posts/${id}`, { key: other.apiKey }))).toEqual({
      status: 403,
      code: 'foreign_resource',
    });
  });
});
