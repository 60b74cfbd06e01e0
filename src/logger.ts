/** Structured logs, one JSON object a line; secrets are cut out by field name and by shape. */
import pino from 'pino';

export type Logger = pino.Logger;

const SECRET_FIELDS = ['authorization', 'cookie', 'credentials', 'password', 'token', 'accessToken', 'refreshToken', 'secret', 'apiKey', 'key'];
// Our own keys and tokens (`crk_`, `pos_`, `pcs_`), bearer values and JWTs, wherever they stand in a text.
const SECRET_SHAPES = /\b(?:crk|pos|pcs)_[\w-]{16,}|\bBearer\s+[\w.~+/-]{12,}=*|\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*|\bnsec1[02-9ac-hj-np-z]{20,}/g;

/** Takes secrets out of a text by their shape. */
export function redact(text: string): string {
  return text.replace(SECRET_SHAPES, '[redacted]');
}

/** A logger of one process; `component` names the part that speaks. */
export function createLogger(options: { level: string; component: string }): Logger {
  return pino({
    level: options.level,
    base: { component: options.component },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_FIELDS.flatMap((f) => [f, `*.${f}`, `*.*.${f}`]), censor: '[redacted]' },
    hooks: { streamWrite: redact },
  });
}
