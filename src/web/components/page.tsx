import { Container, Stack, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { strings } from '../strings/index.ts';

/** A page's main part: one heading, which is also the document's title. `narrow` for forms. */
export function Page({
  title,
  narrow,
  hideTitle,
  children,
}: {
  title: string;
  narrow?: boolean;
  hideTitle?: boolean;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · ${strings.common.product}`;
  }, [title]);
  return (
    <Container
      component="main"
      id="content"
      tabIndex={-1}
      size={narrow ? 460 : 'md'}
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
