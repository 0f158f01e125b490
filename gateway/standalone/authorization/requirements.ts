import type { Supergraph } from '@apollo/federation-internals';
import { type ConstDirectiveNode, type ConstValueNode, Kind, parse } from 'graphql';
import type { Identity } from '../clients/clients.js';
import { type Definitions, type FieldPlace, readDefinitions } from './definitions.js';

/** What a client must have: any credentials, or all scopes or policies of one of the sets. */
export type Requirement =
  | { readonly kind: 'authenticated' }
  | { readonly kind: 'scopes' | 'policies'; readonly anyOf: readonly (readonly string[])[] };

/** Whether the client has what is required. */
export function isMet(requirement: Requirement, identity: Identity): boolean {
  if (requirement.kind === 'authenticated') return identity.isAuthenticated;
  const held = identity[requirement.kind];
  return requirement.anyOf.some((all) => all.every((name) => held.has(name)));
}

/** The requirements of a supergraph: `@authenticated`, `@requiresScopes` and `@policy` on types, fields, scalars and enums. */
export class Requirements {
  readonly #definitions: Definitions;
  readonly #own: ReadonlyMap<string, readonly Requirement[]>;
  readonly #ofFields = new Map<string, readonly Requirement[]>();

  constructor(supergraph: Supergraph, supergraphSdl: string) {
    const read = requirementReader(supergraph);
    this.#definitions = readDefinitions(parse(supergraphSdl, { noLocation: true }));
    const own = [...this.#definitions.directives].map(
      ([place, directives]) => [place, directives.flatMap(read)] as const,
    );
    this.#own = new Map(own.filter(([, requirements]) => requirements.length > 0));
  }

  /** Whether there is none. */
  get isEmpty(): boolean {
    return this.#own.size === 0;
  }

  /**
   * What a client needs to select a field of the type: what the field, the type, the type of its value and the fields that it `@requires` need.
   * Keys need nothing: the gateway uses them to find entities, and no client sees them for that.
   */
  ofField(type: string, field: string): readonly Requirement[] {
    const place = `${type}.${field}`;
    const known = this.#ofFields.get(place);
    if (known !== undefined) return known;
    const all = new Set<Requirement>();
    this.#collect({ type, field }, { all, visited: new Set() });
    const requirements = [...all];
    this.#ofFields.set(place, requirements);
    return requirements;
  }

  /** Fields may require each other in a circle, which adds nothing. */
  #collect({ type, field }: FieldPlace, found: { all: Set<Requirement>; visited: Set<string> }): void {
    const place = `${type}.${field}`;
    if (found.visited.has(place)) return;
    found.visited.add(place);
    for (const name of [type, place, this.#definitions.typeOf(place) ?? '']) {
      for (const requirement of this.#own.get(name) ?? []) found.all.add(requirement);
    }
    // A field that an interface object provides has its directives on the interface.
    const interfaces = this.#definitions.interfacesProviding(type, field).map((name) => ({ type: name, field }));
    for (const next of [...this.#definitions.requiredBy(place), ...interfaces]) this.#collect(next, found);
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
      const value = values.find((one) => one.name.value === argument)?.value;
      return value === undefined ? [] : stringLists(value);
    };
    const has = (argument: string) => values.some((one) => one.name.value === argument);
    if (name.value === names.authenticated) return [{ kind: 'authenticated' }];
    if (name.value === names.scopes && has('scopes')) return [{ kind: 'scopes', anyOf: lists('scopes') }];
    return name.value === names.policies && has('policies') ? [{ kind: 'policies', anyOf: lists('policies') }] : [];
  };
}

/** By the coercion of lists (GraphQL specification, section 3.11), a single value is a list of one. */
function stringLists(value: ConstValueNode): string[][] {
  return listed(value).map((inner) => listed(inner).map(textOf));
}

function listed(value: ConstValueNode): readonly ConstValueNode[] {
  return value.kind === Kind.LIST ? value.values : [value];
}

function textOf(value: ConstValueNode): string {
  return 'value' in value ? String(value.value) : '';
}
