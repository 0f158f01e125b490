import { type Command, InvalidArgumentError } from 'commander';
import { composeSupergraph, nodesName, schemaFiles, withNodes } from '../../gateway/index.js';
import { subgraphs } from '../../subgraphs/index.js';

export function addSchemaCommands(schema: Command): void {
  const names = ['supergraph', ...subgraphs.map((subgraph) => subgraph.name), nodesName];
  schema
    .command('print')
    .description('Print the SDL of the API schema, a subgraph or the supergraph. Requires no database.')
    .argument('[subgraph]', `one of ${names.join(', ')}; default: the API schema`, (name: string) => {
      if (!names.includes(name)) throw new InvalidArgumentError(`It must be one of ${names.join(', ')}.`);
      return name;
    })
    .action((name: string | undefined) => {
      process.stdout.write(sdlOf(name));
    });
}

function sdlOf(name: string | undefined): string {
  const domains = subgraphs.map((subgraph) => ({ name: subgraph.name, typeDefs: subgraph.printTypeDefs() }));
  const typeDefs = withNodes(domains);
  const path =
    name === undefined ? 'api.graphql' : name === 'supergraph' ? 'supergraph.graphql' : `subgraphs/${name}.graphql`;
  const file = schemaFiles(composeSupergraph(typeDefs), typeDefs).find((candidate) => candidate.path === path);
  if (file === undefined) throw new Error(`there is no schema file ${path}`);
  return file.text;
}
