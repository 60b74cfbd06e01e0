/** Structured logs, one JSON object per line; secrets are removed by field name and by pattern. */
import pino from 'pino';

export type Logger = pino.Logger;

const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'credentials',
  'password',
  'token',
  'accessToken',
  'refreshToken',
  'secret',
  'apiKey',
  'key',
];
// Our own keys and tokens (`crk_`, `pos_`, `pcs_`, `inv_`, `sbi_`), the signatures of URLs (`med_`, also
// behind an encoded slash), bearer values, JWTs and password hashes, anywhere in a text; and the row that
// PostgreSQL quotes when a constraint is violated.
const SECRET_SHAPES =
  /(?<=Failing row contains )\((?:[^"\\]|\\.)*?\)(?=\.(?:\\n|"|$))|\$argon2\w+\$[\w$=,+/-]+|\b(?:crk|pos|pcs|inv|sbi)_[\w-]{16,}|med_[\w-]{43}|\bBearer\s+[\w.~+/-]{12,}=*|(?<![\w-])eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*|\bnsec1[02-9ac-hj-np-z]{20,}/g;

/** Removes secrets from a text by their pattern. */
export function redact(text: string): string {
  return text.replace(SECRET_SHAPES, '[redacted]');
}

/** The logger of one process; `component` names the part that writes. */
export function createLogger(options: { level: string; component: string }): Logger {
  return pino(
    {
      level: options.level,
      base: { component: options.component },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_FIELDS.flatMap((f) => [f, `*.${f}`, `*.*.${f}`]), censor: '[redacted]' },
      hooks: { streamWrite: redact },
    },
    standardOutput(),
  );
}

/** Lines buffered while the disk of a log file is full; more are dropped. */
const MAX_WAITING_BYTES = 1_048_576;

/**
 * Writes synchronously, and survives a full disk: a line waits, and is written with the first one after there
 * is room. pino's own destination ends the process at the first failure, and its end then waits for room
 * forever.
 */
function standardOutput(): pino.DestinationStream {
  const stream = pino.destination({ dest: 1, sync: true, maxLength: MAX_WAITING_BYTES });
  // There is no way to report it: this is where it would be logged.
  stream.on('error', () => undefined);
  return stream;
}
