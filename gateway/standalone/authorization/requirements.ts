import type { Supergraph } from '@apollo/federation-internals';
import { type ConstDirectiveNode, type ConstValueNode, Kind, parse } from 'graphql';
import type { Identity } from '../clients/clients.js';
import { type Definitions, type FieldReference, readDefinitions } from './definitions.js';

/** A requirement for a client: to be authenticated, or to have all scopes or policies of at least one set. */
export type Requirement =
  | { readonly kind: 'authenticated' }
  | { readonly kind: 'scopes' | 'policies'; readonly anyOf: readonly (readonly string[])[] };

/** Whether the client meets the requirement. */
export function isMet(requirement: Requirement, identity: Identity): boolean {
  if (requirement.kind === 'authenticated') return identity.isAuthenticated;
  const grantedNames = identity[requirement.kind];
  return requirement.anyOf.some((all) => all.every((name) => grantedNames.has(name)));
}

/**
 * The requirements of a supergraph: `@authenticated`, `@requiresScopes` and `@policy` on types, fields, scalars and
 * enums.
 */
export class Requirements {
  readonly #definitions: Definitions;
  readonly #own: ReadonlyMap<string, readonly Requirement[]>;
  readonly #ofFields = new Map<string, readonly Requirement[]>();

  constructor(supergraph: Supergraph, supergraphSdl: string) {
    const readRequirements = requirementReader(supergraph);
    this.#definitions = readDefinitions(parse(supergraphSdl, { noLocation: true }));
    const declaredRequirements = [...this.#definitions.directives].map(
      ([coordinate, directives]) => [coordinate, directives.flatMap(readRequirements)] as const,
    );
    this.#own = new Map(declaredRequirements.filter(([, requirements]) => requirements.length > 0));
  }

  /** Whether there are no requirements. */
  get isEmpty(): boolean {
    return this.#own.size === 0;
  }

  /**
   * The requirements of a field: its own, those of its parent type and its type, and those of the fields that it
   * `@requires`. Keys have no requirements here, because only the gateway uses them, to find entities.
   */
  requirementsOfField(type: string, field: string): readonly Requirement[] {
    const coordinate = `${type}.${field}`;
    const cached = this.#ofFields.get(coordinate);
    if (cached !== undefined) return cached;
    const all = new Set<Requirement>();
    this.#collect({ type, field }, { all, visited: new Set() });
    const requirements = [...all];
    this.#ofFields.set(coordinate, requirements);
    return requirements;
  }

  /**
   * Collects the requirements of a field and of the fields that it requires, even if fields require each other
   * cyclically.
   */
  #collect({ type, field }: FieldReference, collected: { all: Set<Requirement>; visited: Set<string> }): void {
    const coordinate = `${type}.${field}`;
    if (collected.visited.has(coordinate)) return;
    collected.visited.add(coordinate);
    for (const name of [type, coordinate, this.#definitions.typeOf(coordinate) ?? '']) {
      for (const requirement of this.#own.get(name) ?? []) collected.all.add(requirement);
    }
    // The directives of a field that an interface object provides are on the interface.
    const interfaces = this.#definitions.interfacesProviding(type, field).map((name) => ({ type: name, field }));
    for (const next of [...this.#definitions.requiredBy(coordinate), ...interfaces]) this.#collect(next, collected);
  }
}

const featureUrl = 'https://specs.apollo.dev';

function requirementReader({ schema }: Supergraph): (directive: ConstDirectiveNode) => Requirement[] {
  const nameOf = (feature: string): string =>
    schema.coreFeatures?.getByIdentity(`${featureUrl}/${feature}`)?.directiveNameInSchema(feature) ?? feature;
  const names = {
    authenticated: nameOf('authenticated'),
    scopes: nameOf('requiresScopes'),
    policies: nameOf('policy'),
  };
  return ({ name, arguments: values = [] }) => {
    const lists = (argument: string) => {
      const value = values.find((node) => node.name.value === argument)?.value;
      return value === undefined ? [] : stringLists(value);
    };
    const has = (argument: string) => values.some((node) => node.name.value === argument);
    if (name.value === names.authenticated) return [{ kind: 'authenticated' }];
    if (name.value === names.scopes && has('scopes')) return [{ kind: 'scopes', anyOf: lists('scopes') }];
    return name.value === names.policies && has('policies') ? [{ kind: 'policies', anyOf: lists('policies') }] : [];
  };
}

/**
 * Reads a list of lists. A single value is a list with one item (list coercion: GraphQL specification, section 3.11).
 */
function stringLists(value: ConstValueNode): string[][] {
  return valuesOf(value).map((inner) => valuesOf(inner).map(textOf));
}

function valuesOf(value: ConstValueNode): readonly ConstValueNode[] {
  return value.kind === Kind.LIST ? value.values : [value];
}

function textOf(value: ConstValueNode): string {
  return 'value' in value ? String(value.value) : '';
}
