import { Button, Text } from '@mantine/core';
import { strings } from '../../strings/index.ts';
import { words } from '../../strings/networks.ts';
import classes from './settings-section.module.css';
import { labelOf } from './settings-schema.ts';

const text = strings.composer.settings;

/** A setting that no form shows, and the message about it. */
export interface UnknownSetting {
  readonly field: string;
  readonly message: string;
  /** Whether the post is refused because of it. */
  readonly refused: boolean;
}

/** What a network does not have stands in no form: here it can at least be taken away. */
export function UnknownSettingsList({
  settings,
  onRemove,
}: {
  readonly settings: readonly UnknownSetting[];
  onRemove(field: string): void;
}) {
  if (!settings.length) return null;
  return (
    <ul className={classes.unknown}>
      {settings.map(({ field, message, refused }) => {
        const label = words(labelOf(field.split('.').findLast((step) => /\D/.test(step)) ?? field));
        return (
          <li key={field} className={classes.unknownRow}>
            <Text
              component="span"
              size="sm"
              c={refused ? 'var(--mantine-color-error)' : undefined}
              className="any-text"
            >
              {strings.composer.readiness.ofField(label, message)}
            </Text>
            <Button size="compact-sm" variant="default" onClick={() => onRemove(field)}>
              {text.removeSetting(label)}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
