import { join } from 'node:path';
import { type GraphQLSchema, print } from 'graphql';
import { buildGuard, buildRoute, isGuard } from './build-route.js';
import {
  type DocumentProblem,
  documentsFolder,
  OperationDocuments,
  type OperationFile,
} from './operation-documents.js';
import type { Route } from './route.js';

export interface LoadRoutesOptions {
  readonly adapter: string;
  readonly schema: GraphQLSchema;
  readonly directory?: string;
  /**
   * Skips the validation of documents against the schema, which takes most of the time; the graph validates what it
   * executes.
   */
  readonly assumeValid?: boolean;
}

/**
 * Reads the operation documents of an adapter and validates them against the API schema.
 * @throws {DocumentProblems} with all problems
 */
export function loadRoutes({ adapter, schema, assumeValid = false, ...options }: LoadRoutesOptions): Route[] {
  const directory = options.directory ?? join(documentsFolder, adapter);
  const documents = new OperationDocuments({ directory, schema, assumeValid });
  const { operations } = documents;
  const isOfGuard = ({ operation }: OperationFile) => isGuard(operation);
  const guards = documents.build(operations.filter(isOfGuard), buildGuard);
  const routes = documents.build(
    operations.filter((each) => !isOfGuard(each)),
    (sources) => buildRoute({ ...sources, adapter, guards, text: print(sources.stripped) }),
  );
  documents.problems.push(...duplicates(routes));
  documents.assertValid();
  return routes;
}

function duplicates(routes: readonly Route[]): DocumentProblem[] {
  const declaredKeys = new Set<string>();
  return routes.flatMap((route) => {
    const key = `${route.method} ${route.path}`;
    if (!declaredKeys.has(key)) {
      declaredKeys.add(key);
      return [];
    }
    return [{ file: route.file, line: 1, message: `${key} is declared twice` }];
  });
}
