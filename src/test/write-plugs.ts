/**
 * Writes the lists by which the core finds the workspaces that plug in: `node src/test/write-plugs.ts`. A
 * workspace is a folder of src/ that has files of these names; the core imports it through the lists alone,
 * and runs with empty ones. A gate fails when a list is out of date.
 */
import { existsSync, globSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** One thing that a workspace may add. */
interface Plug {
  /** The file in the workspace; it exports an array by the name of the file. */
  readonly file: string;
  /** The list that the core reads. */
  readonly list: string;
  /** The type of an entry, and where that is imported from: a package, or a path from the root. */
  readonly entry: string;
  readonly types: readonly (readonly [name: string, from: string])[];
  readonly words: string;
}

const CONTEXT = ['Context', 'src/platform/context.ts'] as const;
const DEPS = ['ActivityDeps', 'activities/index.ts'] as const;

const PLUGS: readonly Plug[] = [
  {
    file: 'plug/commands.ts',
    list: 'src/run/cli/plugged-commands.ts',
    entry: '(program: Command) => void',
    types: [['Command', 'commander']],
    words: 'Each adds its commands to the command line.',
  },
  {
    file: 'plug/steps.ts',
    list: 'src/run/cli/plugged-steps.ts',
    entry: '{ readonly inDoubt: string; readonly elsewhere: string }',
    types: [],
    words:
      'Commands for organisations that came over: nobody knows who publishes, or the previous instance does.',
  },
  {
    file: 'plug/operations.ts',
    list: 'src/run/plugged-operations.ts',
    entry: 'Operation',
    types: [['Operation', 'src/http/operation.ts']],
    words: 'Operations of the web app.',
  },
  {
    file: 'plug/activities.ts',
    list: 'src/run/roles/plugged-activities.ts',
    entry: '(deps: ActivityDeps & Context) => object',
    types: [DEPS, CONTEXT],
    words: "Each makes activities for the workflows' queue.",
  },
  {
    file: 'web/pages.ts',
    list: 'src/web/pages/plugged-pages.ts',
    entry: 'PluggedPage',
    types: [['PluggedPage', 'src/web/pages/plugged-page.ts']],
    words: 'Pages of the web app.',
  },
  {
    file: 'web/links.ts',
    list: 'src/web/pages/instance/plugged-links.ts',
    entry: 'PluggedLink',
    types: [['PluggedLink', 'src/web/pages/plugged-page.ts']],
    words: "Links on the operator's page.",
  },
  {
    file: 'test/plug/mutants.ts',
    list: 'src/test/mutants/plugged-mutants.ts',
    entry: 'Mutant',
    types: [['Mutant', 'src/test/mutants/mutant.ts']],
    words: 'Guards that are taken away.',
  },
  {
    file: 'test/plug/faults.ts',
    list: 'src/test/faults/plugged-faults.ts',
    entry: 'Fault',
    types: [['Fault', 'src/test/faults/fault.ts']],
    words: 'Faults, in the order of the matrix.',
  },
  {
    file: 'test/plug/measures.ts',
    list: 'bench/plugged-measures.ts',
    entry: 'Measure',
    types: [['Measure', 'bench/measure.ts']],
    words: 'What the benchmarks measure.',
  },
  {
    file: 'test/plug/runs.ts',
    list: 'src/test/plugged-runs.ts',
    entry: 'PluggedRuns',
    types: [['PluggedRuns', 'src/test/short-run.ts']],
    words: 'Runs whose histories are recorded, with the activities that they call.',
  },
  {
    file: 'test/plug/lines.ts',
    list: 'src/test/security/plugged-lines.ts',
    entry: '(readonly [string, Line])',
    types: [['Line', 'src/test/security/app-operations.ts']],
    words: 'Who may call which operation of the web app.',
  },
  {
    file: 'test/plug/slow.ts',
    list: 'src/test/plugged-slow.ts',
    entry: 'string',
    types: [],
    words: 'Test files that a plain `npm test` leaves out.',
  },
];

/** Where the workflows of workspaces are exported. */
const WORKFLOWS = { file: 'plug/workflows.ts', list: 'workflows/plugged-workflows.ts' } as const;

/** The workspaces: folders of src/ of which one of these files is. */
export function workspaces(): string[] {
  const files = [...PLUGS, WORKFLOWS].map(({ file }) => file);
  return readdirSync('src')
    .filter((name) => files.some((file) => existsSync(join('src', name, file))))
    .toSorted();
}

/** What installs packages has the manifest of each workspace of npm first, one line for each. */
const IMAGE = 'Dockerfile';
const MANIFESTS = /(^COPY src\/[\w-]+\/package\.json .*\n)+/m;

function renderImage(): string {
  const lines = globSync('src/*/package.json').toSorted();
  return readFileSync(IMAGE, 'utf8').replace(
    MANIFESTS,
    lines.map((file) => `COPY ${file} ${dirname(file)}/\n`).join(''),
  );
}

/** Each list, and the other file that has one, by its path. */
export function renderPlugs(): Readonly<Record<string, string>> {
  const lists = PLUGS.map((plug) => [plug.list, renderList(plug)] as const);
  return { ...Object.fromEntries(lists), [WORKFLOWS.list]: renderWorkflows(), [IMAGE]: renderImage() };
}

const HEAD =
  '/** Generated from the workspaces that plug in (docs/architecture.md): `npm run generate`. */\n';
const having = (file: string): string[] => workspaces().filter((name) => existsSync(join('src', name, file)));
/** `a-room` → `aRoom`. */
const nameOf = (workspace: string): string =>
  workspace.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function renderList({ file, list, entry, types, words: text }: Plug): string {
  const specifier = (to: string): string => {
    if (!to.endsWith('.ts')) return to;
    const path = relative(dirname(list), to);
    return path.startsWith('.') ? path : `./${path}`;
  };
  const exported = file.replace(/^.*\/|\.ts$/g, '');
  const owners = having(file);
  const imports = [
    ...types.map(([name, from]) => `import type { ${name} } from '${specifier(from)}';`),
    ...owners.map(
      (name) => `import { ${exported} as ${nameOf(name)} } from '${specifier(join('src', name, file))}';`,
    ),
  ];
  const type = entry.includes('=>') ? `(${entry})[]` : `${entry}[]`;
  const items = owners.map((name) => `...${nameOf(name)}`).join(', ');
  return `${HEAD}${imports.map((line) => `${line}\n`).join('')}
/** ${text} */
export const plugged: readonly ${type} = [${items}];
`;
}

function renderWorkflows(): string {
  const exports = having(WORKFLOWS.file).map(
    (name) => `export * from '${relative('workflows', join('src', name, WORKFLOWS.file))}';\n`,
  );
  return `${HEAD}${exports.join('') || 'export type None = never;\n'}`;
}

if (import.meta.main) {
  for (const [list, content] of Object.entries(renderPlugs())) writeFileSync(list, content);
}
