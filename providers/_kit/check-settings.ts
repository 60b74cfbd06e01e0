/** Checks the settings of a post: `__type` names the network, whose schema describes the rest. */
import type { ContentIssue, Network } from './contract.ts';
import { compileCheck } from './json-schema.ts';
import { sentence } from './sentences/catalogue.ts';
import { refusedSettings } from './unknown-settings.ts';

/** Either the settings to store, with defaults filled in, or what is wrong; `mismatch`: `__type` is. */
export type CheckedSettings =
  | { readonly ok: true; readonly settings: Record<string, unknown> }
  | { readonly ok: false; readonly mismatch: boolean; readonly issues: ContentIssue[] };

const checks = new Map<string, ReturnType<typeof compileCheck>>();

/**
 * `draft`: fields may be missing. `fillType`: a `__type` that is missing beside other settings is filled in.
 */
export interface SettingsOptions {
  readonly draft?: boolean;
  readonly fillType?: boolean;
}

/**
 * Checks `settings` for a post to a network; paths begin with `settings`. Absent and empty settings become
 * `__type` alone, which is enough if the network requires nothing else. A draft may lack fields, but those
 * that are there must be valid. Fields that the network does not have are kept, except those that would
 * change who sees the post or what it means. The given object is not changed.
 */
export function checkSettings(
  network: Network,
  settings: Readonly<Record<string, unknown>> | undefined,
  { draft = false, fillType = false }: SettingsOptions = {},
): CheckedSettings {
  const { identifier, aliases = [] } = network;
  const missing = settings?.__type === undefined;
  const type = missing && (fillType || isEmpty(settings)) ? identifier : settings?.__type;
  if (type !== identifier && !aliases.includes(type as string)) {
    return {
      ok: false,
      mismatch: true,
      issues: [
        {
          path: 'settings.__type',
          ...sentence(missing ? 'network_missing' : 'other_network', { network: identifier }),
        },
      ],
    };
  }
  let check = checks.get(identifier);
  if (!check) checks.set(identifier, (check = compileCheck(network.settingsSchema)));
  const checked = { ...structuredClone(settings), __type: identifier };
  const wrong = check(checked, { unfinished: draft }).map((issue) => ({
    ...issue,
    path: issue.path === 'body' ? 'settings' : `settings.${issue.path}`,
  }));
  const issues = [...wrong, ...refusedSettings(network, settings)];
  return issues.length ? { ok: false, mismatch: false, issues } : { ok: true, settings: checked };
}

const isEmpty = (settings: object = {}): boolean => Object.keys(settings).length === 0;
