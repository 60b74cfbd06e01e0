import { Alert, Anchor, Code, Group, List, Stack, Text } from '@mantine/core';
import { CopyButton } from '../../components/copy-button.tsx';
import { strings } from '../../strings/index.ts';
import { words } from '../../strings/networks.ts';
import type { Network } from './network.ts';

const text = strings.channels.ownApp;

interface AppGuideProps {
  readonly name: string;
  readonly app: NonNullable<Network['app']>;
}

/** How to register an app with the vendor, step by step, with what is to be copied there. */
export function AppGuide({ name, app: { setup, scopes, redirectUri } }: AppGuideProps) {
  const {
    portal,
    request,
    create,
    products,
    scopesAt,
    redirectAt,
    id,
    secret,
    testersAt,
    publishAt,
    notes,
    review,
  } = setup;
  return (
    <Stack gap="sm">
      <List type="ordered" size="sm" spacing="xs" aria-label={text.steps} className="any-text">
        {request && (
          <List.Item>
            <Outside url={request}>{text.request(name)}</Outside>
          </List.Item>
        )}
        <List.Item>
          <Outside url={portal}>{text.open(new URL(portal).host)}</Outside> {text.create(create)}
        </List.Item>
        {products && <List.Item>{text.products(products.at, products.names)}</List.Item>}
        {scopesAt && (
          <List.Item>
            {text.scopes(scopesAt)}
            <Copied value={scopes.join(' ')} label={text.copyScopes} />
          </List.Item>
        )}
        {redirectAt && (
          <List.Item>
            {text.redirect(redirectAt)}
            <Copied value={redirectUri} label={text.copyRedirect} />
          </List.Item>
        )}
        {testersAt && <List.Item>{text.testers(testersAt)}</List.Item>}
        {publishAt && <List.Item>{text.publish(publishAt)}</List.Item>}
        {notes.map((note) => (
          <List.Item key={note}>{words(note)}</List.Item>
        ))}
        <List.Item>{text.paste(secret ? [id, secret] : [id])}</List.Item>
      </List>
      {review && (
        <Alert color="orange" py="xs">
          <Text size="sm">
            {text.review[review.before]} <Outside url={review.url}>{text.reviewLink}</Outside>
          </Text>
        </Alert>
      )}
    </Stack>
  );
}

function Outside({ url, children }: { readonly url: string; readonly children: string }) {
  return (
    <Anchor href={url} target="_blank" rel="noreferrer" inherit underline="always">
      {children}
    </Anchor>
  );
}

function Copied({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <Group gap="xs" mt={4}>
      <Code className="any-text">{value}</Code>
      <CopyButton value={value} label={label} />
    </Group>
  );
}
