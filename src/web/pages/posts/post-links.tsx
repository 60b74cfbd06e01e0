import { Button, Text, Title } from '@mantine/core';
import { change, useChange } from '../../api/change.ts';
import { http } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import { isAdmin } from '../settings/layout.tsx';
import type { Detail } from './detail.ts';
import classes from './post.module.css';

const text = strings.post.links;
type Link = Detail['shortLinks'][number];

/** The short links of a post, and who came by them: by host, not by person. */
export function PostLinks({ post }: { post: Detail }) {
  const { me } = useSession();
  if (!post.shortLinks.length) return null;
  return (
    <section aria-label={text.title} className={classes.links}>
      <Title order={2} size="h4">
        {text.title}
      </Title>
      <ul>
        {post.shortLinks.map((link) => {
          const { url, shortURL, service, serviceName, tellsClicks, clicks, botClicks, referrers } = link;
          return (
            <li key={url}>
              <Text size="sm" fw={550} className="any-text">
                {isolated(shortURL)} → {isolated(url)}
              </Text>
              {clicks !== null && (
                <Text size="sm">
                  {text.clicks(clicks)}
                  {botClicks > 0 && ` · ${text.bots(botClicks)}`}
                </Text>
              )}
              {service !== 'crier' && (
                <Text size="xs" c="dimmed">
                  {(tellsClicks ? text.counting : text.untold)(serviceName)}
                </Text>
              )}
              {referrers.length > 0 && (
                <Text size="xs" c="dimmed" className="any-text">
                  {referrers
                    .map(({ host, clicks: n }) => `${host ? isolated(host) : text.direct}: ${n}`)
                    .join(' · ')}
                </Text>
              )}
              {link.disabled && <Text size="sm">{text.disabled}</Text>}
              {me && isAdmin(me) && service === 'crier' && <Switch link={link} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Only those who answer for what the organisation publishes; a service has a switch of its own. */
function Switch({ link: { shortURL, disabled } }: { link: Link }) {
  const enable = useChange('patch', '/short-links');
  if (disabled) {
    return (
      <>
        <ErrorAlert error={enable.error} />
        <Button
          variant="default"
          size="xs"
          loading={enable.isPending}
          onClick={() => enable.mutate({ body: { shortURL, disabled: false } })}
        >
          {text.enable}
        </Button>
      </>
    );
  }
  return (
    <ConfirmButton
      label={text.disable}
      question={text.disableQuestion}
      help={text.disableHelp}
      variant="subtle"
      size="xs"
      onConfirm={() => change(http.PATCH('/short-links', { body: { shortURL, disabled: true } }))}
    />
  );
}
