/** Tumblr's own documents (github.com/tumblr/docs), as oracles: api.md for calls, npf-spec.md for posts. */
import type { Exchange } from './exchange.ts';
import { readForm } from './form.ts';
import type { Finding, OracleCheck, Oracle } from './oracle.ts';

interface Row {
  readonly name: string;
  readonly isRequired: boolean;
}

/** Rows of the tables of a section whose first column has one of these headings. */
function rowsOf(section: string, headings: readonly string[]): Row[] {
  const rows: Row[] = [];
  let required = -1;
  let inside = false;
  for (const line of section.split('\n')) {
    const cells = line
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => cell.trim().replaceAll(/[*`]/g, ''));
    const [name = ''] = cells;
    if (cells.length < 2) inside = false;
    else if (headings.includes(name)) {
      inside = true;
      required = cells.findIndex((cell) => cell.startsWith('Required'));
    } else if (inside && !/^[ :-]*$/.test(name)) {
      rows.push({ name, isRequired: /^yes/i.test(cells[required] ?? '') });
    }
  }
  return rows;
}

/** A call that the documents have; `{}` stands for an id. */
interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Row[];
}

const METHOD =
  /^\| `(?:api|www)\.tumblr\.com(\/[^`?]+?)(?:\[\/type\])?(?:\?[^`]*)?`\s*\| (GET|POST|PUT|DELETE)/m;

const operationsOf = (text: string): Operation[] =>
  text.split(/^### (?=`)/m).flatMap((section) => {
    const [, path = '', method = ''] = METHOD.exec(section) ?? [];
    const parameters = rowsOf(section, ['Parameter']).filter(({ name }) => name !== 'blog-identifier');
    return path ? [{ method, path: path.replaceAll(/\{[\w-]+\}/g, '{}'), parameters }] : [];
  });

const templateOf = (path: string): string => path.replace(/^(\/v2\/blog)\/[^/]+/, '$1/{}');

/** The body of a call, as its fields. The first part of a form with files is the JSON. */
async function bodyOf({ request }: Exchange): Promise<Record<string, unknown>> {
  const type = request.headers['content-type'] ?? '';
  const text = request.body.toString();
  if (!text) return {};
  if (type.startsWith('application/json')) return JSON.parse(text) as Record<string, unknown>;
  if (type.startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(text));
  }
  return JSON.parse(String((await readForm(request)).json)) as Record<string, unknown>;
}

/** Of the tables of an answer, only that it is in the envelope: most are examples. */
export const tumblrCheck = (text: string): OracleCheck => {
  const operations = operationsOf(text);
  return async (exchange): Promise<Finding[]> => {
    const { pathname, searchParams } = new URL(exchange.target, 'http://localhost');
    const operation = `${exchange.method} ${templateOf(pathname)}`;
    const say = (side: Finding['side'], message: string): Finding => ({ side, operation, message });
    const known = operations.filter(({ method, path }) => `${method} ${path}` === operation);
    if (!known.length) return [say('request', 'is not in the documents')];
    const findings: Finding[] = [];
    if (!exchange.request.headers['user-agent']) findings.push(say('request', 'has no User-Agent'));
    if (exchange.status < 400) {
      const names = [...searchParams.keys(), ...Object.keys(await bodyOf(exchange))];
      const best = known
        .map(({ parameters }) => [
          ...names
            .filter((name) => !parameters.some((row) => row.name === name))
            .map((name) => `no parameter ${name}`),
          ...parameters
            // A token stands in for the key of an application.
            .filter(({ name, isRequired }) => isRequired && name !== 'api_key' && !names.includes(name))
            .filter(({ name }) => !/^(parent_|reblog_)/.test(name))
            .map(({ name }) => `${name} is required`),
        ])
        .toSorted((a, b) => a.length - b.length)[0];
      findings.push(...(best ?? []).map((message) => say('request', message)));
    }
    if (!pathname.startsWith('/v2/') || pathname.startsWith('/v2/oauth2/')) return findings;
    const answer = JSON.parse(exchange.answer.body.toString()) as { meta?: { status?: number } };
    if (answer.meta?.status !== exchange.status) findings.push(say('answer', 'its meta has another status'));
    return findings;
  };
};

/** The rules in npf-spec.md that a program can read. */
export interface NpfRules {
  /** The fields of each type of block, of formatted ranges and of media. */
  readonly fields: Readonly<Record<string, ReadonlySet<string>>>;
  readonly subtypes: ReadonlySet<string>;
  readonly most: Readonly<
    Record<
      | 'blocks'
      | 'characters'
      | 'links'
      | 'mentions'
      | 'linkBlocks'
      | 'images'
      | 'videos'
      | 'uploads'
      | 'indent',
      number
    >
  >;
}

export function readNpf(text: string): NpfRules {
  const sections = new Map(text.split(/^#{2,5} /m).map((section) => [section.split('\n')[0] ?? '', section]));
  const section = (title: string): string => {
    const found = sections.get(title);
    if (!found) throw new Error(`npf-spec.md has no section ${title}`);
    return found;
  };
  const number = (pattern: RegExp): number => {
    const found = pattern.exec(text)?.[1];
    if (!found) throw new Error(`npf-spec.md has nothing like ${pattern.source}`);
    return Number(found.replaceAll(',', ''));
  };
  const table = (...titles: string[]): Set<string> =>
    new Set(titles.flatMap((title) => rowsOf(section(title), ['Property'])).map(({ name }) => name));
  // Named in the text of the section, not in its table.
  const named = (title: string, ...names: string[]): string[] =>
    names.filter((name) => section(title).includes(`\`${name}\``));
  const types = [...section('Inline Format Types: Bold, Italic, Strikethrough, Small').matchAll(/`(\w+)`/g)];
  return {
    fields: {
      text: new Set([...table('Content Block Type: Text'), 'type', 'formatting']),
      image: new Set([
        ...table('Content Block Type: Image'),
        ...named('Content Block Type: Image', 'alt_text', 'caption'),
        'type',
      ]),
      link: new Set([...table('Content Block Type: Link'), 'type']),
      video: new Set([...table('Content Block Type: Video'), 'type']),
      // "We use a unique identifier in the JSON body" (api.md).
      media: new Set([...table('Media Objects'), 'identifier']),
      ...Object.fromEntries(
        types.map(([, type]) => [`range ${type}`, table('Inline Formatting within a Text Block')]),
      ),
      'range link': table('Inline Formatting within a Text Block', 'Inline Format Type: Link'),
    },
    subtypes: new Set(
      [...section('Text Block Basic Subtypes').matchAll(/^\* `([\w-]+)`/gm)].map(([, name]) => name ?? ''),
    ),
    most: {
      blocks: number(/total content blocks allowed in a single post is ([\d,]+)/),
      characters: number(/maximum length of a text block is \*([\d,]+) characters/),
      links: number(/maximum number of inline links is ([\d,]+)/),
      mentions: number(/maximum number of mentions is ([\d,]+)/),
      linkBlocks: number(/maximum number of link blocks allowed in a single post is ([\d,]+)/),
      images: number(/maximum number of image blocks allowed in a single post is ([\d,]+)/),
      videos: number(/maximum number of video blocks allowed in a single post is ([\d,]+)/),
      uploads: number(
        /maximum number of native \(uploaded\) tumblr video blocks allowed in a single post is ([\d,]+)/,
      ),
      indent: number(/up to the maximum of (\d+)/),
    },
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** What is wrong with a post by the specification. */
export function wrongContent(content: readonly Fields[], rules: NpfRules): string[] {
  const wrong: string[] = [];
  const only = (value: Fields, kind: string): void => {
    const allowed = rules.fields[kind];
    if (!allowed) return void wrong.push(`there is no ${kind}`);
    for (const name of Object.keys(value)) if (!allowed.has(name)) wrong.push(`no field ${name} in ${kind}`);
  };
  const count = (type: string): number => content.filter((block) => block.type === type).length;
  const ranges = content.flatMap(({ formatting, text }) =>
    ((formatting ?? []) as Fields[]).map((range) => ({ range, length: Array.from(String(text)).length })),
  );
  for (const block of content) {
    only(block, String(block.type));
    const { subtype, indent_level: indent = 0, text = '', media = [] } = block;
    if (subtype !== undefined && !rules.subtypes.has(String(subtype))) {
      wrong.push(`no subtype ${String(subtype)}`);
    }
    if (Number(indent) > rules.most.indent) wrong.push(`indented by ${String(indent)}`);
    if (Array.from(String(text)).length > rules.most.characters) wrong.push('a text block is too long');
    for (const entry of [media].flat() as Fields[]) only(entry, 'media');
  }
  for (const { range, length } of ranges) {
    only(range, `range ${String(range.type)}`);
    const { start, end } = range as { start: number; end: number };
    if (!(start >= 0 && start < end && end <= length)) {
      wrong.push(`a range from ${start} to ${end} of ${length}`);
    }
  }
  const { most } = rules;
  const linked = ranges.filter(({ range }) => range.type === 'link').length;
  for (const [what, found, limit] of [
    ['blocks', content.length, most.blocks],
    ['images', count('image'), most.images],
    ['videos', count('video'), most.videos],
    ['uploaded videos', content.filter(({ type, url }) => type === 'video' && !url).length, most.uploads],
    ['link blocks', count('link'), most.linkBlocks],
    ['links', linked, most.links],
  ] as const) {
    if (found > limit) wrong.push(`${found} ${what}, at most ${limit}`);
  }
  return wrong;
}

/** A post that was refused is not checked: tests send wrong ones on purpose. */
export const npfCheck = (text: string): OracleCheck => {
  const rules = readNpf(text);
  return async (exchange): Promise<Finding[]> => {
    const { pathname } = new URL(exchange.target, 'http://localhost');
    const operation = `${exchange.method} ${templateOf(pathname)}`;
    if (operation !== 'POST /v2/blog/{}/posts' || exchange.status >= 400) return [];
    const { content } = await bodyOf(exchange);
    const wrong = wrongContent(content as Fields[], rules);
    return wrong.map((message) => ({ side: 'request', operation, message }));
  };
};

export const tumblrOracle: Oracle = {
  name: "Tumblr's API",
  file: 'tumblr_api.md',
  check: tumblrCheck,
  mistakes: [],
};

export const npfOracle: Oracle = {
  name: 'the Neue Post Format',
  file: 'tumblr_npf.md',
  check: npfCheck,
  mistakes: [],
};
