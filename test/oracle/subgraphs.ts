import { Random } from './random.js';

/** SDL by the subgraphs' names. */
export type Subgraphs = Readonly<Record<string, string>>;

interface Field {
  readonly type: string;
  readonly args: string;
  readonly directives: string[];
}

interface TypeDraft {
  readonly kind: 'type' | 'interface';
  readonly directives: string[];
  readonly interfaces: Set<string>;
  readonly fields: Map<string, Field>;
}

interface SubgraphDraft {
  readonly name: string;
  readonly types: Map<string, TypeDraft>;
  readonly unions: Map<string, string[]>;
}

const link = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable",
  "@external", "@provides", "@requires", "@override", "@interfaceObject"])`;

/** What keys are made of: their text, and the fields that they are in. */
const keyPool: readonly { readonly text: string; readonly fields: Readonly<Record<string, string>> }[] = [
  { text: 'id', fields: { id: 'ID!' } },
  { text: 'code', fields: { code: 'String!' } },
  { text: 'id part', fields: { id: 'ID!', part: 'String!' } },
  { text: 'ref { rid }', fields: { ref: 'Ref!' } },
  { text: 'ref { rid } part', fields: { ref: 'Ref!', part: 'String!' } },
];

const argumentPool = ['', '', '', '', '(n: Int = 1)', '(s: String!)', '(c: Color)', '(n: Int!, c: Color = RED)'];
const scalars = ['Int', 'String', 'Boolean', 'Float', 'ID', 'Color'];

/**
 * Invents subgraphs that use the directives of federation in all combinations. Many of them do not compose: callers try the next seed.
 */
export function inventSubgraphs(seed: number): Subgraphs {
  return new SubgraphsDraft(new Random(seed)).write();
}

class SubgraphsDraft {
  readonly #random: Random;
  readonly #subgraphs: SubgraphDraft[];
  readonly #entities: string[];
  readonly #values: string[];
  readonly #keys = new Map<string, (typeof keyPool)[number][]>();
  /** The interface with a key, the types of it, and the subgraph that knows them. */
  #keyed: { readonly types: readonly string[]; readonly home: SubgraphDraft } | undefined;
  #count = 0;

  constructor(random: Random) {
    this.#random = random;
    const names = ['a', 'b', 'c', 'd'].slice(0, 2 + random.below(3));
    this.#subgraphs = names.map((name) => ({ name, types: new Map(), unions: new Map() }));
    this.#entities = ['T1', 'T2', 'T3'].slice(0, 1 + random.below(3));
    this.#values = ['V1', 'V2'].slice(0, random.below(3));
  }

  write(): Subgraphs {
    for (const subgraph of this.#subgraphs) this.#type(subgraph, 'Query', 'type');
    for (const name of this.#entities) this.#placeEntity(name);
    if (this.#random.chance(60)) this.#placeKeyedInterface();
    for (const name of this.#values) this.#placeValue(name);
    for (const subgraph of this.#subgraphs) this.#placeAbstractTypes(subgraph);
    for (const name of [...this.#entities, ...(this.#keyed?.types ?? [])]) this.#addFields(name);
    for (const subgraph of this.#subgraphs) this.#addInterfaceObjectFields(subgraph);
    for (const subgraph of this.#subgraphs) this.#addRootFields(subgraph);
    this.#addSharedRootField();
    if (this.#random.chance(25)) this.#addMutation(this.#random.pick(this.#subgraphs));
    return Object.fromEntries(this.#subgraphs.map((subgraph) => [subgraph.name, print(subgraph)]));
  }

  #type(subgraph: SubgraphDraft, name: string, kind: TypeDraft['kind']): TypeDraft {
    const known = subgraph.types.get(name);
    if (known !== undefined) return known;
    const draft: TypeDraft = { kind, directives: [], interfaces: new Set(), fields: new Map() };
    subgraph.types.set(name, draft);
    return draft;
  }

  #placeEntity(name: string): void {
    const keys = this.#random.some(keyPool).slice(0, 1 + this.#random.below(3));
    this.#keys.set(name, keys);
    const min = Math.min(2, this.#subgraphs.length);
    for (const subgraph of this.#random.some(this.#subgraphs, min)) this.#stub(subgraph, name);
  }

  /** The type with some of its keys. */
  #stub(subgraph: SubgraphDraft, name: string): TypeDraft {
    const known = subgraph.types.get(name);
    if (known !== undefined) return known;
    const draft = this.#type(subgraph, name, 'type');
    const own = this.#keys.get(name) ?? [];
    for (const key of this.#random.chance(60) ? own : this.#random.some(own)) this.#addKey(draft, key);
    return draft;
  }

  #addKey(draft: TypeDraft, { text, fields }: (typeof keyPool)[number], mayBeNonResolvable = true): void {
    const resolvable = mayBeNonResolvable && this.#random.chance(12) ? ', resolvable: false' : '';
    draft.directives.push(`@key(fields: "${text}"${resolvable})`);
    for (const [name, type] of Object.entries(fields))
      draft.fields.set(name, { type, args: '', directives: ['@shareable'] });
  }

  #placeKeyedInterface(): void {
    const home = this.#random.pick(this.#subgraphs);
    const types = ['X1', 'X2', 'X3'].slice(0, 1 + this.#random.below(3));
    const keys = [keyPool[0], ...(this.#random.chance(30) ? [keyPool[1]] : [])].filter((key) => key !== undefined);
    this.#keyed = { types, home };
    const draft = this.#type(home, 'I', 'interface');
    for (const key of keys) this.#addKey(draft, key, false);
    for (const [name, field] of draft.fields) draft.fields.set(name, { ...field, directives: [] });
    const own = this.#random.chance(60) ? this.#nextName() : undefined;
    const ownType = this.#random.pick(scalars);
    if (own !== undefined) draft.fields.set(own, { type: ownType, args: '', directives: [] });
    for (const name of types) {
      this.#keys.set(name, keys);
      const type = this.#type(home, name, 'type');
      for (const key of keys) this.#addKey(type, key, false);
      type.interfaces.add('I');
      if (own !== undefined) type.fields.set(own, { type: ownType, args: '', directives: [] });
    }
    for (const subgraph of this.#subgraphs) {
      if (subgraph === home) continue;
      if (this.#random.chance(65)) {
        const object = this.#type(subgraph, 'I', 'type');
        object.directives.push('@interfaceObject');
        this.#addKey(object, this.#random.pick(keys));
      } else if (this.#random.chance(50)) this.#stub(subgraph, this.#random.pick(types));
    }
  }

  #placeValue(name: string): void {
    const fields = Array.from(
      { length: 1 + this.#random.below(3) },
      () => [this.#nextName(), this.#leafType()] as const,
    );
    const inner = this.#random.chance(40) ? this.#nextName() : undefined;
    const innerType = this.#random.pick(['Ref', ...this.#entities]);
    for (const subgraph of this.#subgraphs) {
      const draft = this.#type(subgraph, name, 'type');
      draft.directives.push('@shareable');
      for (const [field, type] of fields) draft.fields.set(field, { type, args: '', directives: [] });
      if (inner !== undefined && (innerType === 'Ref' || subgraph.types.has(innerType))) {
        draft.fields.set(inner, { type: innerType, args: '', directives: [] });
      }
    }
  }

  /** An interface without a key, and a union, as far as the subgraph has types for them. */
  #placeAbstractTypes(subgraph: SubgraphDraft): void {
    const objects = [...subgraph.types].filter(([name, { kind }]) => kind === 'type' && /^[TXV]/.test(name));
    const withId = objects.filter(([, { fields }]) => fields.has('id'));
    if (withId.length > 0 && this.#random.chance(60)) {
      const draft = this.#type(subgraph, 'P', 'interface');
      draft.fields.set('id', { type: 'ID!', args: '', directives: [] });
      const hasLabel = this.#random.chance(60);
      if (hasLabel) draft.fields.set('label', { type: 'String', args: '', directives: [] });
      for (const [, type] of this.#random.some(withId)) {
        type.interfaces.add('P');
        if (hasLabel) type.fields.set('label', { type: 'String', args: '', directives: ['@shareable'] });
      }
    }
    if (objects.length > 0 && this.#random.chance(50)) {
      subgraph.unions.set(
        'U',
        this.#random.some(objects).map(([name]) => name),
      );
    }
  }

  #addFields(name: string): void {
    const present = this.#subgraphs.filter(({ types }) => types.has(name));
    const names = Array.from({ length: 2 + this.#random.below(5) }, () => this.#nextName());
    for (const field of names) this.#addField({ type: name, field, present });
  }

  #addField({ type, field, present }: { type: string; field: string; present: readonly SubgraphDraft[] }): void {
    const owner = this.#random.pick(present);
    const others = present.filter((subgraph) => subgraph !== owner);
    const args = this.#random.pick(argumentPool);
    const output = this.#outputType(owner);
    const draft = owner.types.get(type);
    if (draft === undefined) return;
    const other = others.length > 0 ? this.#random.pick(others) : undefined;
    if (other !== undefined && this.#random.chance(35)) {
      this.#addRequirement({ type, field, owner, other, args });
      return;
    }
    draft.fields.set(field, { type: output.text, args, directives: [] });
    if (other === undefined || !this.#knows(other, output.name)) return;
    const twin = other.types.get(type);
    if (this.#random.chance(25)) {
      draft.fields.set(field, { type: output.text, args, directives: ['@shareable'] });
      twin?.fields.set(field, { type: output.text, args, directives: ['@shareable'] });
    } else if (this.#random.chance(15)) {
      const label = this.#random.chance(40) ? `, label: "percent(${this.#random.below(101)})"` : '';
      twin?.fields.set(field, { type: output.text, args, directives: [`@override(from: "${owner.name}"${label})`] });
    }
  }

  /** A field of `owner`, and one or two of `other` that need it. */
  #addRequirement(options: {
    type: string;
    field: string;
    owner: SubgraphDraft;
    other: SubgraphDraft;
    args: string;
  }): void {
    const { type, field, owner, other, args } = options;
    const values = this.#values.filter((name) => owner.types.has(name));
    const value = values.length > 0 && this.#random.chance(30) ? this.#random.pick(values) : undefined;
    const leaves = [...(value === undefined ? [] : (other.types.get(value)?.fields ?? []))].filter(([, inner]) =>
      isLeaf(inner.type),
    );
    const text = value === undefined || leaves.length === 0 ? this.#leafType() : this.#wrap(value);
    const below = text.includes('V') && leaves.length > 0 ? ` { ${this.#random.pick(leaves)[0]} }` : '';
    owner.types.get(type)?.fields.set(field, { type: text, args, directives: [] });
    const draft = other.types.get(type);
    draft?.fields.set(field, { type: text, args, directives: ['@external'] });
    for (let count = this.#random.chance(50) ? 2 : 1; count > 0; count--) {
      const directives = [`@requires(fields: ${JSON.stringify(`${field}${this.#literals(args)}${below}`)})`];
      draft?.fields.set(this.#nextName(), { type: 'String', args: '', directives });
    }
  }

  /** Literals for the arguments of a definition, in parentheses. */
  #literals(args: string): string {
    const given = [...args.matchAll(/(\w+): (Int|String|Color)(!?)/g)].flatMap(([, name, type, required]) => {
      if (required === '' && this.#random.chance(40)) return [];
      const value = { Int: String(this.#random.below(3)), String: this.#random.pick(['"x"', '"y"']), Color: 'GREEN' }[
        type ?? ''
      ];
      return [`${name}: ${value}`];
    });
    return given.length === 0 ? '' : `(${given.join(', ')})`;
  }

  #addInterfaceObjectFields(subgraph: SubgraphDraft): void {
    const draft = subgraph.types.get('I');
    if (draft === undefined || draft.kind !== 'type') return;
    for (let count = 1 + this.#random.below(3); count > 0; count--) {
      const { text } = this.#outputType(subgraph);
      draft.fields.set(this.#nextName(), { type: text, args: this.#random.pick(argumentPool), directives: [] });
    }
    const own = [...(this.#keyed?.home.types.get('I')?.fields ?? [])].find(([name]) => name.startsWith('f'));
    if (own === undefined || draft.fields.has(own[0]) || !this.#random.chance(40)) return;
    draft.fields.set(own[0], { ...own[1], directives: ['@external'] });
    draft.fields.set(this.#nextName(), { type: 'String', args: '', directives: [`@requires(fields: "${own[0]}")`] });
  }

  #addRootFields(subgraph: SubgraphDraft): void {
    const query = this.#type(subgraph, 'Query', 'type');
    for (let count = 1 + this.#random.below(3); count > 0; count--) {
      const output = this.#outputType(subgraph, 10);
      const args = this.#random.pick(argumentPool);
      query.fields.set(this.#nextName(), {
        type: output.text,
        args,
        directives: this.#provides(subgraph, output.name),
      });
    }
  }

  /** A field that this subgraph does not own, but gives here. */
  #provides(subgraph: SubgraphDraft, name: string): string[] {
    const draft = subgraph.types.get(name);
    if (draft === undefined || draft.kind !== 'type' || !this.#random.chance(30)) return [];
    for (const other of this.#subgraphs) {
      for (const [field, { type, args, directives }] of other === subgraph
        ? []
        : (other.types.get(name)?.fields ?? [])) {
        if (
          draft.fields.has(field) ||
          args !== '' ||
          !isLeaf(type) ||
          directives.some((text) => !text.startsWith('@shareable'))
        )
          continue;
        if (directives.length === 0) directives.push('@shareable');
        draft.fields.set(field, { type, args, directives: ['@external'] });
        return [`@provides(fields: "${field}")`];
      }
    }
    return [];
  }

  #addSharedRootField(): void {
    if (!this.#random.chance(40)) return;
    const [first, second] = this.#random.some(this.#subgraphs, 2);
    if (first === undefined || second === undefined) return;
    const output = this.#outputType(first, 10);
    if (!this.#knows(second, output.name)) return;
    const name = this.#nextName();
    for (const subgraph of [first, second]) {
      this.#type(subgraph, 'Query', 'type').fields.set(name, {
        type: output.text,
        args: '',
        directives: ['@shareable'],
      });
    }
  }

  #addMutation(subgraph: SubgraphDraft): void {
    const draft = this.#type(subgraph, 'Mutation', 'type');
    for (let count = 1 + this.#random.below(2); count > 0; count--) {
      const args = this.#random.pick(argumentPool);
      draft.fields.set(this.#nextName(), { type: this.#outputType(subgraph, 30).text, args, directives: [] });
    }
  }

  #outputType(subgraph: SubgraphDraft, leafPercent = 50): { name: string; text: string } {
    const composite = [...subgraph.types.keys(), ...subgraph.unions.keys()].filter(
      (name) => !/^(Query|Mutation)$/.test(name),
    );
    const name = composite.length === 0 || this.#random.chance(leafPercent) ? undefined : this.#random.pick(composite);
    if (name !== undefined) return { name, text: this.#wrap(name) };
    return { name: 'Int', text: this.#leafType() };
  }

  #leafType(): string {
    return this.#wrap(this.#random.pick(scalars));
  }

  #wrap(name: string): string {
    return this.#random.pick([name, name, name, `${name}!`, `[${name}]`, `[${name}!]`, `[${name}!]!`, `[[${name}]]`]);
  }

  #knows({ types, unions }: SubgraphDraft, name: string): boolean {
    return name === 'Int' || types.has(name) || unions.has(name);
  }

  #nextName(): string {
    this.#count += 1;
    return `f${this.#count}`;
  }
}

function isLeaf(type: string): boolean {
  return scalars.includes(type.replaceAll(/[[\]!]/g, ''));
}

function print({ types, unions }: SubgraphDraft): string {
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
