import { Kind, type SelectionSetNode, type TypeNode, valueFromASTUntyped } from 'graphql';
import { hash } from './random.js';
import { type FieldPlace, fieldsIn, namedType, type World } from './world.js';

/** An object of the generated data. Its fields depend only on its type, its number and their arguments. */
export interface GeneratedObject {
  readonly __typename: string;
  readonly number: number;
  /** The representation that the gateway has sent to find it. */
  readonly sent?: Readonly<Record<string, unknown>>;
}

export type Arguments = Readonly<Record<string, unknown>>;

interface FieldRequest {
  readonly object: GeneratedObject;
  readonly field: string;
  readonly args: Arguments;
}

/**
 * The data from which all subgraphs and the expected result are computed. Fields may be null or fail, except for keys
 * and required fields, because clients that do not select these must not see their errors.
 */
export class PlainData {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** The value of a field: what a resolver returns or throws. Objects are {@link GeneratedObject}s. */
  valueOf(request: FieldRequest): unknown {
    const { object, field } = request;
    const places = this.#world.placesOf(object.__typename, field);
    const [place] = places;
    if (place === undefined) throw new Error(`No subgraph resolves ${object.__typename}.${field}`);
    const requires = places.find((candidate) => candidate.requires !== undefined)?.requires;
    if (requires !== undefined) return requiredText(request, this.evaluate(object, requires));
    if (this.#world.isKey(object.__typename, field)) return this.#keyValue(request, place);
    const seed = `${this.#world.groupOf(object.__typename)}:${object.number}.${field}${argumentsText(request.args, place)}`;
    const canFail = !this.#world.isSafe(object.__typename, field);
    return this.#value({ type: place.node.type, seed, field, canFail, places });
  }

  /** The JSON of an object for a field set. */
  evaluate(object: GeneratedObject, set: SelectionSetNode): Record<string, unknown> {
    const entries = fieldsIn(set).map(({ name, arguments: input = [], selectionSet }) => {
      const args = Object.fromEntries(
        input.map((argument) => [argument.name.value, valueFromASTUntyped(argument.value)]),
      );
      const value = this.valueOf({ object, field: name.value, args });
      return [name.value, selectionSet === undefined ? value : this.#evaluateAll(value, selectionSet)] as const;
    });
    return Object.fromEntries(entries);
  }

  /**
   * The object of a representation.
   * @throws {Error} if there is none
   */
  find(type: string, sent: Readonly<Record<string, unknown>>, keys: readonly SelectionSetNode[]): GeneratedObject {
    for (const key of keys) {
      const expected = JSON.stringify(pickFields(sent, key));
      for (const name of this.#typesNamed(type)) {
        const number = this.#world
          .numbersOf(name)
          .find(
            (candidate) => JSON.stringify(this.evaluate({ __typename: name, number: candidate }, key)) === expected,
          );
        if (number !== undefined) return { __typename: name, number, sent };
      }
    }
    throw new Error(`No ${type} has a key like ${JSON.stringify(sent)}`);
  }

  #typesNamed(type: string): readonly string[] {
    const group = this.#world.typesOfGroup(type);
    return group.length > 0 ? group : [type];
  }

  #evaluateAll(value: unknown, set: SelectionSetNode): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#evaluateAll(item, set));
    return isGeneratedObject(value) ? this.evaluate(value, set) : value;
  }

  #keyValue({ object, field }: FieldRequest, { node }: FieldPlace): unknown {
    const named = namedType(node.type);
    return named === 'Ref' ? { __typename: 'Ref', number: object.number } : `${field}-${object.number}`;
  }

  #value(draft: Draft): unknown {
    const { type, seed, canFail } = draft;
    const chance = hash(`chance ${seed}`);
    if (type.kind === Kind.NON_NULL_TYPE) {
      if (canFail && chance % 37 === 0) throw new Error(`no ${seed}`);
      return this.#present({ ...draft, type: type.type });
    }
    if (canFail && chance % 19 === 0) throw new Error(`nothing for ${seed}`);
    return chance % 9 === 0 ? null : this.#present(draft);
  }

  #present(draft: Draft): unknown {
    const { type, seed, field, places } = draft;
    if (type.kind === Kind.LIST_TYPE) {
      const length = hash(`length ${seed}`) % 4;
      return Array.from({ length }, (_, index) => this.#item({ ...draft, type: type.type, seed: `${seed} ${index}` }));
    }
    const named = namedType(type);
    const leaf = leafValues[named];
    if (leaf !== undefined) return leaf(hash(seed), field);
    const names = this.#world.possibleTypes(named, places);
    const name = names[hash(`type ${seed}`) % names.length];
    if (name === undefined) return null;
    const numbers = this.#world.numbersOf(name);
    return { __typename: name, number: numbers[hash(`number ${seed}`) % numbers.length] };
  }

  #item(draft: Draft): unknown {
    try {
      return this.#value(draft);
    } catch (error) {
      return error; // Resolvers return the errors of list items.
    }
  }
}

interface Draft {
  readonly type: TypeNode;
  readonly seed: string;
  readonly field: string;
  readonly canFail: boolean;
  readonly places: readonly FieldPlace[];
}

const leafValues: Readonly<Record<string, (number: number, field: string) => unknown>> = {
  Int: (number) => number % 1000,
  Float: (number) => (number % 1000) / 4,
  Boolean: (number) => number % 2 === 0,
  String: (number, field) => `${field} ${number % 1000}`,
  ID: (number, field) => `${field}:${number % 1000}`,
  Color: (number) => ['RED', 'GREEN', 'BLUE'][number % 3],
};

/** The value of a field that requires other fields; it contains the received values of these fields. */
export function requiredText({ object, field, args }: FieldRequest, required: unknown): string {
  return `${field}(${JSON.stringify(args)}) of ${object.number} with ${JSON.stringify(required)}`;
}

/** Arguments with defaults, as a string. */
function argumentsText(args: Arguments, { node }: FieldPlace): string {
  const input = (node.arguments ?? []).map(({ name, defaultValue }) => {
    const value = args[name.value] === undefined && defaultValue ? valueFromASTUntyped(defaultValue) : args[name.value];
    return `${name.value}: ${JSON.stringify(value ?? null)}`;
  });
  return input.length === 0 ? '' : `(${input.join(', ')})`;
}

/** The fields of a set in JSON; missing ones are undefined. */
export function pickFields(source: Readonly<Record<string, unknown>>, set: SelectionSetNode): Record<string, unknown> {
  const pickFrom = (value: unknown, inner: SelectionSetNode | undefined): unknown => {
    if (inner === undefined || value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map((item) => pickFrom(item, inner));
    return pickFields(value as Record<string, unknown>, inner); // JSON of an object.
  };
  return Object.fromEntries(
    fieldsIn(set).map(({ name, selectionSet }) => [name.value, pickFrom(source[name.value], selectionSet)]),
  );
}

export function isGeneratedObject(value: unknown): value is GeneratedObject {
  return typeof value === 'object' && value !== null && 'number' in value;
}
