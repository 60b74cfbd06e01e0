import { Button, FileButton, Group, Input, Loader } from '@mantine/core';
import { useRef, useState } from 'react';
import { uploadFile } from '../../api/upload.ts';
import { Icon } from '../../components/icon.tsx';
import { errorText } from '../../components/issues.ts';
import { strings } from '../../strings/index.ts';
import { useComposer } from './composer-context.ts';
import { localPath } from './local-path.ts';
import classes from './media/part-media.module.css';
import { inputOf, type FieldProps } from './setting-input.ts';

const text = strings.composer.settings;

/** A setting that names an upload: a cover, a thumbnail. */
export function UploadSetting(props: FieldProps) {
  const { value, onChange } = props;
  const { hold } = useComposer();
  // The other settings may have changed by the time at which the file is there.
  const latest = useRef(onChange);
  latest.current = onChange;
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const path = typeof value === 'object' && value !== null && 'path' in value ? String(value.path) : null;
  const send = async (file: File | null): Promise<void> => {
    if (!file) return;
    setPending(true);
    setError(null);
    try {
      const media = await uploadFile(file);
      latest.current({ id: media.id, path: media.path });
    } catch (problem) {
      setError(problem);
    }
    setPending(false);
  };
  const input = inputOf(props);
  const failed = error ? errorText(error) : undefined;
  return (
    <Input.Wrapper {...input} error={failed ?? input.error}>
      <Group gap="sm" mt={4}>
        {path && <img className={classes.picture} src={localPath(path)} alt="" />}
        <FileButton accept="image/*" onChange={(file) => hold(send(file))}>
          {(button) => (
            <Button {...button} variant="default" leftSection={<Icon name="photo-plus" size={18} />}>
              {path ? text.replaceFile : text.chooseFile}
            </Button>
          )}
        </FileButton>
        {pending && <Loader size="sm" aria-label={strings.common.loading} />}
        {path && (
          <Button variant="subtle" color="gray" onClick={() => onChange(null)}>
            {text.removeFile}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
