/** Settings of a post that its network does not have: posts that came over the API may have some. */
import type { Settings } from './composer-state.ts';
import type { SettingSchema } from './settings-schema.ts';

/** Whether the form of a schema can show the field at a path (`subreddit.0.value.nsfw`). */
export function hasForm(schema: SettingSchema, path: string): boolean {
  let at: SettingSchema | undefined = schema;
  for (const step of path.split('.')) {
    at = at?.items && /^\d+$/.test(step) ? at.items : at?.properties?.[step];
  }
  return at !== undefined;
}

/** The settings without what is at a path. What is stored is merged with them: null removes it there. */
export function without(settings: Settings, path: string, schema: SettingSchema): Settings {
  const [first = '', ...rest] = path.split('.');
  if (!rest.length || !hasForm(schema, first)) return { ...settings, [first]: null };
  return { ...settings, [first]: removed(settings[first], rest) };
}

function removed(value: unknown, [step = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) {
    return value.map((one, index) => (String(index) === step ? removed(one, rest) : (one as unknown)));
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, one]): [string, unknown][] =>
    name !== step ? [[name, one]] : rest.length ? [[name, removed(one, rest)]] : [],
  );
  return Object.fromEntries(entries);
}
