import { type DirectiveNode, type DocumentNode, Kind, type ValueNode } from 'graphql';
import { argumentOf } from './join-directives.js';

/** The names of what a supergraph links (https://specs.apollo.dev/link/v1.0), which clients do not see. */
export interface LinkedFeatures {
  hasDirective(name: string): boolean;
  hasType(name: string): boolean;
  /** The name of `@inaccessible` in the supergraph; undefined if it is not linked. */
  readonly inaccessible: string | undefined;
}

/** Reads the `@link`s of a supergraph, which can rename and import elements. */
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
    hasDirective: (name) => names.has(`@${name}`) || isPrefixed(name),
    hasType: (name) => names.has(name) || isPrefixed(name),
    inaccessible: inaccessible && (inaccessible.imported.get('@inaccessible')?.slice(1) ?? inaccessible.name),
  };
}

interface Feature {
  /** Name in the URL of the feature, such as `join`. */
  readonly identity: string;
  /** Name in the supergraph, which a `@link` can change. */
  readonly name: string;
  /** Names in the supergraph by names in the feature; those of directives begin with an at sign. */
  readonly imported: ReadonlyMap<string, string>;
}

function readLink(link: DirectiveNode): Feature {
  const identity = argumentOf(link, 'url')?.match(/([^/]+)\/v\d[^/]*\/?$/)?.[1] ?? '';
  const imports = link.arguments?.find(({ name }) => name.value === 'import')?.value;
  const imported = new Map(imports?.kind === Kind.LIST ? imports.values.flatMap(readImport) : []);
  return { identity, name: argumentOf(link, 'as') ?? identity, imported };
}

function readImport(value: ValueNode): [string, string][] {
  if (value.kind === Kind.STRING) return [[value.value, value.value]];
  if (value.kind !== Kind.OBJECT) return [];
  const textOf = (field: string): string | undefined => {
    const found = value.fields.find(({ name }) => name.value === field)?.value;
    return found?.kind === Kind.STRING ? found.value : undefined;
  };
  const name = textOf('name');
  return name === undefined ? [] : [[name, textOf('as') ?? name]];
}
