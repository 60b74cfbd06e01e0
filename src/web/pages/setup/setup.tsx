import { Button, Stack, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { api } from '../../api/client.ts';
import { enter } from '../../api/session.ts';
import { Entrance } from '../../components/entrance.tsx';
import { useFields } from '../../components/fields.tsx';
import { Loading } from '../../components/loading.tsx';
import { PasswordField, newPassword } from '../../components/password-field.tsx';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { TimeZoneField, browserZone } from '../../components/time-zone-field.tsx';
import { strings } from '../../strings/index.ts';
import { FirstPost } from './first-post.tsx';
import { Steps } from './steps.tsx';

const text = strings.setup;
const labels = strings.auth.fields;
const names = [text.steps.you, text.steps.organization, text.steps.post];

/**
 * The first run: the owner, the organisation and its time zone, and a post in the sandbox. Whoever comes
 * later signs in.
 */
export default function SetUp() {
  const setup = api.useQuery('get', '/auth/setup', {}, { staleTime: Infinity });
  const [step, setStep] = useState<'you' | 'organization' | 'post'>('you');
  if (setup.error) {
    return (
      <Entrance title={text.title}>
        <RefusalAlert error={setup.error} />
      </Entrance>
    );
  }
  if (step === 'post') {
    return (
      <Entrance title={text.title} intro={text.post.intro}>
        <Steps names={names} at={2} />
        <FirstPost />
      </Entrance>
    );
  }
  if (!setup.data) return <Loading />;
  if (!setup.data.needed) return <Navigate replace to="/sign-in" />;
  const organization = setup.data.organization?.name ?? '';
  return <Account organization={organization} step={step} onStep={setStep} />;
}

function Account({
  organization,
  step,
  onStep,
}: {
  organization: string;
  step: 'you' | 'organization';
  onStep(step: 'you' | 'organization' | 'post'): void;
}) {
  const you = useFields({ initial: { name: '', email: '', password: '' }, labels, rules: newPassword });
  const ours = useFields({ initial: { organization, timeZone: browserZone() }, labels });
  const setUp = api.useMutation('post', '/auth/setup', {
    onSuccess: (me) => {
      enter(me);
      onStep('post');
    },
    onError: (error) => {
      you.refuse(error);
      ours.refuse(error);
      if ('issues' in error && error.issues?.some(({ path }) => path in you.values)) onStep('you');
    },
  });
  // The API named a field of the step before: the cursor goes there, once it is shown.
  useEffect(() => you.focusWrong(), [step]);
  if (step === 'you') {
    return (
      <Entrance title={text.title} intro={text.you.intro}>
        <Steps names={names} at={0} />
        <form key="you" noValidate onSubmit={you.submit(() => onStep('organization'))}>
          <Stack>
            {you.summary}
            <TextInput autoComplete="name" autoFocus {...you.input('name')} />
            <TextInput type="email" autoComplete="username" inputMode="email" {...you.input('email')} />
            <PasswordField fresh {...you.input('password')} />
            <Button type="submit">{text.you.next}</Button>
          </Stack>
        </form>
      </Entrance>
    );
  }
  return (
    <Entrance title={text.title} intro={text.organization.intro}>
      <Steps names={names} at={1} />
      <form
        key="organization"
        noValidate
        onSubmit={ours.submit((values) => setUp.mutate({ body: { ...you.values, ...values } }))}
      >
        <Stack>
          {ours.summary}
          <TextInput
            autoComplete="organization"
            autoFocus
            description={text.organization.nameHint}
            {...ours.input('organization')}
          />
          <TimeZoneField {...ours.input('timeZone')} />
          <Button type="submit" loading={setUp.isPending}>
            {text.organization.action}
          </Button>
          <Button variant="default" onClick={() => onStep('you')}>
            {text.organization.back}
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}
