import { Button, Group, Radio, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { change, useChange } from '../../api/change.ts';
import { api, http, type Answer } from '../../api/client.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { Loading } from '../../components/loading.tsx';
import { notifyError, notifySaved } from '../../components/notify.ts';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import { OnlyAdmins, isAdmin, useMe } from './layout.tsx';
import { Row, Rows, Section } from './section.tsx';

const text = strings.settings.links;
const MODES = ['never', 'ask', 'always'] as const;
const AWAYS = ['wait', 'long'] as const;
type Organization = Answer<'getOrganization'>;
type Channels = Answer<'listChannels'>;

/** The settings for the links of posts: of all, of each channel, and what is added to them. */
export default function ShortLinksPage() {
  const me = useMe();
  const organization = api.useQuery('get', '/organization', {});
  const channels = api.useQuery('get', '/channels', {});
  if (!isAdmin(me)) return <OnlyAdmins />;
  const error = organization.error ?? channels.error;
  if (error) return <ErrorAlert error={error} />;
  if (!organization.data || !channels.data) return <Loading />;
  return (
    <>
      <LinksForm key={me.organization?.id} organization={organization.data} channels={channels.data} />
      <ChannelSwitches channels={channels.data} />
    </>
  );
}

function LinksForm({ organization, channels }: { organization: Organization; channels: Channels }) {
  const { shortLinks, withoutShortener, linkParameters } = organization;
  const networks = new Map([
    ['*', text.all],
    ...channels.map((one) => [one.identifier, one.network] as const),
  ]);
  for (const name of Object.keys(linkParameters)) if (!networks.has(name)) networks.set(name, name);
  const form = useForm({
    initialValues: {
      shortLinks,
      withoutShortener,
      parameters: [...networks.keys()].map((name) => linkParameters[name] ?? ''),
    },
  });
  const save = useChange('patch', '/organization', {
    onSuccess: () => notifySaved(strings.settings.nav.links),
  });
  const submit = form.onSubmit(({ parameters, ...values }) => {
    const entries = [...networks.keys()].map(
      (name, index) => [name, parameters[index]?.trim() ?? ''] as const,
    );
    // An empty one is as that of all networks.
    const kept = entries.filter(([, value]) => value);
    save.mutate({ body: { ...values, linkParameters: Object.fromEntries(kept) } });
  });
  return (
    <form noValidate onSubmit={submit}>
      <Section title={strings.settings.nav.links} help={text.help}>
        <Stack gap="md" maw={560}>
          <Radio.Group label={text.mode} {...form.getInputProps('shortLinks')}>
            <Stack gap="xs" mt="xs">
              {MODES.map((mode) => (
                <Radio key={mode} value={mode} label={text.modes[mode]} description={text.modeHelp[mode]} />
              ))}
            </Stack>
          </Radio.Group>
          <Radio.Group label={text.away} {...form.getInputProps('withoutShortener')}>
            <Stack gap="xs" mt="xs">
              {AWAYS.map((away) => (
                <Radio key={away} value={away} label={text.aways[away]} />
              ))}
            </Stack>
          </Radio.Group>
        </Stack>
      </Section>
      <Section title={text.parameters} help={text.parametersHelp}>
        <Stack gap="sm" maw={560}>
          {[...networks.values()].map((name, index) => (
            <TextInput
              key={name}
              label={name}
              maxLength={500}
              {...form.getInputProps(`parameters.${index}`)}
            />
          ))}
          <ErrorAlert error={save.error} />
          <Group>
            <Button type="submit" loading={save.isPending}>
              {strings.common.save}
            </Button>
          </Group>
        </Stack>
      </Section>
    </form>
  );
}

function ChannelSwitches({ channels }: { channels: Channels }) {
  return (
    <Section title={text.channels} help={text.channelsHelp}>
      {channels.length === 0 ? (
        <Text c="dimmed">{text.noChannels}</Text>
      ) : (
        <Rows>
          {channels.map(({ id, name, network, shortLinks }) => (
            <Row key={id} title={isolated(name)} detail={network}>
              <Switch
                aria-label={isolated(name)}
                checked={shortLinks}
                onChange={({ currentTarget }) => {
                  const body = { shortLinks: currentTarget.checked };
                  change(http.PATCH('/channels/{id}', { params: { path: { id } }, body })).catch(notifyError);
                }}
              />
            </Row>
          ))}
        </Rows>
      )}
    </Section>
  );
}
