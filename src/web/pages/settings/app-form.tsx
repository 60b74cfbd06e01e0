import { Avatar, Button, FileButton, Group, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { http, type Answer } from '../../api/client.ts';
import { issueOf } from '../../components/issues.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { apps as text } from '../../strings/apps.ts';

/** An app as its organisation sees it. */
export type App = Omit<Answer<'listApps'>[number], 'deletedAt'>;

export interface AppValues {
  readonly name: string;
  readonly description: string;
  readonly redirectUrl: string;
  readonly pictureId: string | null;
}

interface AppFormProps {
  readonly values?: AppValues & { readonly picturePath?: string | undefined };
  readonly submit: string;
  readonly pending: boolean;
  readonly error: unknown;
  onSubmit(values: AppValues): void;
}

/** Registers an app, or edits one that exists. */
export function AppForm({ values, submit, pending, error, onSubmit }: AppFormProps) {
  const form = useForm({
    initialValues: {
      name: values?.name ?? '',
      description: values?.description ?? '',
      redirectUrl: values?.redirectUrl ?? '',
    },
  });
  const [picture, setPicture] = useState(
    values?.pictureId ? { id: values.pictureId, path: values.picturePath ?? '' } : null,
  );
  return (
    <form onSubmit={form.onSubmit((input) => onSubmit({ ...input, pictureId: picture?.id ?? null }))}>
      <Stack gap="sm" maw={480}>
        <TextInput
          label={text.name}
          description={text.nameHelp}
          maxLength={100}
          required
          {...form.getInputProps('name')}
          error={issueOf(error, 'name')}
        />
        <Textarea
          label={text.description}
          maxLength={500}
          autosize
          minRows={2}
          {...form.getInputProps('description')}
          error={issueOf(error, 'description')}
        />
        <PictureField name={form.values.name} picture={picture} onChange={setPicture} />
        <TextInput
          label={text.redirectUrl}
          description={text.redirectHelp}
          type="url"
          required
          {...form.getInputProps('redirectUrl')}
          error={issueOf(error, 'redirectUrl')}
        />
        <ErrorAlert
          error={error}
          fields={{ name: text.name, description: text.description, redirectUrl: text.redirectUrl }}
        />
        <Group>
          <Button type="submit" loading={pending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface PictureFieldProps {
  /** The app's name; its initials stand in for a picture. */
  readonly name: string;
  readonly picture: { readonly id: string; readonly path: string } | null;
  onChange(picture: PictureFieldProps['picture']): void;
}

function PictureField({ name, picture, onChange }: PictureFieldProps) {
  const [error, setError] = useState<unknown>(null);
  const upload = async (file: File | null): Promise<void> => {
    if (!file) return;
    const body = new FormData();
    body.set('file', file);
    const answer = await http.POST('/upload', { body: body as never, bodySerializer: () => body });
    setError(answer.error ?? null);
    if (answer.data) onChange({ id: answer.data.id, path: answer.data.path });
  };
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {text.picture}
      </Text>
      <Text size="xs" c="dimmed">
        {text.pictureHelp}
      </Text>
      <Group gap="sm">
        <Avatar src={picture?.path} name={name || '?'} color="initials" size={48} alt="" />
        <FileButton
          accept="image/png,image/jpeg,image/webp,image/gif"
          onChange={(file) => void upload(file)}
          inputProps={{ 'aria-label': text.picture }}
        >
          {(props) => (
            <Button {...props} variant="default" size="compact-sm">
              {text.pictureChoose}
            </Button>
          )}
        </FileButton>
        {picture && (
          <Button variant="subtle" size="compact-sm" onClick={() => onChange(null)}>
            {text.pictureRemove}
          </Button>
        )}
      </Group>
      <ErrorAlert error={error} />
    </Stack>
  );
}
