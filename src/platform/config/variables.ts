/**
 * Kinds of environment variables: how a text becomes a checked value. The variables themselves are in
 * config.ts.
 */
import { identifiers } from '../../../providers/_kit/identifiers.ts';
import { trustedRanges } from '../ip-ranges.ts';
import { parsePlans, type Plan } from '../plan-list.ts';

/**
 * A variable: its meaning, its default as text, and how its text becomes a value. `parse` throws with the
 * fix.
 */
export interface Variable<T> {
  readonly help: string;
  readonly default: string;
  parse(text: string | undefined): T;
}

export const text = (help: string, fallback: string): Variable<string> => ({
  help,
  default: fallback || 'unset',
  parse: (value) => value || fallback,
});
export const optional = (help: string): Variable<string | undefined> => ({
  help,
  default: 'unset',
  parse: (value) => value || undefined,
});
export const flag = (help: string): Variable<boolean> => ({
  help,
  default: 'false',
  parse(value) {
    if (!value || value === 'false' || value === '0') return false;
    if (value === 'true' || value === '1') return true;
    throw new Error('must be true or false');
  },
});
export const integer = (help: string, fallback: number, min: number, max: number): Variable<number> => ({
  help,
  default: String(fallback),
  parse(value) {
    const number = value ? Number(value) : fallback;
    if (!Number.isInteger(number) || number < min || number > max) {
      throw new Error(`must be a whole number from ${min} to ${max}`);
    }
    return number;
  },
});
export const list = (help: string): Variable<string[]> => ({
  help,
  default: 'empty',
  parse: (value) =>
    (value ?? '')
      .split(',')
      .map((v) => v.trim())
      .filter(Boolean),
});
export const networks = (help: string): Variable<string[]> => ({
  help,
  default: 'empty',
  parse(value) {
    const names = list(help).parse(value?.toLowerCase());
    const unknown = names.filter((name) => !identifiers.includes(name));
    if (unknown.length) {
      const choice = identifiers.filter((name) => name !== SANDBOX).join(', ');
      throw new Error(`has no network called ${unknown.join(', ')}: must be names out of ${choice}`);
    }
    return names;
  },
});
export const hiddenNetworks = (help: string): Variable<string[]> => ({
  ...networks(help),
  parse(value) {
    const names = networks(help).parse(value);
    if (names.includes(SANDBOX)) throw new Error('cannot hide the sandbox: CRIER_SANDBOX=false does');
    return names;
  },
});
const SANDBOX = 'sandbox';
export const proxies = (help: string): Variable<string[]> => ({
  help,
  default: 'empty',
  parse(value) {
    const ranges = list(help).parse(value);
    trustedRanges(ranges);
    return ranges;
  },
});
export const url = (help: string): Variable<string | undefined> => ({
  help,
  default: 'unset',
  parse(value) {
    if (value && !URL.canParse(value)) {
      throw new Error('must be a full URL such as https://crier.example');
    }
    return value?.replace(/\/+$/, '') || undefined;
  },
});
/** The origin of a domain, or of a URL without a path. */
export const origin = (help: string): Variable<string | undefined> => ({
  help,
  default: 'unset',
  parse(value) {
    if (!value) return undefined;
    const found = URL.parse(/^https?:\/\//i.test(value) ? value : `https://${value}`);
    if (!found || found.pathname !== '/' || found.search || found.hash || found.username) {
      throw new Error('must be a domain such as go.example, or a URL without a path');
    }
    return found.origin;
  },
});
export const urlOr = (help: string, fallback: string): Variable<string> => ({
  help,
  default: fallback,
  parse: (value) => url(help).parse(value) ?? fallback,
});

export const checksum = (help: string): Variable<string | undefined> => ({
  help,
  default: 'unset',
  parse(value) {
    if (value && !/^[0-9a-f]{64}$/i.test(value)) throw new Error('must be 64 hexadecimal digits');
    return value?.toLowerCase() || undefined;
  },
});
export const secret = (help: string): Variable<string | undefined> => ({
  help,
  default: 'unset',
  parse(value) {
    if (value && value.length < 32) {
      throw new Error('must have at least 32 characters: openssl rand -base64 32');
    }
    return value || undefined;
  },
});
export const mailProvider = (help: string): Variable<'resend' | 'nodemailer' | undefined> => ({
  help,
  default: 'unset',
  parse(value) {
    if (!value) return undefined;
    if (value === 'resend' || value === 'nodemailer') return value;
    throw new Error('must be resend or nodemailer, or unset for no mail');
  },
});
export const optionalFlag = (help: string): Variable<boolean | undefined> => ({
  help,
  default: 'unset',
  parse: (value) => (value ? flag(help).parse(value) : undefined),
});
export const optionalPort = (help: string): Variable<number | undefined> => ({
  help,
  default: 'unset',
  parse: (value) => (value ? integer(help, 0, 1, 65_535).parse(value) : undefined),
});
export const mailAddress = (help: string): Variable<string | undefined> => ({
  help,
  default: 'unset',
  parse(value) {
    if (value && !/^[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\]+$/.test(value)) {
      throw new Error('must be an email address without a name, such as crier@example.org');
    }
    return value || undefined;
  },
});
export const oneLine = (help: string, fallback: string): Variable<string> => ({
  help,
  default: fallback,
  parse(value) {
    if (value && /\p{Cc}/u.test(value)) throw new Error('must be a single line without control characters');
    return value || fallback;
  },
});
export const registration = (help: string): Variable<'open' | 'closed' | 'first'> => ({
  help,
  default: 'unset',
  parse(value) {
    if (!value) return 'first';
    return flag(help).parse(value) ? 'closed' : 'open';
  },
});
export const storageProvider = (help: string): Variable<'local' | 's3' | 'cloudflare'> => ({
  help,
  default: 'local',
  parse(value) {
    if (!value || value === 'local') return 'local';
    if (value === 's3' || value === 'cloudflare') return value;
    throw new Error('must be local, s3 or cloudflare');
  },
});
export const plans = (help: string): Variable<readonly Plan[]> => ({
  help,
  default: 'unset',
  parse: parsePlans,
});
/** Paths that are taken. */
const TAKEN_PATH =
  /^\/(?:public|oauth|docs|metrics|sandbox|assets|auth|user|settings|posts|integrations|s|\.well-known|api(?!\/uploads$))(?:\/|$)/;
export const pathPrefix = (help: string, fallback: string): Variable<string> => ({
  help,
  default: fallback,
  parse(value) {
    const path = value ? `/${value.replace(/^\/+|\/+$/g, '')}` : fallback;
    if (!/^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$/.test(path) || TAKEN_PATH.test(path)) {
      throw new Error('must be a path that nothing else uses, such as /uploads');
    }
    return path;
  },
});
