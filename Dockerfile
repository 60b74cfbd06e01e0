# One image for the API, the workers, migrations and the command line; the command decides. docker-compose.yml uses it.
# Named by the checksum of its content as well: a tag can be moved, and nobody would notice.
ARG NODE_IMAGE=node:24-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY src/client/package.json src/client/
COPY src/migrate-v1/package.json src/migrate-v1/
COPY src/web/package.json src/web/
# Behind a proxy that signs with an authority of its own: docker build --secret id=ca,src=FILE .
RUN --mount=type=secret,id=ca \
    NODE_EXTRA_CA_CERTS=$(ls /run/secrets/ca 2>/dev/null) npm ci --omit=dev --no-audit --no-fund
COPY . .
# Built here, so that both start at once and a workflow with a forbidden import fails the build.
RUN node -e "import('./src/http/build-web.ts').then((web) => web.ensureWeb({ CRIER_CACHE_DIR: '/var/cache/crier' }))" \
 && node -e "import('./src/run/roles/workflow-bundle.ts').then((bundle) => bundle.ensureBundle({ CRIER_CACHE_DIR: '/var/cache/crier' }))"
# What built them stays behind, and what npm start brings of its own: Node.js and PostgreSQL. The lock file stays as
# it is: the two names in the cache are made of it.
RUN npm pkg delete optionalDependencies dependencies.@crier/web \
 && npm pkg set --json 'workspaces=["src/*","!src/web"]' \
 && npm prune --omit=dev --no-save --no-audit --no-fund \
 && cd node_modules && rm -rf typescript @typescript @types /var/cache/crier/compile \
 && find @swc -mindepth 1 -maxdepth 1 ! -name helpers -exec rm -r {} + \
 && find @temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 ! -name "$(uname -m)-*-linux-gnu" -exec rm -r {} + \
 && find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete \
 && find . -type d -empty -delete

FROM ${NODE_IMAGE}
# Certificates for a Temporal connection with TLS; tini ends what a healthcheck or a shell left behind.
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates tini && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production CRIER_DATA_DIR=/var/lib/crier CRIER_CACHE_DIR=/var/cache/crier
WORKDIR /app
COPY --from=build /app /app
COPY --from=build /var/cache/crier /var/cache/crier
# A named volume takes over owner and mode of the folder that it is mounted on.
RUN install --directory --owner=node --group=node --mode=0700 /var/lib/crier
USER node
EXPOSE 5000
ENTRYPOINT ["tini", "--"]
CMD ["node", "src/run/main.ts", "api"]
