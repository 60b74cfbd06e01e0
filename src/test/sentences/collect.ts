/**
 * Every sentence that the product can say about a field: what can become the `message` beside a `path`. Read
 * from the source, so that none is forgotten that no test provokes. A value in a sentence is `{}`.
 */
import {
  bindingOf,
  isFunction,
  isNode,
  nameOf,
  nodesIn,
  parentOf,
  placeOf,
  sourceOf,
  type Binding,
  type Node,
  type Source,
} from './syntax.ts';

/** A sentence, and where it is written. */
export interface Sentence {
  readonly template: string;
  readonly place: string;
}

/** What was read: the sentences, and the places whose sentences could not be followed. */
export interface Collected {
  readonly sentences: readonly Sentence[];
  readonly unclear: readonly string[];
}

const TRANSPARENT = new Set([
  'ParenthesizedExpression',
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'AwaitExpression',
  'ChainExpression',
]);

/** What is a value itself. */
const MADE_HERE = new Set(['ObjectExpression', 'Literal', 'TemplateLiteral', 'BinaryExpression']);

/** A value that cannot be followed to its text. */
class Unclear extends Error {}

/** Reads the sentences out of files; `sources` are also where functions are looked for. */
export class Reader {
  readonly #sources: readonly Source[];
  /** Functions that are being read: one that calls itself adds nothing the second time. */
  readonly #open = new Set<Node>();

  constructor(sources: readonly Source[]) {
    this.#sources = sources;
  }

  /** The sentences of every `{ path, message }`. */
  issues(): Collected {
    return this.#collect((node) => {
      const [path, message] = [valueOf(node, 'path'), valueOf(node, 'message')];
      return path && message && !isPassedOn(path, message) ? message : undefined;
    });
  }

  /** The messages of every `new ApiError(code, { message })` that `wanted` accepts. */
  errors(wanted: (code: string, file: string) => boolean): Collected {
    return this.#collect((node) => {
      if (node.type !== 'NewExpression' || nameOf(node.callee) !== 'ApiError') return undefined;
      const [code, options] = nodesIn(node.arguments);
      return options && wanted(nameOf(code) ?? '', sourceOf(node).file)
        ? valueOf(options, 'message')
        : undefined;
    });
  }

  /** The sentences in the list that a function returns. */
  listOf(file: string, name: string): Collected {
    const source = this.#sources.find((one) => one.file === file);
    const binding = source?.nodes[1] && bindingOf(name, source.nodes[1]);
    if (binding?.kind !== 'function') throw new Error(`${file} has no function ${name}`);
    const lists = this.#returned(binding.node);
    const written = lists.filter(({ type }) => type === 'ArrayExpression');
    return {
      sentences: written
        .flatMap((list) => this.#elements(list))
        .flatMap((one) => this.#texts(one).map((template) => ({ template, place: placeOf(one) }))),
      // What another function of ours returns is read there.
      unclear: [],
    };
  }

  #collect(messageIn: (node: Node) => Node | undefined): Collected {
    const sentences: Sentence[] = [];
    const unclear: string[] = [];
    for (const node of this.#sources.flatMap(({ nodes }) => nodes)) {
      const message = messageIn(node);
      if (!message) continue;
      try {
        const place = placeOf(message);
        const templates = this.#texts(message);
        if (templates.length === 0) throw new Unclear();
        sentences.push(...templates.map((template) => ({ template, place })));
      } catch (error) {
        if (!(error instanceof Unclear)) throw error;
        unclear.push(placeOf(message));
      }
    }
    return { sentences, unclear };
  }

  /** Every text that an expression can be. */
  #texts(node: Node): string[] {
    if (node.type === 'Literal' && typeof node.value === 'string') return [node.value];
    if (node.type === 'TemplateLiteral') return this.#template(node);
    if (node.type === 'BinaryExpression' && node.operator === '+') {
      return joined([node.left as Node, node.right as Node].map((side) => this.#part(side)));
    }
    const branches = branchesOf(node);
    if (branches) return branches.flatMap((branch) => this.#texts(branch));
    return this.#values(node).flatMap((value) => {
      if (value === node) throw new Unclear();
      return this.#texts(value);
    });
  }

  #template(node: Node): string[] {
    const fixed = nodesIn(node.quasis).map((quasi) => (quasi.value as { cooked: string }).cooked);
    const spans = nodesIn(node.expressions).map((span) => this.#part(span));
    return joined(fixed.flatMap((text, i) => (spans[i] ? [[text], spans[i]] : [[text]])));
  }

  /** A value inside a sentence: its own words where it has some, else `{}`. */
  #part(node: Node): string[] {
    try {
      const words = this.#texts(node);
      return words.length ? words : ['{}'];
    } catch (error) {
      if (!(error instanceof Unclear)) throw error;
      return ['{}'];
    }
  }

  /**
   * The expressions that a name, a call or a property stands for. @throws Unclear when there is no telling
   */
  #values(node: Node): Node[] {
    const branches = branchesOf(node);
    if (branches) return branches.flatMap((branch) => this.#values(branch));
    if (node.type === 'Identifier') return this.#bound(node, bindingOf(String(node.name), node));
    if (node.type === 'MemberExpression' && !node.computed) {
      return this.#property(node.object as Node, nameOf(node.property) ?? '');
    }
    if (node.type === 'CallExpression') return this.#returned(this.#function(node.callee as Node));
    if (MADE_HERE.has(node.type)) return [node];
    throw new Unclear();
  }

  #bound(node: Node, binding: Binding | undefined): Node[] {
    if (binding?.kind === 'value') return this.#followed([binding.init], binding.property);
    if (binding?.kind === 'each') return this.#followed(this.#elements(binding.list), binding.property);
    if (binding?.kind === 'parameter') return this.#given(binding);
    if (node.name === 'undefined') return [];
    throw new Unclear();
  }

  #followed(nodes: readonly Node[], property: string | undefined): Node[] {
    return property === undefined ? [...nodes] : nodes.flatMap((node) => this.#property(node, property));
  }

  #property(node: Node, name: string): Node[] {
    return this.#values(node).flatMap((object) => {
      if (object.type !== 'ObjectExpression' && object !== node) return this.#property(object, name);
      if (object.type !== 'ObjectExpression') throw new Unclear();
      const value = valueOf(object, name);
      return value ? [value] : [];
    });
  }

  /** What callers give for a parameter: to a callback of a list, each element of the list. */
  #given({ of, index, property, initial }: Binding & { kind: 'parameter' }): Node[] {
    const call = parentOf(of);
    if (call?.type === 'CallExpression' && isNode(call.callee) && call.callee.type === 'MemberExpression') {
      const isEach = /^(map|flatMap|forEach)$/.test(nameOf(call.callee.property) ?? '');
      if (index > 0 || !isEach) throw new Unclear();
      return this.#followed(this.#elements(call.callee.object as Node), property);
    }
    const name = nameOf(of.id) ?? (call?.type === 'VariableDeclarator' ? nameOf(call.id) : undefined);
    if (name === undefined) throw new Unclear();
    const given = this.#callsOf(name, sourceOf(of)).flatMap((one) => nodesIn(one.arguments)[index] ?? []);
    if (given.length === 0 && !initial) throw new Unclear();
    return [...this.#followed(given, property), ...nodesIn(initial)];
  }

  /** The calls of a function: in its own file, and where it is imported. */
  #callsOf(name: string, home: Source): Node[] {
    const near = this.#sources.filter((one) => one === home || one.imports.get(name)?.file === home.file);
    return near.flatMap(({ calls }) => calls.get(name) ?? []);
  }

  #function(callee: Node): Node {
    const name = nameOf(callee);
    if (name === undefined) throw new Unclear();
    let binding = bindingOf(name, callee);
    const imported = binding ? undefined : sourceOf(callee).imports.get(name);
    const file = this.#sources.find((source) => source.file === imported?.file);
    if (imported && file?.nodes[0]) binding = bindingOf(imported.name, file.nodes[1] ?? file.nodes[0]);
    if (binding?.kind === 'function') return binding.node;
    if (binding?.kind === 'value' && isFunction(binding.init)) return binding.init;
    throw new Unclear();
  }

  #returned(of: Node): Node[] {
    if (this.#open.has(of)) return [];
    this.#open.add(of);
    try {
      const body = of.body as Node;
      return body.type === 'BlockStatement' ? returnsOf(body) : [body];
    } finally {
      this.#open.delete(of);
    }
  }

  /** The elements of a list: as written, pushed, or made from another list. */
  #elements(node: Node): Node[] {
    const branches = branchesOf(node);
    if (branches) return branches.flatMap((branch) => this.#elements(branch));
    if (node.type === 'ArrayExpression') {
      return nodesIn(node.elements).flatMap((one) =>
        one.type === 'SpreadElement' ? this.#elements(one.argument as Node) : [one],
      );
    }
    if (node.type === 'Identifier') {
      const binding = bindingOf(String(node.name), node);
      if (binding?.kind !== 'value' || binding.property) throw new Unclear();
      return [...this.#elements(binding.init), ...this.#pushed(node)];
    }
    if (node.type !== 'CallExpression') throw new Unclear();
    const callee = node.callee as Node;
    if (callee.type !== 'MemberExpression') {
      return this.#returned(this.#function(callee)).flatMap((one) => this.#elements(one));
    }
    const [callback] = nodesIn(node.arguments);
    const method = nameOf(callee.property) ?? '';
    if (method === 'filter') return this.#elements(callee.object as Node);
    if (!callback || (method !== 'map' && method !== 'flatMap')) throw new Unclear();
    const made = this.#returned(isFunction(callback) ? callback : this.#function(callback));
    return method === 'map' ? made : made.flatMap((one) => this.#elements(one));
  }

  #pushed(list: Node): Node[] {
    return sourceOf(list)
      .nodes.filter(({ type, callee }) => {
        if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return false;
        const { object, property } = callee as unknown as { object: Node; property: Node };
        return nameOf(property) === 'push' && nameOf(object) === list.name && sameBinding(object, list);
      })
      .flatMap((call) => nodesIn(call.arguments))
      .flatMap((one) => (one.type === 'SpreadElement' ? this.#elements(one.argument as Node) : [one]));
  }
}

function sameBinding(a: Node, b: Node): boolean {
  const [one, other] = [a, b].map((node) => bindingOf(String(node.name), node));
  return one?.kind === 'value' && other?.kind === 'value' && one.init === other.init;
}

/** What an expression chooses between, or the one that it wraps; undefined for any other. */
function branchesOf(node: Node): Node[] | undefined {
  if (TRANSPARENT.has(node.type)) return [node.expression ?? node.argument].filter(isNode);
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate].filter(isNode);
  if (node.type !== 'LogicalExpression') return undefined;
  return (node.operator === '&&' ? [node.right] : [node.left, node.right]).filter(isNode);
}

/** The value of a property of an object literal. */
function valueOf(object: Node, name: string): Node | undefined {
  if (object.type !== 'ObjectExpression') return undefined;
  return nodesIn(object.properties)
    .filter(({ key }) => nameOf(key) === name)
    .flatMap(({ value }) => nodesIn(value))[0];
}

/** `{ path: issue.path, message: issue.message }`: the issue was made elsewhere, and is read there. */
function isPassedOn(path: Node, message: Node): boolean {
  const text = ({ start, end }: Node): string => sourceOf(path).text.slice(start, end as number);
  if (message.type === 'MemberExpression' && nameOf(message.property) === 'message') {
    return text(path).includes(`${text(message.object as Node)}.path`);
  }
  const binding = nameOf(message) === 'message' ? bindingOf('message', message) : undefined;
  if (binding?.kind !== 'parameter' || binding.property !== 'message') return false;
  const pattern = nodesIn(binding.of.params)[binding.index];
  return nodesIn(pattern?.properties).some(({ key }) => nameOf(key) === 'path');
}

function returnsOf(body: Node): Node[] {
  const found: Node[] = [];
  const visit = (node: Node): void => {
    if (isFunction(node)) return;
    if (node.type === 'ReturnStatement') found.push(...nodesIn(node.argument));
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child);
  };
  visit(body);
  return found;
}

/** Every text made of one of each of the parts. */
function joined(parts: readonly (readonly string[])[]): string[] {
  const texts = parts.reduce<string[]>(
    (before, part) => before.flatMap((text) => part.map((one) => text + one)),
    [''],
  );
  // A sum of numbers is one value.
  return texts.map((text) => text.replaceAll(/(\{\})+/g, '{}'));
}
