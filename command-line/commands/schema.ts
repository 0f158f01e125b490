import { type Command, InvalidArgumentError } from 'commander';
import { subgraphNames } from '../part-names.js';

export function addSchemaCommands(schema: Command): void {
  const names = ['supergraph', ...subgraphNames];
  schema
    .command('print')
    .description('Print the SDL of the API schema, a subgraph or the supergraph. Requires no database.')
    .argument('[subgraph]', `one of ${names.join(', ')}; default: the API schema`, (name: string) => {
      if (!names.includes(name)) throw new InvalidArgumentError(`It must be one of ${names.join(', ')}.`);
      return name;
    })
    .action(async (name: string | undefined) => {
      process.stdout.write(await sdlOf(name));
    });
}

async function sdlOf(name: string | undefined): Promise<string> {
  const { apiSdlOf, supergraphOf, withNodes } = await import('../../gateway/index.js');
  const { subgraphs } = await import('../../subgraphs/index.js');
  const domains = subgraphs.map((subgraph) => ({ name: subgraph.name, typeDefs: subgraph.printTypeDefs() }));
  const typeDefs = withNodes(domains);
  const subgraphDefinition = typeDefs.find((subgraph) => subgraph.name === name);
  if (subgraphDefinition !== undefined) return subgraphDefinition.typeDefs;
  const supergraph = supergraphOf(typeDefs);
  return name === undefined ? apiSdlOf(supergraph) : `${supergraph.trimEnd()}\n`;
}
