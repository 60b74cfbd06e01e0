/**
 * The guards of untrusted input: its size, its form, the time that reading it takes, and a process that
 * hangs.
 */
import type { Mutant } from './mutant.ts';

const PARAMETERS = ['src/oauth/read-parameters.test.ts'];
const OPEN_ENDPOINTS = ['src/test/security/open-endpoints.test.ts'];
const BODIES = ['src/http/parse-body.test.ts'];

export const untrustedMutants: readonly Mutant[] = [
  {
    id: 'http/open-body',
    rule: 'a body of an unauthenticated caller has at most 16 KB',
    file: 'src/run/router.ts',
    edits: [['...(proof ? {} : { maxBytes: MAX_OPEN_BYTES })', '']],
    tests: PARAMETERS,
  },
  {
    id: 'http/form-fields',
    rule: 'a form has at most 50 fields',
    file: 'src/http/parse-body.ts',
    edits: [['if (form.size > MAX_FORM_FIELDS)', 'if (form.size > Infinity)']],
    tests: PARAMETERS,
  },
  {
    id: 'http/query-once',
    rule: 'a query is read in one pass, with any repetitions',
    file: 'src/run/app.ts',
    edits: [['  readQueriesOnce(app);\n', '']],
    tests: OPEN_ENDPOINTS,
  },
  {
    id: 'http/json-names',
    rule: 'a name in JSON has at most 1000 bytes, as longer ones are compared in quadratic time',
    file: 'src/http/check-json.ts',
    edits: [['if (quoted.length > MAX_NAME_BYTES)', 'if (quoted.length > Infinity)']],
    tests: [...BODIES, ...OPEN_ENDPOINTS],
  },
  {
    id: 'http/hang-supervised',
    rule: 'an API that hangs is ended and started again by npm start',
    file: 'src/platform/alive.ts',
    edits: [["if (process.connected) process.send?.('alive');", '']],
    tests: ['src/run/roles/all.test.ts'],
  },
  {
    id: 'http/hang-alone',
    rule: 'an API or a worker without a supervisor ends itself when it hangs',
    file: 'src/platform/alive.ts',
    edits: [["  process.kill(process.pid, 'SIGKILL');\n", '']],
    tests: ['src/test/compose.test.ts'],
  },
  {
    id: 'http/unpacked',
    rule: 'a body that is unpacked has at most what any other may have',
    file: 'src/http/parse-body.ts',
    edits: [['{ maxOutputLength: maxBytes }', '{}']],
    tests: BODIES,
  },
  {
    id: 'http/gzip',
    rule: 'a body that is compressed with gzip is read as what it was before',
    file: 'src/http/parse-body.ts',
    edits: [['GZIP.has(coding) && sent.length ? await unpack(sent, maxBytes) : sent', 'sent']],
    tests: BODIES,
  },
  {
    id: 'http/unknown-coding',
    rule: 'a body that is compressed otherwise is refused as such, not as broken JSON',
    file: 'src/http/parse-body.ts',
    edits: [["  if (coding !== 'identity' && !GZIP.has(coding)) throw unknownCoding(coding);\n", '\n']],
    tests: BODIES,
  },
  {
    id: 'http/byte-order-mark',
    rule: 'a byte order mark before a body is no part of it',
    file: 'src/http/parse-body.ts',
    edits: [['{ fatal: true }', '{ fatal: true, ignoreBOM: true }']],
    tests: BODIES,
  },
  {
    id: 'uploads/part-headers',
    rule: 'the headers of one part of an upload have at most 16 KB',
    file: 'src/uploads/receive-multipart.ts',
    edits: [['      if (value) then();\n', '']],
    tests: ['src/test/security/hostile-requests.test.ts'],
  },
  {
    id: 'oauth/stored-redirect',
    rule: 'an app whose stored redirect URL could not be registered is approved by nobody',
    file: 'src/oauth/authorization-request.ts',
    edits: [['if (unfit)', 'if (unfit === null)']],
    tests: ['src/oauth/consent.test.ts'],
  },
];
