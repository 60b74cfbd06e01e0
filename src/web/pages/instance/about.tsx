import { Anchor, Paper, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { formatBytes } from '../../format/bytes.ts';
import { DateTime, useZone } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import { plugged } from './plugged-links.ts';
import { Snippet } from '../settings/section.tsx';
import type { Instance } from './state.ts';
import classes from './instance.module.css';

const text = strings.instance.about;
const WEEK_MS = 7 * 86_400_000;

/** Versions, the last backup, and what only the command line does. */
export function About({ instance: { version, node, temporalUi, backup } }: { instance: Instance }) {
  const zone = useZone();
  return (
    <section aria-label={text.title}>
      <Title order={2} mb="sm">
        {text.title}
      </Title>
      <Paper withBorder p="md">
        <div className={classes.stack}>
          <dl className={classes.facts}>
            <dt>{text.version}</dt>
            <dd>{version}</dd>
            <dt>{text.node}</dt>
            <dd>{node}</dd>
            {temporalUi && (
              <>
                <dt>{text.temporal}</dt>
                <dd>
                  <Anchor href={temporalUi} target="_blank" rel="noreferrer" inherit underline="always">
                    {text.openTemporal}
                  </Anchor>
                </dd>
              </>
            )}
            <dt>{text.backup}</dt>
            <dd>
              <LastBackup backup={backup} />
            </dd>
          </dl>
          {plugged.map(({ path, text: link }) => (
            <div key={path}>
              <Anchor component={Link} to={path} size="sm">
                {link}
              </Anchor>
            </div>
          ))}
          <Snippet label={text.backupCommand} code="npm run crier -- backup crier-backup.tar" />
          <Snippet label={text.doctorCommand} code="npm run crier -- doctor" />
        </div>
      </Paper>
      <Text size="xs" c="dimmed" mt="sm">
        {strings.instance.zone(zone)}
      </Text>
    </section>
  );
}

function LastBackup({ backup }: { backup: Instance['backup'] }) {
  if (!backup) return <span className={classes.warning}>{text.backupNone}</span>;
  const old = Date.now() - Date.parse(backup.at) > WEEK_MS;
  return (
    <>
      <DateTime date={backup.at} />, {formatBytes(backup.bytes)},{' '}
      {backup.uploads ? text.withUploads : text.withoutUploads}
      {old && (
        <Text size="sm" className={classes.warning}>
          {text.backupOld}
        </Text>
      )}
    </>
  );
}
