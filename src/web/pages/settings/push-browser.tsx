import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { strings } from '../../strings/index.ts';
import { Row } from './section.tsx';

const text = strings.notifications.push;

interface PushBrowserProps {
  /** With which this instance signs, in base64url. */
  readonly publicKey: string;
  /** Whether this browser shows notifications. */
  readonly here: boolean;
}

type Problem = keyof typeof text.problems;

/** Turns on and off that this browser shows notifications while Crier is closed; it asks its person first. */
export function PushBrowser({ publicKey, here }: PushBrowserProps) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const add = useChange('post', '/notifications/browsers');
  const remove = useChange('delete', '/notifications/browsers', { onSuccess: unsubscribe });
  const turnOn = async (): Promise<void> => {
    setIsAsking(true);
    const found = await subscribe(publicKey);
    setIsAsking(false);
    setProblem(typeof found === 'string' ? found : null);
    if (typeof found !== 'string') add.mutate({ body: found });
  };
  return (
    <Row
      title={text.title}
      detail={
        <>
          {here ? text.on : text.off}
          {problem && (
            <Text size="sm" c="red" role="alert">
              {text.problems[problem]}
            </Text>
          )}
          <ErrorAlert error={add.error ?? remove.error} />
        </>
      }
    >
      <Button
        variant="default"
        loading={isAsking || add.isPending || remove.isPending}
        onClick={() => (here ? remove.mutate({}) : void turnOn())}
      >
        {here ? text.turnOff : text.turnOn}
      </Button>
    </Row>
  );
}

interface Subscribed {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** What the browser returns, or why there is nothing. */
async function subscribe(publicKey: string): Promise<Subscribed | Problem> {
  if (!('Notification' in globalThis && 'PushManager' in globalThis)) return 'missing';
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (!registration) return 'missing';
    if ((await Notification.requestPermission()) !== 'granted') return 'denied';
    return await Promise.race([subscription(publicKey), noAnswer()]);
  } catch {
    return 'failed';
  }
}

async function subscription(publicKey: string): Promise<Subscribed> {
  // One with other keys, or of another person, ends.
  await unsubscribe();
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const { endpoint = '', keys = {} } = (await pushManager.subscribe(options)).toJSON();
  return { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } };
}

const PATIENCE_MS = 20_000;
/** A service worker that could not be installed is never ready. */
const noAnswer = (): Promise<Problem> =>
  new Promise((resolve) => setTimeout(() => resolve('failed'), PATIENCE_MS));

async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
