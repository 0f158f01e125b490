import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { type Permission, permissionNames } from '../../platform/permissions/index.js';
import type { RecordColumn } from '../../platform/record-formats/index.js';
import { directiveOf } from '../directives.js';
import { documentsFolder, OperationDocuments, type Sources } from '../operation-documents.js';
import { type ObjectShape, type Shape, shapeOf } from '../response-shape.js';
import { columnsOf, type ListRecord } from './list-columns.js';
import { type ListParameter, parametersOf } from './list-parameters.js';

/** A list of the graph that can be exported. */
export interface ExportedList {
  /** Name of the list in paths and commands, such as `zone-imports`. */
  readonly name: string;
  /** Name of the list in descriptions, such as `zone imports`. */
  readonly title: string;
  readonly operationName: string;
  readonly permission: Permission;
  /** Order of the list's records, such as `newest first`. */
  readonly order: string;
  /**
   * Response of the list's export with status 404: the cause, and an example of the message; undefined if there is
   * none.
   */
  readonly notFound: { readonly description: string; readonly example: string } | undefined;
  /** Whether an export counts as one query against the account's quota. */
  readonly isCharged: boolean;
  /** Whether accounts with the tier `TRIAL` may not export the list. */
  readonly exceptTrial: boolean;
  readonly document: DocumentNode;
  readonly parameters: readonly ListParameter[];
  readonly columns: readonly RecordColumn<ListRecord>[];
  /** Path of field names in the data of the operation to the list or, if the list has pages, to its connection. */
  readonly path: readonly string[];
  readonly isPaged: boolean;
}

/** The path of a list's export. */
export function pathOf({ name }: Pick<ExportedList, 'name'>): string {
  return `/api/${name}/export`;
}

const folder = join(documentsFolder, 'lists');

/** The names of all lists. */
export function listNames(): string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.graphql'));
  return files.sort().map((name) => basename(name, '.graphql'));
}

/** Caches the exported lists of each schema, because several parts of the server request them. */
const listsBySchema = new WeakMap<GraphQLSchema, readonly ExportedList[]>();

/**
 * Reads the operation documents of lists, once per schema. The documents are not validated, because they belong to this
 * version of the schema and `npm run generate` has validated them.
 * @throws {DocumentProblems} if an operation document does not declare a list
 */
export function loadLists(schema: GraphQLSchema): readonly ExportedList[] {
  const lists = listsBySchema.get(schema) ?? readLists(schema, true);
  listsBySchema.set(schema, lists);
  return lists;
}

/**
 * Reads the operation documents of lists and validates them against the API schema.
 * @throws {DocumentProblems} with all problems
 */
export function readValidatedLists(schema: GraphQLSchema): readonly ExportedList[] {
  return readLists(schema, false);
}

function readLists(schema: GraphQLSchema, assumeValid: boolean): readonly ExportedList[] {
  const documents = new OperationDocuments({ directory: folder, schema, assumeValid });
  const lists = documents.build(documents.operations, buildList);
  documents.assertValid();
  return lists;
}

function buildList({ schema, file, operation, document, stripped }: Sources): ExportedList {
  const { path, isPaged, record } = findList(shapeOf({ schema, document, operation }));
  const declaration = directiveOf<Declaration>(operation, 'list');
  if (declaration === undefined) throw new Error('the operation has no @list directive');
  const permission = permissionNames.find((candidate) => candidate === declaration.permission);
  if (permission === undefined) {
    throw new Error(`unknown permission ${declaration.permission}: expected one of ${permissionNames.join(', ')}`);
  }
  const name = basename(file, '.graphql');
  const { order, title = name.replaceAll('-', ' '), notFound, charged = false, exceptTrial = false } = declaration;
  return {
    ...{
      name,
      title,
      operationName: operation.name?.value ?? '',
      permission,
      order,
      notFound,
      isCharged: charged,
      exceptTrial,
    },
    ...{ document: stripped, parameters: parametersOf({ schema, document, operation }) },
    ...{ columns: columnsOf(record.fields), path, isPaged },
  };
}

/** Arguments of `@list`. */
interface Declaration {
  readonly permission: string;
  readonly order: string;
  readonly title?: string;
  readonly notFound?: ExportedList['notFound'];
  readonly charged?: boolean;
  readonly exceptTrial?: boolean;
}

/**
 * Finds the only list in the data of an operation, with the shape of its records.
 * @throws {Error} if the operation selects no list of objects, or other fields besides it
 */
function findList(
  shape: Shape,
  path: readonly string[] = [],
): { path: readonly string[]; isPaged: boolean; record: ObjectShape } {
  if (shape.kind === 'list' && shape.item.kind === 'object') return { path, isPaged: false, record: shape.item };
  if (shape.kind !== 'object') throw new Error('the operation selects no list of objects');
  const nodes = shape.fields.find(({ name }) => name === 'nodes');
  if (nodes !== undefined) return { ...findList(nodes.shape, path), isPaged: true };
  const [onlyField, ...others] = shape.fields;
  if (onlyField === undefined || others.length > 0) throw new Error('the list must be the only field at its level');
  return findList(onlyField.shape, [...path, onlyField.name]);
}
