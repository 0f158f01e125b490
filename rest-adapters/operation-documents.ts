import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  buildASTSchema,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  GraphQLSchema,
  isSpecifiedDirective,
  Kind,
  type OperationDefinitionNode,
  parse,
  Source,
  validate,
  visit,
} from 'graphql';
import { projectRoot } from '../platform/project-root.js';

/** A problem in an operation document: a part that is invalid for the schema or the directives. */
export interface DocumentProblem {
  /** Path relative to the root of the project. */
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** All problems of the operation documents; the message has one line for each. */
export class DocumentProblems extends Error {
  override readonly name = 'DocumentProblems';

  constructor(readonly problems: readonly DocumentProblem[]) {
    super(problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n'));
  }
}

export interface OperationFile {
  readonly file: string;
  readonly operation: OperationDefinitionNode;
}

/** A valid operation document, with and without the adapter directives such as `@http`. */
export interface Sources extends OperationFile {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  /** The document without adapter directives, which the graph executes. */
  readonly stripped: DocumentNode;
}

export const documentsFolder = join(projectRoot, 'rest-adapters');
const definitions = buildASTSchema(parse(readFileSync(join(documentsFolder, 'directives.graphql'), 'utf8')), {
  assumeValidSDL: true,
});
const ownDirectives = definitions.getDirectives().filter((each) => !isSpecifiedDirective(each));
const ownNames = new Set(ownDirectives.map(({ name }) => name));

/** The operation documents of a folder, validated against the API schema. Problems of the documents are collected. */
export class OperationDocuments {
  readonly operations: readonly OperationFile[];
  readonly problems: DocumentProblem[] = [];
  readonly #schema: GraphQLSchema;
  readonly #validate: (document: DocumentNode) => readonly GraphQLError[];
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;

  constructor({ directory, schema, assumeValid }: { directory: string; schema: GraphQLSchema; assumeValid: boolean }) {
    const { operations, fragments } = readDocuments(directory, this.problems);
    this.operations = operations;
    this.#fragments = fragments;
    this.#schema = schema;
    this.#validate = assumeValid ? () => [] : validationFor(schema);
  }

  /** Builds an object from each valid operation of the list. */
  build<Built>(list: readonly OperationFile[], construct: (sources: Sources) => Built): Built[] {
    return list.flatMap(({ file, operation }) => {
      const document = addFragments(operation, this.#fragments);
      const errors = this.#validate(document);
      this.problems.push(...errors.map((error) => problemOf(error, file)));
      if (errors.length > 0) return [];
      try {
        const stripped = removeAdapterDirectives(document);
        return [construct({ schema: this.#schema, file, operation, document, stripped })];
      } catch (error) {
        this.problems.push({ file, line: lineOf(operation), message: (error as Error).message });
        return [];
      }
    });
  }

  /**
   * Ensures that all documents are valid.
   * @throws {DocumentProblems} with all problems
   */
  assertValid(): void {
    if (this.problems.length > 0) throw new DocumentProblems(uniqueProblems(this.problems));
  }
}

function validationFor(schema: GraphQLSchema): (document: DocumentNode) => readonly GraphQLError[] {
  const config = schema.toConfig();
  // The types of the schema are shared, because `extendSchema` would copy all of them.
  const extended = new GraphQLSchema({ ...config, directives: [...config.directives, ...ownDirectives] });
  return (document) => validate(extended, document);
}

function readDocuments(
  directory: string,
  problems: DocumentProblem[],
): { operations: OperationFile[]; fragments: Map<string, FragmentDefinitionNode> } {
  const operations: OperationFile[] = [];
  const fragments = new Map<string, FragmentDefinitionNode>();
  const names = readdirSync(directory).filter((name) => name.endsWith('.graphql'));
  for (const name of names.sort()) {
    const file = relative(projectRoot, join(directory, name));
    for (const definition of parseFile(join(directory, name), file, problems)) {
      if (definition.kind === Kind.OPERATION_DEFINITION) operations.push({ file, operation: definition });
      else if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
      else problems.push({ file, line: 1, message: 'only operations and fragments are allowed' });
    }
  }
  return { operations, fragments };
}

function parseFile(path: string, file: string, problems: DocumentProblem[]): DocumentNode['definitions'] {
  try {
    return parse(new Source(readFileSync(path, 'utf8'), file)).definitions;
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    problems.push(problemOf(error, file));
    return [];
  }
}

function addFragments(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): DocumentNode {
  const usedFragments = new Map<string, FragmentDefinitionNode>();
  function collect(node: OperationDefinitionNode | FragmentDefinitionNode): void {
    visit(node, {
      FragmentSpread(spread) {
        const fragment = fragments.get(spread.name.value);
        if (!fragment || usedFragments.has(fragment.name.value)) return;
        usedFragments.set(fragment.name.value, fragment);
        collect(fragment);
      },
    });
  }
  collect(operation);
  return { kind: Kind.DOCUMENT, definitions: [operation, ...usedFragments.values()] };
}

/** The document without the adapter directives such as `@http`. */
function removeAdapterDirectives(document: DocumentNode): DocumentNode {
  return visit(document, { Directive: (node) => (ownNames.has(node.name.value) ? null : undefined) });
}

function problemOf(error: GraphQLError, file: string): DocumentProblem {
  return {
    file: error.source?.name ?? file,
    line: error.locations?.[0]?.line ?? 1,
    message: error.message,
  };
}

function lineOf(operation: OperationDefinitionNode): number {
  return operation.loc?.startToken.line ?? 1;
}

/** Removes duplicates: a problem in a fragment is found with each operation that uses the fragment. */
function uniqueProblems(problems: readonly DocumentProblem[]): DocumentProblem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}
