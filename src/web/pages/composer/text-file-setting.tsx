import { Button, FileButton, Group, Input } from '@mantine/core';
import { textOfFile } from '../../../../providers/_kit/text-of-file.ts';
import { Icon } from '../../components/icon.tsx';
import { strings } from '../../strings/index.ts';
import { inputOf, type FieldProps } from './setting-input.ts';

const text = strings.composer.settings;

/** A setting that holds the content of a text file: subtitles. */
export function TextFileSetting(props: FieldProps) {
  const { schema, value, onChange } = props;
  const content = typeof value === 'string' ? value : '';
  const read = async (file: File | null): Promise<void> => {
    if (!file) return;
    const whole = textOfFile(new Uint8Array(await file.arrayBuffer()));
    // What is too long is cut off one character later, so that the check names it.
    onChange(whole.slice(0, (schema.maxLength ?? Infinity) + 1));
  };
  return (
    <Input.Wrapper {...inputOf(props)}>
      <Group gap="sm" mt={4}>
        {content && <span>{text.lines(content.trim().split('\n').length)}</span>}
        <FileButton accept=".srt,.vtt" onChange={(file) => void read(file)}>
          {(button) => (
            <Button {...button} variant="default" leftSection={<Icon name="file" size={18} />}>
              {content ? text.replaceTextFile : text.chooseTextFile}
            </Button>
          )}
        </FileButton>
        {content && (
          <Button variant="subtle" color="gray" onClick={() => onChange(null)}>
            {text.removeFile}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
