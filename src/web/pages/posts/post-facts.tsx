import { Anchor, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.ts';
import { DateTime, formatDuration } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';

const { facts, openAtNetwork, onTime } = strings.posts;

/** A table of facts about a post: its channel, its dates, its lateness and its link on the network. */
export function PostFacts({ post }: { post: Schemas['PostDetail'] }) {
  const rows: [string, ReactNode][] = [
    [
      facts.channel,
      <>
        <bdi>{post.integration.name}</bdi> ({post.integration.providerIdentifier})
      </>,
    ],
    [facts.date, <DateTime key="date" date={post.publishDate} />],
  ];
  if (post.publishedAt) rows.push([facts.publishedAt, <DateTime key="at" date={post.publishedAt} seconds />]);
  if (post.latenessMs !== null) {
    rows.push([facts.lateness, post.latenessMs === 0 ? onTime : formatDuration(post.latenessMs)]);
  }
  if (post.releaseURL) {
    rows.push([
      facts.link,
      <Anchor
        key="url"
        href={post.releaseURL}
        target="_blank"
        rel="noreferrer"
        size="sm"
        className="any-text"
      >
        {openAtNetwork(post.integration.providerIdentifier)}
      </Anchor>,
    ]);
  }
  if (post.releaseId) {
    rows.push([
      facts.releaseId,
      <Text key="id" size="sm" ff="monospace" className="any-text">
        {post.releaseId}
      </Text>,
    ]);
  }
  return (
    <Table variant="vertical" layout="fixed" withTableBorder>
      <Table.Tbody>
        {rows.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th w={140}>{name}</Table.Th>
            <Table.Td className="any-text">{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
