import { Radio, Stack, Text } from '@mantine/core';
import { strings } from '../../strings/index.ts';

const text = strings.consent;

interface OrganizationChoiceProps {
  readonly organizations: readonly { readonly id: string; readonly name: string }[];
  readonly value: string | undefined;
  onChange(id: string): void;
}

/** Which organisation the app may act for. With only one there is nothing to choose. */
export function OrganizationChoice({ organizations, value, onChange }: OrganizationChoiceProps) {
  const [only] = organizations;
  if (!only) return <Text size="sm">{text.noOrganization}</Text>;
  if (organizations.length === 1) {
    return (
      <Text size="sm" className="any-text">
        {text.oneOrganization}{' '}
        <b>
          <bdi>{only.name}</bdi>
        </b>
      </Text>
    );
  }
  return (
    <Radio.Group label={text.organization} value={value} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {organizations.map(({ id, name }) => (
          <Radio key={id} value={id} label={<bdi>{name}</bdi>} className="any-text" />
        ))}
      </Stack>
    </Radio.Group>
  );
}
