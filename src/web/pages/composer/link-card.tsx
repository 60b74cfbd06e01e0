import { Skeleton, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { contentOf, toPlainText } from '../../../../providers/_kit/stored-text.ts';
import { answerOf } from '../../api/answer-of.ts';
import { http } from '../../api/client.ts';
import { Icon } from '../../components/icon.tsx';
import { errorText } from '../../components/issues.ts';
import { Waiting } from '../../components/waiting.tsx';
import { linkCards } from '../../look/layouts.ts';
import { strings } from '../../strings/index.ts';
import type { Part, Settings } from './composer-state.ts';
import { localPath } from './local-path.ts';
import classes from './link-card.module.css';
import { linksOf } from './text-tokens.ts';

const text = strings.composer.preview;

interface LinkCardProps {
  readonly network: string;
  readonly part: Part;
  /** Of the first part; further parts get the card of their own link, unless there is to be none. */
  readonly settings: Settings;
  readonly first: boolean;
}

/** What a network shows of the page that a part links to. */
export function LinkCard({ network, part, settings, first }: LinkCardProps) {
  const links = linksOf(toPlainText(contentOf(part.text)));
  if (linkCards[network] === 'network') {
    const link = links.at(-1);
    return link ? <NetworkCard link={link} /> : null;
  }
  const choice = first ? settings.link : settings.link === false ? false : undefined;
  if (linkCards[network] !== 'post' || choice === false) return null;
  const own = typeof choice === 'object' && choice !== null ? (choice as Settings) : {};
  const url = asText(own.url);
  if (url) return URL.canParse(url) ? <OwnCard of={{ url }} own={own} /> : null;
  // Which of them can have a card, the server knows.
  return links.length ? <OwnCard of={{ text: contentOf(part.text) }} links={links} own={own} /> : null;
}

const asText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Title and picture come from the network; only the URL is certain. */
const NetworkCard = ({ link }: { link: URL }) => (
  <div className={`${classes.card} ${classes.plain}`}>
    <Icon name="link" size={18} />
    <span className={classes.words}>
      <span className={classes.title}>{hostOf(link)}</span>
      <span className={classes.line}>{link.pathname === '/' ? '' : link.pathname}</span>
      <span className={classes.line}>{text.card}</span>
    </span>
  </div>
);

/** Long enough for a person to type the rest of a URL. */
const TYPING_MS = 700;

interface OwnCardProps {
  /** The page, or the text whose link it is of. */
  readonly of:
    | { readonly url: string; readonly text?: undefined }
    | { readonly text: string; readonly url?: undefined };
  /** The links of the text: as long as they stay, the card does. */
  readonly links?: readonly URL[];
  readonly own: Settings;
}

/** The very card that is published: what the page says, and what the person has written instead. */
function OwnCard({ of: typed, links = [], own }: OwnCardProps) {
  const [key] = useDebouncedValue(typed.url ?? links.join(' '), TYPING_MS);
  const { data, error, isPending } = useQuery({
    queryKey: ['link-card', key],
    staleTime: 600_000,
    retry: false,
    queryFn: () => answerOf(http.POST('/link-cards', { body: typed })),
  });
  const title = asText(own.title) || data?.title;
  if (isPending) {
    return (
      <Waiting>
        <Skeleton height={72} mt="xs" />
      </Waiting>
    );
  }
  if (data && data.url === null) return null;
  if (!title) {
    return (
      <Text size="sm" c="dimmed" mt="xs">
        {text.noCard(error ? errorText(error) : '')}
      </Text>
    );
  }
  const description = typeof own.description === 'string' ? own.description : data?.description;
  const picture = pathOf(own.image) ?? data?.picture;
  return (
    <div className={classes.card}>
      {picture && <img className={classes.picture} src={picture} alt="" />}
      <span className={classes.words}>
        <bdi className={classes.title}>{title}</bdi>
        {description && <bdi className={classes.description}>{description}</bdi>}
        <span className={classes.line}>
          {hostOf(new URL(data?.url ?? typed.url ?? links[0]?.href ?? ''))}
        </span>
      </span>
    </div>
  );
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^www\./, '');

const pathOf = (image: unknown): string | undefined =>
  typeof image === 'object' && image !== null && 'path' in image ? localPath(String(image.path)) : undefined;
