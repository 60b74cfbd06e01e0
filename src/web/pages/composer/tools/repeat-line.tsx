import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { latePart } from '../../../components/late-part.tsx';
import { ruleInWords } from '../../../components/series/rule-words.ts';
import { nextHour } from '../../../format/zone.ts';
import { strings } from '../../../strings/index.ts';
import { useComposer } from '../composer-context.ts';

const text = strings.series;
const RepeatDialog = latePart(() => import('./repeat-dialog.tsx'));

/** Whether and how the post is repeated, and the way to its dialog. */
export function RepeatLine() {
  const { state, dispatch, zone } = useComposer();
  const [opened, setOpened] = useState(false);
  const { when, repeat = null } = state.document;
  const date = when.date ?? nextHour();
  return (
    <Group gap="xs">
      <Icon name="repeat" size={16} />
      {repeat && <Text size="sm">{ruleInWords(repeat, date, zone)}</Text>}
      <Button size="compact-sm" variant="default" onClick={() => setOpened(true)}>
        {repeat ? text.change : text.repeat}
      </Button>
      {repeat && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => dispatch({ type: 'when-changed', when, repeat: null })}
        >
          {text.stop}
        </Button>
      )}
      {opened && (
        <RepeatDialog
          rule={repeat}
          date={date}
          zone={zone}
          onClose={() => setOpened(false)}
          onChoose={(rule, first) => {
            dispatch({ type: 'when-changed', when: { kind: 'at', date: first }, repeat: rule });
            setOpened(false);
          }}
        />
      )}
    </Group>
  );
}
