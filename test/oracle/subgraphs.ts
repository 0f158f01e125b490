import {
  argumentPool,
  Choices,
  isLeaf,
  keyPool,
  print,
  type SubgraphDraft,
  type Subgraphs,
  scalars,
  type TypeDraft,
} from './draft.js';
import { FieldsDraft } from './fields.js';
import { Random } from './random.js';

/**
 * Generates subgraphs that combine the directives of federation. Many of them cannot be composed; then callers try the
 * next seed.
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
  /** The interface with a key, its types, and the subgraph that knows them. */
  #keyed: { readonly types: readonly string[]; readonly home: SubgraphDraft } | undefined;
  readonly #choices: Choices;

  constructor(random: Random) {
    this.#random = random;
    this.#choices = new Choices(random);
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
    const fields = new FieldsDraft({ choices: this.#choices, subgraphs: this.#subgraphs, values: this.#values });
    for (const name of [...this.#entities, ...(this.#keyed?.types ?? [])]) fields.addFields(name);
    for (const subgraph of this.#subgraphs) fields.addInterfaceObjectFields(subgraph, this.#keyed?.home);
    for (const subgraph of this.#subgraphs) this.#addRootFields(subgraph);
    this.#addSharedRootField();
    if (this.#random.chance(25)) this.#addMutation(this.#random.pick(this.#subgraphs));
    return Object.fromEntries(this.#subgraphs.map((subgraph) => [subgraph.name, print(subgraph)]));
  }

  #type(subgraph: SubgraphDraft, name: string, kind: TypeDraft['kind']): TypeDraft {
    const existing = subgraph.types.get(name);
    if (existing !== undefined) return existing;
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

  /** A stub of the type with some of its keys. */
  #stub(subgraph: SubgraphDraft, name: string): TypeDraft {
    const existing = subgraph.types.get(name);
    if (existing !== undefined) return existing;
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
    const own = this.#random.chance(60) ? this.#choices.nextName() : undefined;
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
      () => [this.#choices.nextName(), this.#choices.leafType()] as const,
    );
    const inner = this.#random.chance(40) ? this.#choices.nextName() : undefined;
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

  /** Adds an interface without a key, and a union, if the subgraph has types for them. */
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

  #addRootFields(subgraph: SubgraphDraft): void {
    const query = this.#type(subgraph, 'Query', 'type');
    for (let count = 1 + this.#random.below(3); count > 0; count--) {
      const output = this.#choices.outputType(subgraph, 10);
      const args = this.#random.pick(argumentPool);
      query.fields.set(this.#choices.nextName(), {
        type: output.text,
        args,
        directives: this.#provides(subgraph, output.name),
      });
    }
  }

  /** A field of another subgraph that this one provides here. */
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
    const output = this.#choices.outputType(first, 10);
    if (!this.#choices.knows(second, output.name)) return;
    const name = this.#choices.nextName();
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
      draft.fields.set(this.#choices.nextName(), {
        type: this.#choices.outputType(subgraph, 30).text,
        args,
        directives: [],
      });
    }
  }
}
