import { Button, Stack, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { api } from '../../api/client.ts';
import { startSession, useSession } from '../../api/session.ts';
import { AuthCard } from '../../components/auth-card.tsx';
import { useFields } from '../../components/fields.tsx';
import { Loading } from '../../components/loading.tsx';
import { PasswordField, newPassword } from '../../components/password-field.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { TimeZoneField, browserZone } from '../../components/time-zone-field.tsx';
import { strings } from '../../strings/index.ts';
import { FirstPost } from './first-post.tsx';
import { Steps } from './steps.tsx';

const text = strings.setup;
const labels = strings.auth.fields;
const names = [text.steps.you, text.steps.organization, text.steps.post];

/**
 * The first run: an owner, an organisation with its time zone, and a post in the sandbox. A person who comes
 * back goes on where they were: the URL names the post, and the session shows that there is an account. Once
 * that is done, the page leads to signing in.
 */
export default function SetupPage() {
  const setup = api.useQuery('get', '/auth/setup', {}, { staleTime: Infinity });
  const [step, setStep] = useState<'you' | 'organization' | 'post'>('you');
  const { me, error } = useSession();
  const [params] = useSearchParams();
  if (setup.error || error) {
    return (
      <AuthCard title={text.title}>
        <ErrorAlert error={setup.error ?? error} />
      </AuthCard>
    );
  }
  if (step === 'post') return <FirstPost names={names} />;
  if (!setup.data || me === undefined) return <Loading />;
  if (!setup.data.needed && me?.organization) return <FirstPost names={names} />;
  if (!setup.data.needed) {
    const next = params.size > 0 ? `?next=${encodeURIComponent(`/setup?${params.toString()}`)}` : '';
    return <Navigate replace to={`/sign-in${next}`} />;
  }
  const organization = setup.data.organization?.name ?? '';
  return (
    <AccountSteps organization={organization} needsCode={setup.data.code} step={step} onStep={setStep} />
  );
}

interface AccountStepsProps {
  /** The name to suggest. */
  readonly organization: string;
  /** Whether this browser must prove that the instance is its person's. */
  readonly needsCode: boolean;
  readonly step: 'you' | 'organization';
  onStep(step: 'you' | 'organization' | 'post'): void;
}

function AccountSteps({ organization, needsCode, step, onStep }: AccountStepsProps) {
  const you = useFields({
    initial: { code: '', name: '', email: '', password: '' },
    optional: needsCode ? [] : ['code'],
    labels: { ...labels, code: text.you.code },
    rules: newPassword,
  });
  const ours = useFields({ initial: { organization, timeZone: browserZone() }, labels });
  const setUp = api.useMutation('post', '/auth/setup', {
    onSuccess: (me) => {
      startSession(me);
      onStep('post');
    },
    onError: (error) => {
      you.showError(error);
      ours.showError(error);
      if ('issues' in error && error.issues?.some(({ path }) => path in you.values)) onStep('you');
    },
  });
  // If the API names a field of the previous step, that step is shown first and then the field focused.
  useEffect(() => you.focusInvalid(), [step]);
  if (step === 'you') {
    return (
      <AuthCard title={text.title} intro={text.you.intro}>
        <Steps names={names} at={0} />
        <form key="you" noValidate onSubmit={you.submit(() => onStep('organization'))}>
          <Stack>
            {you.summary}
            {needsCode && (
              <TextInput
                autoComplete="off"
                autoFocus
                description={text.you.codeHint}
                {...you.input('code')}
              />
            )}
            <TextInput autoComplete="name" autoFocus={!needsCode} {...you.input('name')} />
            <TextInput type="email" autoComplete="username" inputMode="email" {...you.input('email')} />
            <PasswordField fresh {...you.input('password')} />
            <Button type="submit">{text.you.next}</Button>
          </Stack>
        </form>
      </AuthCard>
    );
  }
  return (
    <AuthCard title={text.title} intro={text.organization.intro}>
      <Steps names={names} at={1} />
      <form
        key="organization"
        noValidate
        onSubmit={ours.submit((values) => {
          const { code, ...person } = you.values;
          setUp.mutate({ body: { ...person, ...values, ...(needsCode ? { code } : {}) } });
        })}
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
    </AuthCard>
  );
}
