import { type DocumentNode, type GraphQLSchema, Kind, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import type { SubgraphDefinition } from '../../platform/subgraph.js';

/** The fields of all domains whose responses can be cached, as `Type.field`. */
export class CacheableFields {
  readonly #domains = new Map<string, string>();

  constructor(domains: readonly Pick<SubgraphDefinition, 'name' | 'cacheableFields' | 'printTypeDefs'>[]) {
    for (const { name, cacheableFields = [], printTypeDefs } of domains) {
      if (cacheableFields.length === 0) continue;
      const fields = fieldsOf(printTypeDefs());
      for (const path of cacheableFields) {
        const matches = path.endsWith('.*') ? fields.filter((field) => field.startsWith(path.slice(0, -1))) : path;
        for (const field of [matches].flat()) this.#domains.set(field, name);
      }
    }
  }

  /**
   * The only domain whose data determines the response to a query; undefined if there is none. The document must
   * contain one operation.
   */
  domainOf(document: DocumentNode, schema: GraphQLSchema): string | undefined {
    const isQuery = document.definitions.every(
      (definition) => definition.kind !== Kind.OPERATION_DEFINITION || definition.operation === 'query',
    );
    if (!isQuery) return undefined;
    const domains = new Set<string | undefined>();
    const types = new TypeInfo(schema);
    const visitor = {
      Field: (): void => {
        const name = types.getFieldDef()?.name;
        if (name !== '__typename') domains.add(this.#domains.get(`${types.getParentType()?.name}.${name}`));
      },
    };
    visit(document, visitWithTypeInfo(types, visitor));
    return domains.size === 1 ? [...domains][0] : undefined;
  }
}

/** The fields that the subgraph resolves, as `Type.field`. */
function fieldsOf(typeDefs: string): string[] {
  return parse(typeDefs, { noLocation: true }).definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION && definition.kind !== Kind.OBJECT_TYPE_EXTENSION) return [];
    return (definition.fields ?? [])
      .filter(({ directives }) => !directives?.some(({ name }) => name.value === 'external'))
      .map((field) => `${definition.name.value}.${field.name.value}`);
  });
}
