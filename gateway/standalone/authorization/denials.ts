import { type GraphQLNamedType, type GraphQLSchema, isAbstractType } from 'graphql';
import type { Requirement, Requirements } from './requirements.js';

/** The fields that a client may not select. */
export class Denials {
  readonly #schema: GraphQLSchema;
  readonly #requirements: Requirements;
  readonly #unmet: ReadonlySet<Requirement>;

  constructor(schema: GraphQLSchema, requirements: Requirements, unmet: ReadonlySet<Requirement>) {
    this.#schema = schema;
    this.#requirements = requirements;
    this.#unmet = unmet;
  }

  /** Whether the client may not select the field on the type; for an interface, on any of its object types. */
  isDenied(type: string, field: string): boolean {
    if (field.startsWith('__')) return false;
    return this.#requirements.requirementsOfField(type, field).some((requirement) => this.#unmet.has(requirement));
  }

  /**
   * The object types of an interface on which the client may select the field; undefined if it may select the field on
   * all of them.
   */
  allowedTypes(type: GraphQLNamedType, field: string): readonly string[] | undefined {
    if (!isAbstractType(type) || field.startsWith('__')) return undefined;
    const names = this.#schema.getPossibleTypes(type).map(({ name }) => name);
    const allowed = names.filter((name) => !this.isDenied(name, field));
    return allowed.length === names.length ? undefined : allowed;
  }
}

/** The requirements of a field on all object types on which it can be selected. */
export function requirementsOf(
  type: GraphQLNamedType,
  field: string,
  { schema, requirements }: { schema: GraphQLSchema; requirements: Requirements },
): readonly Requirement[] {
  if (field.startsWith('__')) return [];
  const objects = isAbstractType(type) ? schema.getPossibleTypes(type) : [];
  return [type, ...objects].flatMap(({ name }) => requirements.requirementsOfField(name, field));
}
