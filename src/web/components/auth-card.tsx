import { Box, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { strings } from '../strings/index.ts';
import classes from './auth-card.module.css';

interface AuthCardProps {
  readonly title: string;
  /** A sentence below the heading. */
  readonly intro?: ReactNode;
  readonly children?: ReactNode;
  /** Links below the card. */
  readonly foot?: ReactNode;
}

/**
 * A page without navigation (signing in, consent, connecting a channel …): one card with one heading, which
 * is also the document's title.
 */
export function AuthCard({ title, intro, children, foot }: AuthCardProps) {
  useEffect(() => {
    document.title = `${title} · ${strings.common.product}`;
  }, [title]);
  return (
    <Box className={classes.ground}>
      <Box component="header" className={classes.brand}>
        <img src="/assets/icon.svg" alt="" width={32} height={32} />
        <span>{strings.common.product}</span>
      </Box>
      <Box component="main" id="content" tabIndex={-1} className={classes.main}>
        <Paper withBorder className={classes.card}>
          <Stack gap="lg">
            <Stack gap={6}>
              <Title order={1} className="any-text">
                {title}
              </Title>
              {intro && (
                <Text component="div" c="dimmed" size="sm" className="any-text">
                  {intro}
                </Text>
              )}
            </Stack>
            {children}
          </Stack>
        </Paper>
        {foot && (
          <Stack gap={6} align="center" mt="md" fz="sm">
            {foot}
          </Stack>
        )}
      </Box>
    </Box>
  );
}
