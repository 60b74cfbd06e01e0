import type { Made, Row, SourceOptions } from './make-source.ts';

/** What the posts are made of: `now` is when the first one is due. */
export interface PostOptions extends SourceOptions {
  readonly now: Date;
  readonly created: Row;
}

const MINUTE_MS = 60_000;
const TEXTS = [
  'Spring menu\nBook a table',
  '<p>Spring menu</p><p></p><p>Book a <strong>table</strong></p>',
  '<p>Fresh <u>today</u> 🥐</p><ul><li><p>Croissant</p></li><li><p>Brioche</p></li></ul>',
  '<p>Thanks <span class="mention" data-mention-id="1" data-mention-label="Ada">@Ada</span> &amp; all</p>',
];
const SETTINGS = ['{"__type":"sandbox"}', '{}', null, ''];

function row(make: Made, { now, created }: PostOptions, fields: Row): Row {
  return {
    state: 'DRAFT',
    publishDate: now,
    organizationId: make.uuid('organization', 0),
    integrationId: make.cuid('channel', 0, 0),
    content: TEXTS[1],
    delay: 0,
    group: make.uuid('group', String(fields.id)),
    approvedSubmitForOrder: 'NO',
    settings: SETTINGS[0],
    image: '[]',
    ...created,
    ...fields,
  };
}

/**
 * The many: `waiting` of them due a minute apart from `now` on, the others published in the months before.
 */
export function postRows(make: Made, options: PostOptions): Row[] {
  const { posts, waiting, organizations, now } = options;
  return Array.from({ length: posts }, (_, i): Row => {
    const n = i % organizations;
    const waits = i < waiting;
    const due = new Date(now.getTime() + (waits ? i : -(i + 1)) * MINUTE_MS);
    return row(make, options, {
      id: make.cuid('post', i),
      state: waits ? 'QUEUE' : 'PUBLISHED',
      publishDate: due,
      organizationId: make.uuid('organization', n),
      integrationId: make.cuid('channel', n, 0),
      content: `<p>Post ${i}</p>${TEXTS[i % TEXTS.length]}`,
      group: make.uuid('group', i),
      settings: SETTINGS[i % SETTINGS.length],
      // A cutover asks about a waiting post whose picture was not copied.
      image:
        i % 7 === 0 && !waits
          ? JSON.stringify([{ id: make.uuid('media', n, 0), path: 'https://old.example/x.png' }])
          : '[]',
      releaseId: waits ? null : `remote-${i}`,
      releaseURL: waits ? null : `https://social.example/${i}`,
      ...(waits ? {} : { updatedAt: due }),
    });
  });
}

/** What instances have collected in years, in the first organisation. */
export function oddPosts(make: Made, options: PostOptions): { posts: Row[]; tags: Row[]; tagged: Row[] } {
  const { now, created } = options;
  const later = new Date(now.getTime() + 2 * 86_400_000);
  const odd = (name: string, fields: Row): Row =>
    row(make, options, { id: make.cuid('odd', name), publishDate: later, ...fields });
  const thread = Array.from({ length: 12 }, (_, i): Row =>
    odd(`thread ${i}`, {
      state: 'QUEUE',
      group: make.uuid('group', 'thread'),
      content: `<p>Part ${i + 1} of 12</p>`,
      delay: i === 3 ? 5 : 0,
      parentPostId: i ? make.cuid('odd', `thread ${i - 1}`) : null,
    }),
  );
  const posts = [
    ...thread,
    odd('plain', { content: TEXTS[0], settings: null, image: null }),
    odd('broken settings', { settings: '{"__type":"sandb', state: 'QUEUE' }),
    odd('broken image', { image: '[{"id":', state: 'QUEUE' }),
    odd('image strings', { image: '["https://old.example/uploads/2025/03/00/a.png"]' }),
    odd('image object', { image: '{"id":"x","path":"https://old.example/a.png"}' }),
    odd('image without id', { image: '[{"path":"https://old.example/a.png"}, null]' }),
    odd('deleted', { state: 'QUEUE', deletedAt: created.updatedAt }),
    odd('long', { content: `<p>${'Brot & Kuchen 🥖 '.repeat(12_000)}</p>` }),
    odd('script', { content: '<p onclick="x()">Hello<script>alert(1)</script></p>', state: 'QUEUE' }),
    odd('nul', { content: '<p>Tab\u0001le</p>' }),
    odd('error', { state: 'ERROR', error: '{"message":"Your token has expired"}' }),
    odd('series', {
      state: 'PUBLISHED',
      intervalInDays: 7,
      releaseId: 'r1',
      releaseURL: 'https://social.example/s',
    }),
    odd('no release', { state: 'PUBLISHED', releaseId: 'missing', releaseURL: null }),
    odd('own group', { group: 'campaign-7', state: 'QUEUE' }),
    odd('unknown network', { integrationId: make.cuid('channel', 0, 35), state: 'QUEUE' }),
    odd('of a deleted channel', { integrationId: make.cuid('channel', 0, 8), state: 'QUEUE' }),
    odd('half', { state: 'PUBLISHED', releaseId: 'h1', releaseURL: 'https://social.example/h' }),
    odd('half 2', { state: 'ERROR', parentPostId: make.cuid('odd', 'half'), error: 'refused' }),
    odd('tagged', { state: 'QUEUE' }),
  ];
  const orgId = make.uuid('organization', 0);
  const tag = (name: string, fields: Row): Row => ({
    id: make.uuid('tag', name),
    name,
    color: '#942828',
    orgId,
    ...created,
    ...fields,
  });
  const tagged = (name: string): Row => ({
    postId: make.cuid('odd', 'tagged'),
    tagId: make.uuid('tag', name),
    ...created,
  });
  return {
    posts,
    tags: [
      tag('spring', {}),
      tag('summer', { color: 'tomato' }),
      tag('gone', { deletedAt: created.updatedAt }),
    ],
    tagged: [tagged('spring'), tagged('summer'), tagged('gone')],
  };
}
