/** A busy month on top of the example data: pictures with tags, drafts, a full calendar, analytics,
 * messages. */
import sharp from 'sharp';
import type { ExampleData } from './example-data.ts';
import { sql, upload } from './factories.ts';
import { insertChannel } from './insert-channel.ts';
import type { TestInstance } from './instance.ts';
import type { TestPerson } from './person.ts';

/** Name, alternative text, tag, colours of the sky and of the ground, height of a picture 1,200 pixels
 * wide. */
const PICTURES = [
  ['terrace.jpg', 'The terrace in the evening', 'Terrace', '#f4a261', '#264653', 800],
  ['asparagus.jpg', 'White asparagus on a wooden board', 'Menu', '#e9f5db', '#718355', 1200],
  ['roastery.jpg', 'Coffee beans in the roaster', 'Coffee', '#ddb892', '#7f5539', 800],
  ['rhubarb-cake.jpg', 'Rhubarb cake, a slice cut off', 'Menu', '#ffc8dd', '#bc4749', 1500],
  ['jazz.jpg', 'A double bass under a lamp', 'Events', '#3d405b', '#e07a5f', 800],
] as const;
const PLANS = [
  'Lunch today: lentils with parsley and an egg',
  'New on the shelf: beans from Huila, washed',
  'Sunday brunch is full. The garden has room',
  'How we bake with yesterday’s bread',
  'Jazz at eight, with the Meyer trio',
];

export interface ExampleMonth {
  /** The uploads, in the order of their names above. */
  readonly media: readonly { readonly id: string; readonly path: string }[];
}

export async function addExampleMonth(
  crier: TestInstance,
  person: TestPerson,
  { published, scheduled }: ExampleData,
): Promise<ExampleMonth> {
  await insertChannel(crier, 'instagram', { name: 'cafe.nord' });
  await insertChannel(crier, 'youtube', { name: 'Cafe Nord films' });
  await sql(
    crier,
    'update integration set posting_times = (select posting_times from integration order by created_at limit 1)',
  );
  const media: { id: string; path: string }[] = [];
  for (const [name, alt, tag, sky, ground, height] of PICTURES) {
    const { body } = await upload<{ id: string; path: string }>(crier, await draw(sky, ground, height), {
      name,
    });
    await person.call('PATCH', `/media/${body.id}`, { body: { alt, tags: [tag] } });
    media.push(body);
  }
  await addDrafts(crier, person, media);
  await person.call('POST', '/hashtag-sets', {
    body: { name: 'Cafe', tags: ['coffee', 'vienna', 'brunch'] },
  });
  await fillMonth(crier, scheduled);
  await addAnalytics(crier);
  await tellStory(crier, published);
  await sql(
    crier,
    `insert into notification (organization_id, kind, post_id, integration_id, content)
    select p.organization_id, kind, p.id, p.integration_id, 'The network refused it'
    from post p, unnest(array['failed', 'unconfirmed', 'channel_disconnected']) kind
    where p.state = 'failed'`,
  );
  return { media };
}

/**
 * A sun above hills: enough of a picture to see how it is cut. As pixels, which need no reader of a format: a
 * test file that ran in this process before may have closed them (`open-picture.ts`).
 */
async function draw(sky: string, ground: string, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const width = 1200;
  const colours = [sky, ground, '#ffffff'].map((colour) => Buffer.from(colour.slice(1), 'hex'));
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isGround = y > height * (0.62 - 0.1 * Math.sin((x / width) * 3 * Math.PI));
      const isSun = Math.hypot(x - 860, y - height * 0.3) < 120;
      const [above, below, sun] = colours;
      (isGround ? below : isSun ? sun : above)?.copy(pixels, (y * width + x) * 3);
    }
  }
  const raw = { width, height, channels: 3 } as const;
  return new Uint8Array(await sharp(pixels, { raw }).jpeg().toBuffer());
}

async function addDrafts(
  crier: TestInstance,
  person: TestPerson,
  media: ExampleMonth['media'],
): Promise<void> {
  const channels = await sql<{ id: string }>(crier, 'select id from integration order by created_at limit 2');
  for (const [n, text] of [
    'The card for June, still without prices',
    'A word about our suppliers',
  ].entries()) {
    const file = media[n];
    const document = {
      channels: channels.map(({ id }) => id),
      parts: [{ id: 'a', text, media: file ? [{ id: file.id, alt: '' }] : [], delaySeconds: 0 }],
      variations: {},
      settings: {},
      tags: [],
      when: { kind: 'slot', date: null },
    };
    await person.call('POST', '/compositions', { body: { document } });
  }
}

/** Copies of a waiting post through the month, two or three a day, on all channels. */
async function fillMonth(crier: TestInstance, scheduled: string): Promise<void> {
  await sql(
    crier,
    `with days as (
      select n, gen_random_uuid() as id,
        date_trunc('month', now()) + (n / 2) * interval '1 day' + (8 + (n * 5) % 11) * interval '1 hour' as at
      from generate_series(0, 61) n
    ),
    channel as (select id, row_number() over (order by created_at) - 1 as n from integration),
    made as (
      insert into post (id, post_group_id, organization_id, integration_id, public_group, state, publish_at,
        published_at, settings)
      select days.id, p.post_group_id, p.organization_id, channel.id, gen_random_uuid(),
        case when at < now() then 'published' else 'scheduled' end, at, case when at < now() then at end,
        p.settings
      from days, post p, channel
      where p.id = $1 and channel.n = days.n % 7
      returning id, publish_at
    )
    insert into post_item (id, post_id, position, content)
    select gen_random_uuid(), id, 0, ($2::text[])[1 + extract(day from publish_at)::int % 5] from made`,
    [scheduled, PLANS],
  );
}

/** Thirty days of numbers for two accounts, and those of the posts that were published. */
async function addAnalytics(crier: TestInstance): Promise<void> {
  await sql(
    crier,
    `insert into metric_day (integration_id, label, day, total, place)
    select i.id, label, current_date - 30 + n, round(base + (n + sin(n * 1.7)) * step), place
    from integration i, generate_series(1, 30) n,
      (values ('instagram', 'Followers', 1840, 16, 0), ('instagram', 'Reach', 900, 21, 1),
        ('youtube', 'Subscribers', 310, 3, 0), ('youtube', 'Views', 5200, 140, 1),
        ('youtube', 'Videos', 20, 1, 2)) as v(network, label, base, step, place)
    where i.provider = network`,
  );
  await sql(
    crier,
    `insert into metric_day (integration_id, post_id, label, day, total, place)
    select p.integration_id, p.id, label, current_date, weight * (7 + (extract(day from p.published_at)::int * 13) % 29), place
    from post p join integration i on i.id = p.integration_id,
      (values ('Likes', 3, 0), ('Comments', 1, 1), ('Shares', 1, 2)) as v(label, weight, place)
    where p.state = 'published' and i.provider in ('instagram', 'youtube')
      and p.published_at > now() - interval '30 days'
    on conflict do nothing`,
  );
}

/** What happened to a post whose answer was lost. */
async function tellStory(crier: TestInstance, published: string): Promise<void> {
  await sql(
    crier,
    `update post_event e set at = p.publish_at - interval '2 days', detail = detail || jsonb_build_object('publishAt', p.publish_at)
    from post p where e.post_id = p.id and p.id = $1`,
    [published],
  );
  await sql(
    crier,
    `insert into post_event (post_id, at, kind, detail)
    select p.id, p.publish_at + secs * interval '1 second', kind, detail::jsonb
    from post p, (values (0.2, 'claimed', '{"part": 1, "try": 1}'), (0.3, 'request_sent', '{"part": 1}'),
      (2.1, 'outcome_unknown', '{"part": 1}'), (4.0, 'looked_up', '{"part": 1, "found": true}'),
      (4.1, 'published', '{"part": 1, "latenessMs": 400}')) as v(secs, kind, detail)
    where p.id = $1`,
    [published],
  );
  await sql(
    crier,
    `update post set lateness_ms = 400, published_at = publish_at + interval '4 seconds' where id = $1`,
    [published],
  );
}
