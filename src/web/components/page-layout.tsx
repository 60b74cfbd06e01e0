import { Container, Stack, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { strings } from '../strings/index.ts';

interface PageLayoutProps {
  /** The heading, and the title of the document. */
  readonly title: string;
  /** For a page that has a heading of its own. */
  readonly hideTitle?: boolean;
  readonly children: ReactNode;
}

/** The main part of a page below the navigation bar. */
export function PageLayout({ title, hideTitle, children }: PageLayoutProps) {
  useEffect(() => {
    document.title = `${title} · ${strings.common.product}`;
  }, [title]);
  return (
    <Container
      component="main"
      id="content"
      tabIndex={-1}
      size="md"
      py={{ base: 'md', sm: 'xl' }}
      px={{ base: 'md', sm: 'lg' }}
    >
      <Stack gap="lg">
        {!hideTitle && <Title order={1}>{title}</Title>}
        {children}
      </Stack>
    </Container>
  );
}
