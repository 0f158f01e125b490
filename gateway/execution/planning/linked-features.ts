import { type DirectiveNode, type DocumentNode, Kind, type ValueNode } from 'graphql';
import { argumentOf } from './join-directives.js';

/**
 * Names of the features and elements that a supergraph links (https://specs.apollo.dev/link/v1.0); clients do not see
 * them.
 */
export interface LinkedFeatures {
  readonly urls: readonly string[];
  hasDirective(name: string): boolean;
  hasType(name: string): boolean;
  /** The name of `@inaccessible` in the supergraph; undefined if it is not linked. */
  readonly inaccessible: string | undefined;
}

/** Reads the `@link` directives of a supergraph, which can rename features and import their elements. */
export function readLinkedFeatures({ definitions }: DocumentNode): LinkedFeatures {
  const links = definitions.flatMap((definition) =>
    definition.kind === Kind.SCHEMA_DEFINITION || definition.kind === Kind.SCHEMA_EXTENSION
      ? (definition.directives ?? []).filter(({ name }) => name.value === 'link')
      : [],
  );
  const features = links.map(readLink);
  const isPrefixed = (name: string): boolean => features.some((feature) => name.startsWith(`${feature.name}__`));
  const names = new Set(features.flatMap(({ name, imported }) => [`@${name}`, ...imported.values()]));
  const inaccessible = features.find(({ identity }) => identity === 'inaccessible');
  return {
    urls: features.map(({ url }) => url),
    hasDirective: (name) => names.has(`@${name}`) || isPrefixed(name),
    hasType: (name) => names.has(name) || isPrefixed(name),
    inaccessible: inaccessible && (inaccessible.imported.get('@inaccessible')?.slice(1) ?? inaccessible.name),
  };
}

interface Feature {
  readonly url: string;
  /** Name of the feature in its URL, such as `join`. */
  readonly identity: string;
  /** Name of the feature in the supergraph, which `@link` can change. */
  readonly name: string;
  /**
   * Names of imported elements in the supergraph, by their names in the feature. Names of directives begin with `@`.
   */
  readonly imported: ReadonlyMap<string, string>;
}

function readLink(link: DirectiveNode): Feature {
  const url = argumentOf(link, 'url') ?? '';
  const identity = url.match(/([^/]+)\/v\d[^/]*\/?$/)?.[1] ?? '';
  const imports = link.arguments?.find(({ name }) => name.value === 'import')?.value;
  const imported = new Map(imports?.kind === Kind.LIST ? imports.values.flatMap(readImport) : []);
  return { url, identity, name: argumentOf(link, 'as') ?? identity, imported };
}

function readImport(value: ValueNode): [string, string][] {
  if (value.kind === Kind.STRING) return [[value.value, value.value]];
  if (value.kind !== Kind.OBJECT) return [];
  const textOf = (field: string): string | undefined => {
    const fieldValue = value.fields.find(({ name }) => name.value === field)?.value;
    return fieldValue?.kind === Kind.STRING ? fieldValue.value : undefined;
  };
  const name = textOf('name');
  return name === undefined ? [] : [[name, textOf('as') ?? name]];
}
