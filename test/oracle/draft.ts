import type { Random } from './random.js';

/** SDL by subgraph name. */
export type Subgraphs = Readonly<Record<string, string>>;

export interface Field {
  readonly type: string;
  readonly args: string;
  readonly directives: string[];
}

export interface TypeDraft {
  readonly kind: 'type' | 'interface';
  readonly directives: string[];
  readonly interfaces: Set<string>;
  readonly fields: Map<string, Field>;
}

export interface SubgraphDraft {
  readonly name: string;
  readonly types: Map<string, TypeDraft>;
  readonly unions: Map<string, string[]>;
}

const link = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable",
  "@external", "@provides", "@requires", "@override", "@interfaceObject"])`;

/** Key candidates: their text, and the fields that they use. */
export const keyPool: readonly { readonly text: string; readonly fields: Readonly<Record<string, string>> }[] = [
  { text: 'id', fields: { id: 'ID!' } },
  { text: 'code', fields: { code: 'String!' } },
  { text: 'id part', fields: { id: 'ID!', part: 'String!' } },
  { text: 'ref { rid }', fields: { ref: 'Ref!' } },
  { text: 'ref { rid } part', fields: { ref: 'Ref!', part: 'String!' } },
];

export const argumentPool = ['', '', '', '', '(n: Int = 1)', '(s: String!)', '(c: Color)', '(n: Int!, c: Color = RED)'];
export const scalars = ['Int', 'String', 'Boolean', 'Float', 'ID', 'Color'];

/** Chooses names and types. */
export class Choices {
  readonly random: Random;
  #count = 0;

  constructor(random: Random) {
    this.random = random;
  }

  outputType(subgraph: SubgraphDraft, leafPercent = 50): { name: string; text: string } {
    const composite = [...subgraph.types.keys(), ...subgraph.unions.keys()].filter(
      (name) => !/^(Query|Mutation)$/.test(name),
    );
    const name = composite.length === 0 || this.random.chance(leafPercent) ? undefined : this.random.pick(composite);
    if (name !== undefined) return { name, text: this.wrap(name) };
    return { name: 'Int', text: this.leafType() };
  }

  leafType(): string {
    return this.wrap(this.random.pick(scalars));
  }

  wrap(name: string): string {
    return this.random.pick([name, name, name, `${name}!`, `[${name}]`, `[${name}!]`, `[${name}!]!`, `[[${name}]]`]);
  }

  knows({ types, unions }: SubgraphDraft, name: string): boolean {
    return name === 'Int' || types.has(name) || unions.has(name);
  }

  nextName(): string {
    this.#count += 1;
    return `f${this.#count}`;
  }
}

export function isLeaf(type: string): boolean {
  return scalars.includes(type.replaceAll(/[[\]!]/g, ''));
}

/** The SDL of a subgraph. */
export function print({ types, unions }: SubgraphDraft): string {
  const parts = [link, 'enum Color { RED GREEN BLUE }', 'type Ref @shareable { rid: ID! }'];
  for (const [name, draft] of types) {
    const interfaces = draft.interfaces.size === 0 ? '' : ` implements ${[...draft.interfaces].join(' & ')}`;
    const fields = [...draft.fields].map(([field, { args, type, directives }]) =>
      `  ${field}${args}: ${type} ${directives.join(' ')}`.trimEnd(),
    );
    const head = [`${draft.kind} ${name}${interfaces}`, ...draft.directives].join(' ');
    if (fields.length > 0) parts.push(`${head} {\n${fields.join('\n')}\n}`);
  }
  for (const [name, members] of unions) parts.push(`union ${name} = ${members.join(' | ')}`);
  return parts.join('\n');
}
