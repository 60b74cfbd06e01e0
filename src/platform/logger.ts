/** Structured logs, one JSON object a line; secrets are cut out by field name and by shape. */
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
// Our own keys and tokens (`crk_`, `pos_`, `pcs_`, `inv_`), bearer values, JWTs and hashes of passwords,
// wherever they stand in a text; and the whole row that PostgreSQL quotes when it breaks a rule of its table.
const SECRET_SHAPES =
  /(?<=Failing row contains )\((?:[^"\\]|\\.)*?\)(?=\.(?:\\n|"|$))|\$argon2\w+\$[\w$=,+/-]+|\b(?:crk|pos|pcs|inv)_[\w-]{16,}|\bBearer\s+[\w.~+/-]{12,}=*|\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*|\bnsec1[02-9ac-hj-np-z]{20,}/g;

/** Takes secrets out of a text by their shape. */
export function redact(text: string): string {
  return text.replace(SECRET_SHAPES, '[redacted]');
}

/** A logger of one process; `component` names the part that speaks. */
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

/** Lines that wait for room while the disk of a log file is full; what is beyond is dropped. */
const MAX_WAITING_BYTES = 1_048_576;

/**
 * Writes at once, and survives a full disk: the line waits, and goes out with the first one after there is
 * room. pino's own way ends the process at the first failure, and the end of the process then waits for room,
 * for good.
 */
function standardOutput(): pino.DestinationStream {
  const stream = pino.destination({ dest: 1, sync: true, maxLength: MAX_WAITING_BYTES });
  // Nobody can be told: the log is where it would be said.
  stream.on('error', () => undefined);
  return stream;
}
