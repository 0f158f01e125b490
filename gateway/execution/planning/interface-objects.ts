import { type DocumentNode, Kind } from 'graphql';
import { readSubgraphNames } from './field-requirements.js';
import { argumentOf, directivesOf } from './join-directives.js';

/** Reads the names of interface objects (`@interfaceObject`) from a supergraph, by subgraph. */
export function readInterfaceObjects(supergraph: DocumentNode): ReadonlyMap<string, ReadonlySet<string>> {
  const subgraphs = readSubgraphNames(supergraph);
  const objects = new Map([...subgraphs.values()].map((name) => [name, new Set<string>()]));
  for (const type of supergraph.definitions) {
    if (type.kind !== Kind.INTERFACE_TYPE_DEFINITION) continue;
    for (const directive of directivesOf(type, 'join__type')) {
      const subgraph = subgraphs.get(argumentOf(directive, 'graph') ?? '');
      if (subgraph === undefined || argumentOf(directive, 'isInterfaceObject') !== 'true') continue;
      objects.get(subgraph)?.add(type.name.value);
    }
  }
  return objects;
}
