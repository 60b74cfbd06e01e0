/** The first site, seen from its standby: whether its PostgreSQL answers. */
import net from 'node:net';
import type { Database, Statement } from '../../../platform/database.ts';

const TRY_MS = 3000;
const DEFAULT_PORT = 5432;
/** Asks whether it speaks TLS (PostgreSQL's documentation, "Message Formats", SSLRequest). */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

// Others than superusers and members of pg_read_all_settings do not see the setting, but each role sees that
// there is a receiver.
const UPSTREAM: Statement = {
  name: 'standby-upstream',
  text: `select (select setting from pg_settings where name = 'primary_conninfo') as conninfo,
    exists (select 1 from pg_stat_wal_receiver) as connected`,
};

/** Where a server listens. */
export interface Place {
  readonly host: string;
  readonly port: number;
}

/** The servers in a connection string of libpq, of either form; sockets on this machine are left out. */
export function placesIn(conninfo: string): Place[] {
  const [hosts = '', ports = ''] = /^postgres(ql)?:\/\//.test(conninfo) ? ofUrl(conninfo) : ofWords(conninfo);
  const portOf = ports.split(',');
  return hosts.split(',').flatMap((host, n) => {
    const port = Number(portOf[n] ?? portOf[0]) || DEFAULT_PORT;
    return host && !host.startsWith('/') ? [{ host, port }] : [];
  });
}

function ofUrl(conninfo: string): [string, string] {
  const servers = (/^\w+:\/\/(?:[^@/?]*@)?([^/?]*)/.exec(conninfo)?.[1] ?? '').split(',');
  const parts = servers.map((server) => /^(\[[^\]]*\]|[^:]*):?(\d*)$/.exec(server));
  return [
    parts.map((part) => (part?.[1] ?? '').replace(/^\[|\]$/g, '')).join(','),
    parts.map((part) => part?.[2] ?? '').join(','),
  ];
}

function ofWords(conninfo: string): [string, string] {
  const words = new Map(
    [...conninfo.matchAll(/(\w+)\s*=\s*(?:'((?:[^'\\]|\\.)*)'|(\S+))/g)].map(([, name, quoted, bare]) => [
      name,
      quoted ?? bare ?? '',
    ]),
  );
  return [words.get('hostaddr') || words.get('host') || '', words.get('port') ?? ''];
}

/** What of the first site still answers, as text; null when nothing that is known here does. */
export async function whoAnswers(database: Pick<Database, 'query'>): Promise<string | null> {
  const [row] = await database.query<{ conninfo: string | null; connected: boolean }>(UPSTREAM);
  const places = placesIn(row?.conninfo ?? '');
  if (places.length === 0) {
    return row?.connected ? 'its PostgreSQL is connected to this standby' : null;
  }
  for (const place of places) {
    if (await answers(place)) return `its PostgreSQL answers at ${place.host}:${place.port}`;
  }
  return null;
}

/** Whether a PostgreSQL server listens there, also one that would refuse us. */
function answers({ host, port }: Place): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, host, () => socket.write(SSL_REQUEST));
    const end = (found: boolean): void => {
      socket.destroy();
      resolve(found);
    };
    socket.setTimeout(TRY_MS, () => end(false));
    socket.once('data', () => end(true));
    socket.once('error', () => end(false));
    socket.once('close', () => end(false));
  });
}
