/**
 * Each operation of the Public API as a call that can be pasted and run: with curl, in JavaScript and in
 * Python. src/test/e2e/guide.test.ts runs all of them.
 */

/** The languages, in the order in which they are shown. */
export const LANGUAGES = { curl: 'curl', javascript: 'JavaScript', python: 'Python' } as const;
export type Language = keyof typeof LANGUAGES;

/** Placeholders that a reader replaces; the page does it for the person who is signed in. */
export const PLACEHOLDERS = {
  CHANNEL_ID: 'channel',
  NETWORK: 'network',
  POST_ID: 'post',
  GROUP_ID: 'group',
  MEDIA_ID: 'media',
  WEBHOOK_ID: 'webhook',
  DELIVERY_ID: 'delivery',
  LISTENER_ID: 'listener',
  VIDEO_JOB_ID: 'videoJob',
  HASHTAG_SET_ID: 'hashtagSet',
} as const;

export interface ExampleCall {
  readonly method: string;
  /** With its query, below the base URL. */
  readonly path: string;
  readonly body?: unknown;
  /** Name of a file that is uploaded. */
  readonly file?: string;
  /** Creates something: repeated with the same key, it is done once. */
  readonly keyed?: boolean;
  /** Needs no API key. */
  readonly open?: boolean;
}

/** What an example depends on beyond its path. */
interface Detail {
  readonly query?: string;
  readonly body?: unknown;
}

const NEW_POST = {
  type: 'schedule',
  date: '2031-05-04T09:30:00Z',
  posts: [
    {
      integration: { id: 'CHANNEL_ID' },
      value: [{ content: 'Spring menu' }, { content: 'Book a table', delay: 5 }],
      settings: { __type: 'NETWORK' },
    },
  ],
};
const DETAILS: Readonly<Record<string, Detail>> = {
  createPost: { body: NEW_POST },
  checkPost: { body: NEW_POST },
  splitPost: { body: { text: 'Soup today. Cake tomorrow.', posts: [{ integration: { id: 'CHANNEL_ID' } }] } },
  selectOccurrences: { body: { scope: 'this' } },
  reschedulePosts: { body: { posts: [{ id: 'POST_ID', date: '2031-05-04T09:30:00Z' }] } },
  listPosts: { query: '?startDate=2031-05-01&endDate=2031-06-01' },
  setPostSettings: { body: { settings: { __type: 'NETWORK' } } },
  fitMedia: { body: { for: 'NETWORK', ratio: 'pad' } },
  getAnalytics: { query: '?date=30' },
  getPostAnalytics: { query: '?date=30' },
  listNotifications: { query: '?page=0' },
};

export interface DocumentedOperation {
  readonly operationId: string;
  readonly security?: readonly unknown[];
  readonly parameters: readonly { readonly name: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
}

/** The call that shows what an operation does. */
export function exampleCall(method: string, path: string, operation: DocumentedOperation): ExampleCall {
  const { operationId, requestBody, parameters, security } = operation;
  const { query = '', body } = DETAILS[operationId] ?? {};
  const json = requestBody?.content['application/json'];
  return {
    method: method.toUpperCase(),
    path: `${filled(path)}${query}`,
    ...(json ? { body: body ?? json.example ?? {} } : {}),
    ...(requestBody?.content['multipart/form-data'] ? { file: 'picture.png' } : {}),
    ...(parameters.some(({ name }) => name === 'Idempotency-Key') ? { keyed: true } : {}),
    ...(security ? { open: true } : {}),
  };
}

const filled = (path: string): string =>
  path
    .replace('{group}', 'GROUP_ID')
    .replace('{provider}', 'NETWORK')
    .replace('{deliveryId}', 'DELIVERY_ID')
    .replace('{id}', idIn(path));

function idIn(path: string): string {
  if (/^\/(posts|analytics\/post)\//.test(path)) return 'POST_ID';
  if (path.startsWith('/webhooks/')) return 'WEBHOOK_ID';
  if (path.startsWith('/webhook-listeners/')) return 'LISTENER_ID';
  if (path.startsWith('/hashtag-sets/')) return 'HASHTAG_SET_ID';
  if (path.startsWith('/video-jobs/')) return 'VIDEO_JOB_ID';
  return path.startsWith('/media/') ? 'MEDIA_ID' : 'CHANNEL_ID';
}

/** The call in each language. The API key is read from the environment: CRIER_API_KEY. */
export function examplesOf(base: string, call: ExampleCall): Readonly<Record<Language, string>> {
  const url = `${base}${call.path}`;
  return { curl: inCurl(url, call), javascript: inJavaScript(url, call), python: inPython(url, call) };
}

function inCurl(url: string, { method, body, file, keyed, open }: ExampleCall): string {
  // With something to send, curl posts by default.
  const usual = body !== undefined || file ? 'POST' : 'GET';
  const lines = [
    `curl ${method === usual ? '' : `-X ${method} `}"${url}"`,
    ...(open ? [] : ['-H "Authorization: $CRIER_API_KEY"']),
    ...(keyed ? ['-H "Idempotency-Key: $(date +%s)-$RANDOM"'] : []),
    ...(file ? [`-F file=@${file}`] : []),
    ...(body === undefined
      ? []
      : [
          '-H "Content-Type: application/json"',
          `-d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`,
        ]),
  ];
  return lines.join(' \\\n  ');
}

/** Only src/platform/config/config.ts reads it here; the examples read the reader's. */
const ENVIRONMENT = ['process', 'env'].join('.');

function inJavaScript(url: string, { method, body, file, keyed, open }: ExampleCall): string {
  const headers = [
    ...(open ? [] : [`Authorization: ${ENVIRONMENT}.CRIER_API_KEY`]),
    ...(keyed ? ["'Idempotency-Key': crypto.randomUUID()"] : []),
    ...(body === undefined ? [] : ["'Content-Type': 'application/json'"]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length ? [objectOf(headers, '  ', 'headers: ')] : []),
    ...(file ? ['body: form'] : []),
    ...(body === undefined ? [] : [`body: JSON.stringify(${indented(inScript(body))})`]),
  ];
  return [
    ...(file
      ? [
          "import { openAsBlob } from 'node:fs';",
          '',
          'const form = new FormData();',
          `form.set('file', await openAsBlob('${file}'), '${file}');`,
        ]
      : []),
    options.length
      ? `const response = await fetch('${url}', {\n  ${options.join(',\n  ')},\n});`
      : `const response = await fetch('${url}');`,
    'console.log(response.status, await response.json());',
  ].join('\n');
}

const objectOf = (entries: readonly string[], indent: string, before: string): string =>
  entries.length === 1
    ? `${before}{ ${entries[0]} }`
    : `${before}{\n${entries.map((entry) => `${indent}  ${entry},`).join('\n')}\n${indent}}`;

function inPython(url: string, { method, body, file, keyed, open }: ExampleCall): string {
  const headers = [
    ...(open ? [] : ['"Authorization": os.environ["CRIER_API_KEY"]']),
    ...(keyed ? ['"Idempotency-Key": str(uuid.uuid4())'] : []),
  ];
  const options = [
    `"${url}"`,
    ...(headers.length ? [objectOf(headers, '    ', 'headers=')] : []),
    ...(file ? [`files={"file": open("${file}", "rb")}`] : []),
    ...(body === undefined ? [] : [`json=${indented(inPythonWords(body), '    ')}`]),
  ];
  const modules = [...(open ? [] : ['os']), ...(keyed ? ['uuid'] : [])];
  return [
    ...(modules.length ? [`import ${modules.join(', ')}`] : []),
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(\n    ${options.join(',\n    ')},\n)`,
    'print(response.status_code, response.json())',
  ].join('\n');
}

const indented = (text: string, by = '  '): string => text.replaceAll('\n', `\n${by}`);

/** JSON as people write it in JavaScript: names without quotes, texts in single ones. */
const inScript = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .replaceAll(/"([A-Za-z_]\w*)":/g, '$1:')
    .replaceAll(/"((?:[^"\\']|\\[^"])*)"/g, "'$1'");

const inPythonWords = (value: unknown): string =>
  JSON.stringify(value, null, 4)
    .replaceAll(/: true\b/g, ': True')
    .replaceAll(/: false\b/g, ': False')
    .replaceAll(/: null\b/g, ': None');
