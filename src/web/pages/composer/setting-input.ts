import type { Schemas } from '../../api/client.ts';
import { words } from '../../strings/networks.ts';
import type { Settings } from './composer-state.ts';
import { helpOf, nameOf, type SettingSchema } from './settings-schema.ts';

/** What all fields of one form share. */
export interface SharedProps {
  readonly channel: string;
  readonly tools: readonly Schemas['Tool'][];
  /** Settings that the account has switched off for all its posts. */
  readonly off?: readonly string[];
  /** What is wrong, by the path of the field (`subreddit.0.value.title`). */
  readonly problems: readonly { readonly field: string; readonly message: string }[];
}

/** One setting, its value, and what is wrong with it. */
export interface FieldProps extends SharedProps {
  readonly name: string;
  readonly schema: SettingSchema;
  readonly path: string;
  readonly required: boolean;
  readonly value: unknown;
  /** All settings of the same object, those without a value too: a tool may need one of them. */
  readonly siblings: Settings;
  onChange(value: unknown): void;
}

/** Label, help and error, as Mantine's inputs take them. */
export function inputOf({ name, schema, path, required, problems }: FieldProps) {
  return {
    label: words(nameOf(name, schema)),
    description: words(helpOf(schema)) || undefined,
    error: problems.find(({ field }) => field === path)?.message,
    withAsterisk: required,
  };
}
