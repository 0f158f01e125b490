import { argumentPool, type Choices, isLeaf, type SubgraphDraft } from './draft.js';
import type { Random } from './random.js';

/** Adds fields to the types of subgraphs: own, shared, overridden and required ones, and those of interface objects. */
export class FieldsDraft {
  readonly #choices: Choices;
  readonly #random: Random;
  readonly #subgraphs: readonly SubgraphDraft[];
  readonly #values: readonly string[];

  constructor(parts: { choices: Choices; subgraphs: readonly SubgraphDraft[]; values: readonly string[] }) {
    this.#choices = parts.choices;
    this.#random = parts.choices.random;
    this.#subgraphs = parts.subgraphs;
    this.#values = parts.values;
  }

  addFields(name: string): void {
    const present = this.#subgraphs.filter(({ types }) => types.has(name));
    const names = Array.from({ length: 2 + this.#random.below(5) }, () => this.#choices.nextName());
    for (const field of names) this.#addField({ type: name, field, present });
  }

  #addField({ type, field, present }: { type: string; field: string; present: readonly SubgraphDraft[] }): void {
    const owner = this.#random.pick(present);
    const others = present.filter((subgraph) => subgraph !== owner);
    const args = this.#random.pick(argumentPool);
    const output = this.#choices.outputType(owner);
    const draft = owner.types.get(type);
    if (draft === undefined) return;
    const other = others.length > 0 ? this.#random.pick(others) : undefined;
    if (other !== undefined && this.#random.chance(35)) {
      this.#addRequirement({ type, field, owner, other, args });
      return;
    }
    draft.fields.set(field, { type: output.text, args, directives: [] });
    if (other === undefined || !this.#choices.knows(other, output.name)) return;
    const otherType = other.types.get(type);
    if (this.#random.chance(25)) {
      draft.fields.set(field, { type: output.text, args, directives: ['@shareable'] });
      otherType?.fields.set(field, { type: output.text, args, directives: ['@shareable'] });
    } else if (this.#random.chance(15)) {
      const label = this.#random.chance(40) ? `, label: "percent(${this.#random.below(101)})"` : '';
      otherType?.fields.set(field, {
        type: output.text,
        args,
        directives: [`@override(from: "${owner.name}"${label})`],
      });
    }
  }

  /** Adds a field of `owner`, and one or two of `other` that require it. */
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
    const typeText = value === undefined || leaves.length === 0 ? this.#choices.leafType() : this.#choices.wrap(value);
    const selection = typeText.includes('V') && leaves.length > 0 ? ` { ${this.#random.pick(leaves)[0]} }` : '';
    owner.types.get(type)?.fields.set(field, { type: typeText, args, directives: [] });
    const draft = other.types.get(type);
    draft?.fields.set(field, { type: typeText, args, directives: ['@external'] });
    for (let count = this.#random.chance(50) ? 2 : 1; count > 0; count--) {
      const directives = [`@requires(fields: ${JSON.stringify(`${field}${this.#literals(args)}${selection}`)})`];
      draft?.fields.set(this.#choices.nextName(), { type: 'String', args: '', directives });
    }
  }

  /** Literals for the arguments of a definition, in parentheses. */
  #literals(args: string): string {
    const input = [...args.matchAll(/(\w+): (Int|String|Color)(!?)/g)].flatMap(([, name, type, required]) => {
      if (required === '' && this.#random.chance(40)) return [];
      const value = { Int: String(this.#random.below(3)), String: this.#random.pick(['"x"', '"y"']), Color: 'GREEN' }[
        type ?? ''
      ];
      return [`${name}: ${value}`];
    });
    return input.length === 0 ? '' : `(${input.join(', ')})`;
  }

  addInterfaceObjectFields(subgraph: SubgraphDraft, home: SubgraphDraft | undefined): void {
    const draft = subgraph.types.get('I');
    if (draft === undefined || draft.kind !== 'type') return;
    for (let count = 1 + this.#random.below(3); count > 0; count--) {
      const { text } = this.#choices.outputType(subgraph);
      draft.fields.set(this.#choices.nextName(), { type: text, args: this.#random.pick(argumentPool), directives: [] });
    }
    const own = [...(home?.types.get('I')?.fields ?? [])].find(([name]) => name.startsWith('f'));
    if (own === undefined || draft.fields.has(own[0]) || !this.#random.chance(40)) return;
    draft.fields.set(own[0], { ...own[1], directives: ['@external'] });
    draft.fields.set(this.#choices.nextName(), {
      type: 'String',
      args: '',
      directives: [`@requires(fields: "${own[0]}")`],
    });
  }
}
