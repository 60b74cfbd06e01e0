/** The gates of the folders: which may import which. */
import { describe, expect, it } from '@jest/globals';
import { SHARED } from '../http/build-web.ts';
import { files, imports, product, text } from './source-tree.ts';
import { renderPlugs, workspaces } from './write-plugs.ts';

/** The files of workspaces that plug in, below these of their folders. */
const ofWorkspaces = (below = ''): RegExp =>
  new RegExp(`^src/(${workspaces().join('|') || 'none'})/${below}`);
const WORKFLOWS = ofWorkspaces('(workflows/|plug/workflows\\.ts$)');
const PAGES = ofWorkspaces('web/');

/** Edges from files that match `from` to files that match none of `allowed`. */
function forbidden(from: RegExp, allowed: readonly RegExp[]): string[] {
  return product
    .filter((f) => from.test(f))
    .flatMap((f) =>
      imports(f)
        .filter((to) => !allowed.some((a) => a.test(to)))
        .map((to) => `${f} -> ${to}`),
    );
}

/** The folders from the bottom up: each imports those above it in this list, and itself. */
const LAYERS: readonly RegExp[] = [
  /^temporal\/contract\//,
  ofWorkspaces('workflows/contract\\.ts$'),
  /^providers\/_kit\//,
  /^src\/platform\/entities\//,
  // The placeholder that the server fills in.
  /^src\/web\/nonce\.ts$/,
  /^migrations\//,
  /^src\/platform\/(?!outbox\/|context\.ts$)/,
  /^temporal\/(connection|client|pollers|schedules|run-words)\.ts$/,
  /^src\/platform\//,
  /^src\/mail\//,
  /^providers\//,
  /^src\/http\//,
  /^src\/uploads\//,
  /^src\/(short-links|link-cards|billing)\//,
  /^src\/oauth\//,
  /^src\/channels\//,
  /^src\/posts\//,
  /^src\/compositions\//,
  /^src\/webhooks\//,
  /^src\/organizations\//,
  /^src\/accounts\//,
  /^activities\//,
  new RegExp(`^workflows/|${WORKFLOWS.source}`),
  /^temporal\/(worker|log-level|replay-open-runs)\.ts$/,
  /^src\/transfer\//,
  new RegExp(`^src/run/|${ofWorkspaces('(?!web/)').source}`),
  /^src\/client\//,
  new RegExp(`^src/web/|${PAGES.source}`),
];
const layer = (file: string): number => LAYERS.findIndex((folder) => folder.test(file));

describe('the rooms', () => {
  const below = (folder: string): string[] =>
    files.filter((file) => file.startsWith(`${folder}/`)).map((file) => file.slice(folder.length + 1));

  it('are at most 20 in src', () => {
    expect(new Set(below('src').map((file) => file.split('/')[0])).size).toBeLessThanOrEqual(20);
  });

  // The largest are the composer and what every process stands on; one that grows beyond is cut.
  it('have at most 75 files of the product side by side', () => {
    const folders = Map.groupBy(product, (file) => file.slice(0, file.lastIndexOf('/')));
    expect([...folders].filter(([, all]) => all.length > 75).map(([folder]) => folder)).toEqual([]);
  });
});

/** Import cycles, each named by its files (Tarjan's strongly connected components). */
function circles(files: readonly string[]): string[] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const found: string[] = [];
  const lowOf = (file: string): number => low.get(file) ?? 0;
  const visit = (file: string): void => {
    order.set(file, order.size);
    low.set(file, order.size - 1);
    open.push(file);
    for (const to of imports(file).filter((f) => files.includes(f))) {
      if (!order.has(to)) visit(to);
      if (open.includes(to)) low.set(file, Math.min(lowOf(file), lowOf(to)));
    }
    if (lowOf(file) !== order.get(file)) return;
    const members = open.splice(open.indexOf(file));
    if (members.length > 1) found.push(members.toSorted().join(' '));
  };
  for (const file of files) if (!order.has(file)) visit(file);
  return found;
}

describe('imports between the folders', () => {
  it('leave no file without a place in the order', () => {
    expect(product.filter((f) => layer(f) < 0)).toEqual([]);
  });

  it('go one way, types included', () => {
    const up = product.flatMap((f) =>
      imports(f)
        .filter((to) => product.includes(to) && layer(to) > layer(f))
        .map((to) => `${f} -> ${to}`),
    );
    expect(up).toEqual([]);
  });

  it('form no cycle, types included', () => {
    expect(circles(product)).toEqual([]);
  });

  it('lead from workflows only to the contract and the types of activities', () => {
    expect(
      forbidden(/^workflows\//, [
        /^workflows\//,
        /^temporal\/contract\//,
        /^activities\/index\.ts$/,
        WORKFLOWS,
      ]),
    ).toEqual([]);
    expect(forbidden(WORKFLOWS, [WORKFLOWS, /^temporal\/contract\//])).toEqual([]);
  });

  it('leave the contract and the bounds pure', () => {
    expect(forbidden(/^temporal\/contract\//, [/^temporal\/contract\//])).toEqual([]);
    expect(forbidden(ofWorkspaces('workflows/contract'), [/^temporal\/contract\//])).toEqual([]);
  });

  it('lead to routes only from their lists', () => {
    const isRoute = (file: string): boolean =>
      /^src\/(run\/)?[\w-]+\/(routes\/|\w+\/[\w-]+\.route\.ts$)/.test(file);
    const toRoutes = product.flatMap((f) =>
      imports(f)
        .filter((to) => isRoute(to) && !isRoute(f))
        .map((to) => `${f} -> ${to}`),
    );
    const lists = /^src\/(run\/(operations|router)|[\w-]+\/plug\/operations)\.ts |^src\/client\//;
    expect(toRoutes.filter((edge) => !lists.test(edge))).toEqual([]);
  });

  it('lead from activities to what changes rows and calls networks, never to requests', () => {
    expect(
      forbidden(/^activities\//, [
        /^(activities|providers|temporal)\//,
        /^src\/(platform|uploads|mail)\//,
        /^src\/organizations\/notifications\//,
        /^src\/channels\/[\w-]+\.ts$/,
        /^src\/(posts\/(create\/links|series\/store-occurrences)|short-links\/(make-links|collect-clicks)|link-cards\/[\w-]+|webhooks\/[\w-]+)\.ts$/,
      ]),
    ).toEqual([]);
  });

  it('lead from the web app only to what it shares with the server, which is pure', () => {
    const shared = SHARED.map((file) => new RegExp(`^${file}$`));
    const web = [/^src\/web\//, PAGES, /^src\/client\/schema\.d\.ts$/, ...shared];
    expect(forbidden(/^src\/web\//, web)).toEqual([]);
    expect(forbidden(PAGES, web)).toEqual([]);
    expect(SHARED.flatMap(imports).filter((file) => !SHARED.includes(file))).toEqual([]);
  });

  it('lead to parsers of files only in the process for them, and into that only by types', () => {
    const process = /^src\/platform\/media\/process\//;
    const outside = product.filter((f) => !process.test(f));
    const parsers =
      /(?:from|import\(|require\()\s*'(?:sharp|file-type|image-size|mediabunny|pdfkit|unpdf|libheif-js|@cwasm\/nsbmp)\b/;
    expect(outside.filter((f) => parsers.test(text(f)))).toEqual([]);
    const into =
      /^(?:import|export) (?!type )[^;]*?from '[^']*media\/process\/|^import (?!type )[^;]*?'\.\/process\//m;
    expect(outside.filter((f) => into.test(text(f)))).toEqual([]);
  });

  it('leave the whole context to the edges of posts, and to the two commands that need most of it', () => {
    const whole = product.filter(
      (f) => /^src\/posts\/(?!.*\.route\.ts$)/.test(f) && /: Context[,)]/.test(text(f)),
    );
    expect(whole).toEqual([
      'src/posts/change/remove-at-network.ts', // calls a network
      'src/posts/create/create-post.ts', // checks, stores and starts
    ]);
  });

  it('never lead from the product to tests', () => {
    expect(
      product.flatMap((f) =>
        imports(f)
          .filter((to) => /^src\/test\/|\.test\.ts$/.test(to))
          .map((to) => `${f} -> ${to}`),
      ),
    ).toEqual([]);
  });
});

describe('a workspace that plugs in', () => {
  const inside = ofWorkspaces();
  const lists = renderPlugs();
  const isOutside = (file: string): boolean => !inside.test(file);

  it('is found by the generated lists (npm run generate)', () => {
    expect(Object.fromEntries(Object.keys(lists).map((list) => [list, text(list)]))).toEqual(lists);
  });

  it('is imported by these lists alone, by tests too', () => {
    const edges = files
      .filter((f) => isOutside(f) && !(f in lists))
      .flatMap((f) =>
        imports(f)
          .filter((to) => !isOutside(to))
          .map((to) => `${f} -> ${to}`),
      );
    expect(edges).toEqual([]);
  });

  it('has its rows read at the seams alone, and where tables are listed', () => {
    const named = product.filter(
      (f) => isOutside(f) && !f.startsWith('migrations/') && /\b(v1_\w+|legacy_id)\b/.test(text(f)),
    );
    expect(named.toSorted()).toEqual([
      'src/platform/entities/came-over.ts',
      'src/platform/old-ids.ts',
      'src/platform/published-elsewhere.ts',
      'src/transfer/archive/kind.ts',
      'src/transfer/archive/kinds.ts',
      'src/transfer/archive/left-out.ts',
    ]);
  });

  it('is named where the name is stored, or part of a contract, and in no other place', () => {
    // Not the path of an API, a version of another program, or a table.
    const name = /(?<![\w/.])v1\b(?![:=/]|,\S|\.\w)|_v1\b|[a-z]V1\b|\bV1_?[A-Z]|migrate-v1/;
    const named = files.filter(
      (f) =>
        isOutside(f) &&
        /^(src|workflows|activities|providers)\/(?!test\/)/.test(f) &&
        !(f in lists) &&
        name.test(text(f)),
    );
    const stored = 'rows have the name, and so has what is compared with them';
    const another = 'a version of another API';
    const format = 'the format of webhooks for receivers that were made for it';
    const sealed = "the form of Crier's own secrets";
    const allowed = {
      'activities/published-elsewhere.test.ts': stored,
      'providers/devto/api.ts': another,
      'providers/mastodon/auth/instance.ts': another,
      'src/http/came-over.test.ts': stored,
      'src/platform/entities/came-over.ts': stored,
      'src/platform/published-elsewhere.ts': stored,
      'src/platform/secrets.test.ts': sealed,
      'src/platform/secrets.ts': sealed,
      'src/web/strings/de/audit-events.ts': stored,
      'src/web/strings/de/webhooks.ts': format,
      'src/web/strings/en/webhooks.ts': format,
      'src/webhooks/routes/webhook-shapes.ts': format,
    };
    expect(named.toSorted()).toEqual(Object.keys(allowed));
  });
});
