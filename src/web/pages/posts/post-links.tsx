import { Text, Title } from '@mantine/core';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import type { Detail } from './detail.ts';
import classes from './post.module.css';

const text = strings.post.links;
/** The short links of a post, and who came by them: by host, not by person. */
export function PostLinks({ post }: { post: Detail }) {
  if (!post.shortLinks.length) return null;
  return (
    <section aria-label={text.title} className={classes.links}>
      <Title order={2} size="h4">
        {text.title}
      </Title>
      <ul>
        {post.shortLinks.map(
          ({ url, shortURL, service, serviceName, tellsClicks, clicks, botClicks, referrers }) => (
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
            </li>
          ),
        )}
      </ul>
    </section>
  );
}
