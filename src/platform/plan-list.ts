/**
 * Plans from the configuration: how much an organisation may use. Without any, nothing is counted and nothing
 * is limited.
 */
import { readFileSync } from 'node:fs';
import { createAjv, toIssues } from '../../providers/_kit/json-schema.ts';

/** The limits of a plan. `null` = unlimited; `postsPerMonth` is for a calendar month in UTC. */
export interface Limits {
  readonly channels: number | null;
  readonly postsPerMonth: number | null;
  readonly members: number | null;
  readonly webhooks: number | null;
  /** The size of all files in the library; 1 MB = 1,000,000 bytes. */
  readonly storageMb: number | null;
}

/**
 * One plan. `name` is stored, `label` is shown; `stripePrice` is the price (`price_…`) that buys it, null =
 * not for sale.
 */
export interface Plan {
  readonly name: string;
  readonly label: string;
  readonly limits: Limits;
  readonly stripePrice: string | null;
}

/** The variables that define the plans. */
export interface PlansConfig {
  readonly CRIER_PLANS: readonly Plan[];
  readonly CRIER_DEFAULT_PLAN: string | undefined;
}

const limit = { type: ['integer', 'null'], minimum: 0, maximum: 1_000_000_000 } as const;
const LIMITS = { channels: limit, postsPerMonth: limit, members: limit, webhooks: limit };
/** Newer than plans that are in use: may be left out, and nothing is limited then. */
const LATER = { storageMb: { ...limit, default: null } };
const SCHEMA = {
  type: 'object',
  minProperties: 1,
  propertyNames: {
    pattern: '^[a-z][a-z0-9_-]{0,39}$',
    description: 'a name of up to 40 lower-case letters, digits, - and _, beginning with a letter',
  },
  additionalProperties: {
    type: 'object',
    additionalProperties: false,
    required: ['label', ...Object.keys(LIMITS)],
    properties: {
      label: { type: 'string', minLength: 1, maxLength: 60 },
      ...LIMITS,
      ...LATER,
      stripePrice: { type: ['string', 'null'], minLength: 1, default: null },
    },
  },
};

type Written = Readonly<
  Record<string, Limits & { readonly label: string; readonly stripePrice: string | null }>
>;

/**
 * Reads CRIER_PLANS: JSON text, or the path of a JSON file. An empty text means no plans.
 *
 * @throws Error that names each place that is wrong (`team.channels must be a whole number or null`)
 */
export function parsePlans(text: string | undefined): readonly Plan[] {
  if (!text) return [];
  const written = parseJson(text.startsWith('{') ? text : readPlansFile(text));
  const validate = createAjv().compile<Written>(SCHEMA);
  if (!validate(written)) {
    throw new Error(
      `describes no plans: ${toIssues(validate)
        .map(({ path, message }) => `${path} ${message}`)
        .join('; ')}`,
    );
  }
  const plans = Object.entries(written).map(([name, { label, stripePrice, ...limits }]): Plan => ({
    name,
    label,
    limits,
    stripePrice,
  }));
  const twice = plans.find(
    ({ stripePrice }, n) =>
      stripePrice !== null && plans.slice(0, n).some((other) => other.stripePrice === stripePrice),
  );
  if (twice) {
    throw new Error(
      `describes two plans with one price: ${twice.name}.stripePrice is ${twice.stripePrice} again`,
    );
  }
  return plans;
}

function readPlansFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new Error(`must be JSON text or the path of a JSON file: ${(cause as Error).message}`, { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`is not JSON: ${(cause as Error).message}`, { cause });
  }
}

/** The problem with the combination of the two variables; undefined when there is none. */
export function problemOfPlans({
  CRIER_PLANS: plans,
  CRIER_DEFAULT_PLAN: name,
}: Partial<PlansConfig>): string | undefined {
  if (!plans || !name || plans.some((plan) => plan.name === name)) return undefined;
  return plans.length
    ? `CRIER_DEFAULT_PLAN must be one of ${plans.map((plan) => plan.name).join(', ')}`
    : 'CRIER_DEFAULT_PLAN names a plan, and CRIER_PLANS has none';
}
