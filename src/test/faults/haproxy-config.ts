/** HAProxy's configuration before several APIs and several Temporal frontends (docs/scale.md). */

interface Behind {
  /** Of the proxy on 127.0.0.1, and of each host. */
  readonly port: number;
  readonly hosts: readonly string[];
}

export function haproxyConfig({ api, temporal }: { api: Behind; temporal: Behind }): string {
  const servers = ({ port, hosts }: Behind): string =>
    hosts.map((host, i) => `  server host-${i + 1} ${host}:${port} check\n`).join('');
  return `global
  log stdout format raw local0
  nbthread 1

defaults
  log global
  timeout connect 2s
  retries 3
  option redispatch 1

frontend api
  mode http
  bind 127.0.0.1:${api.port}
  timeout client 65s
  default_backend apis

backend apis
  mode http
  balance roundrobin
  timeout server 65s
  option httpchk GET /api/health
  default-server inter 1s fall 1 rise 1
${servers(api)}
frontend temporal
  mode tcp
  bind 127.0.0.1:${temporal.port}
  timeout client 2m
  default_backend temporals

backend temporals
  mode tcp
  balance leastconn
  timeout server 2m
  default-server inter 1s fall 1 rise 2 on-marked-down shutdown-sessions
${servers(temporal)}`;
}
