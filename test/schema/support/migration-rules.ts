import { loadModule, type Node, parseSync } from 'libpg-query';

await loadModule();

/** A statement that can break a process of the previous release. */
export interface Contraction {
  /** The statement on one line. */
  readonly statement: string;
  readonly because: string;
}

type Of<Name extends string> =
  Extract<Node, Record<Name, unknown>> extends Record<Name, infer Content> ? Content : never;
type ColumnConstraint = NonNullable<Of<'Constraint'>['contype']>;

/** Known tables and indexes of a migration. */
interface Known {
  /** Tables that the same migration creates, which older releases do not use. */
  readonly newTables: ReadonlySet<string>;
  /** Columns added by the same migration, as `schema.table.column`. */
  readonly newColumns: ReadonlySet<string>;
  /** Unique indexes of this or an older migration, which `on conflict` may use. */
  readonly uniqueIndexes: ReadonlySet<string>;
}

const additions = new Set([
  'CreateSchemaStmt',
  'CreateEnumStmt',
  'CreateExtensionStmt',
  'CreateSeqStmt',
  'CommentStmt',
  'LockStmt',
]);

/** PostgreSQL's codes of CASCADE, SET NULL and SET DEFAULT. */
const cascading = new Set(['c', 'n', 'd']);

/** The names of the unique indexes that a migration creates. */
export function uniqueIndexesOf(sql: string): string[] {
  return statementsOf(sql).flatMap(({ node }) =>
    'IndexStmt' in node && node.IndexStmt.unique ? [node.IndexStmt.idxname ?? ''] : [],
  );
}

/**
 * The statements of a migration that remove what the previous release uses, or restrict what it writes. Statements that
 * are not clearly additions are included.
 * @param uniqueIndexes unique indexes of earlier migrations
 */
export function contractionsOf(sql: string, uniqueIndexes: Iterable<string> = []): Contraction[] {
  const statements = statementsOf(sql);
  const known: Known = {
    newTables: new Set(
      statements.flatMap(({ node }) => ('CreateStmt' in node ? [nameOf(node.CreateStmt.relation)] : [])),
    ),
    newColumns: new Set(statements.flatMap(({ node }) => columnsAddedBy(node))),
    uniqueIndexes: new Set([...uniqueIndexes, ...uniqueIndexesOf(sql)]),
  };
  return statements.flatMap(({ statement, node }) =>
    reasonsAgainst(node, known).map((because) => ({ statement, because })),
  );
}

function statementsOf(sql: string): { statement: string; node: Node }[] {
  const bytes = Buffer.from(sql);
  return (parseSync(sql).stmts ?? []).flatMap(({ stmt, stmt_location: start = 0, stmt_len: length }) => {
    const text = bytes.subarray(start, length === undefined ? undefined : start + length).toString();
    const statement = text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim();
    return stmt === undefined ? [] : [{ statement, node: stmt }];
  });
}

function columnsAddedBy(node: Node): string[] {
  if (!('AlterTableStmt' in node)) return [];
  const { relation, cmds = [] } = node.AlterTableStmt;
  return cmds.flatMap((command) => {
    const column = 'AlterTableCmd' in command ? command.AlterTableCmd.def : undefined;
    return column !== undefined && 'ColumnDef' in column ? [`${nameOf(relation)}.${column.ColumnDef.colname}`] : [];
  });
}

function reasonsAgainst(node: Node, known: Known): string[] {
  if ('AlterTableStmt' in node) return reasonsAgainstTable(node.AlterTableStmt, known);
  if ('CreateStmt' in node) return reasonsAgainstNewTable(node.CreateStmt, known);
  if ('UpdateStmt' in node) return reasonsAgainstUpdate(node.UpdateStmt, known);
  if ('InsertStmt' in node) {
    return known.newTables.has(nameOf(node.InsertStmt.relation))
      ? []
      : ['rows are added that the previous release reads'];
  }
  if ('IndexStmt' in node) {
    const { unique, relation } = node.IndexStmt;
    return unique && !known.newTables.has(nameOf(relation)) ? ['a unique index rejects rows that were allowed'] : [];
  }
  if ('CreateTrigStmt' in node) {
    return known.newTables.has(nameOf(node.CreateTrigStmt.relation)) ? [] : ['a trigger changes what writes do'];
  }
  if ('CreateFunctionStmt' in node) return node.CreateFunctionStmt.replace ? ['a function is replaced'] : [];
  if ('DropStmt' in node) return reasonsAgainstDrop(node.DropStmt, known);
  if ('AlterEnumStmt' in node) return ['the previous release may read a value that it does not know'];
  const [kind = ''] = Object.keys(node);
  return additions.has(kind) ? [] : [`${kind} is unknown to add only`];
}

function reasonsAgainstDrop({ removeType, objects = [] }: Of<'DropStmt'>, { uniqueIndexes }: Known): string[] {
  if (removeType !== 'OBJECT_INDEX') return ['something is dropped'];
  const names = objects.map((object) => ('List' in object ? lastString(object.List.items) : ''));
  return names.some((name) => uniqueIndexes.has(name)) ? ['a unique index is dropped that ON CONFLICT may name'] : [];
}

function reasonsAgainstUpdate({ relation, targetList = [] }: Of<'UpdateStmt'>, known: Known): string[] {
  if (known.newTables.has(nameOf(relation))) return [];
  const isOfNewColumns = targetList.every(
    (target) => 'ResTarget' in target && known.newColumns.has(`${nameOf(relation)}.${target.ResTarget.name}`),
  );
  return isOfNewColumns ? [] : ['rows are changed that the previous release reads'];
}

function reasonsAgainstNewTable({ tableElts = [], inhRelations = [] }: Of<'CreateStmt'>, known: Known): string[] {
  const constraints = tableElts.flatMap((element) => {
    if ('Constraint' in element) return [element];
    return 'ColumnDef' in element ? (element.ColumnDef.constraints ?? []) : [];
  });
  const isPartOfOlder = inhRelations.some((each) => 'RangeVar' in each && !known.newTables.has(nameOf(each.RangeVar)));
  return [
    ...referencesAgainst(constraints, known),
    ...(isPartOfOlder ? ['rows of an older table are stored elsewhere'] : []),
  ];
}

/** A reference to an older table prevents deletions by the previous release, unless it defines an action. */
function referencesAgainst(constraints: readonly Node[], { newTables }: Known): string[] {
  const rejecting = constraints.some((each) => {
    if (!('Constraint' in each) || each.Constraint.contype !== 'CONSTR_FOREIGN') return false;
    const { pktable, fk_del_action: onDelete = 'a' } = each.Constraint;
    return !newTables.has(nameOf(pktable)) && !cascading.has(onDelete);
  });
  return rejecting ? ['a reference prevents the deletion of rows that could be deleted'] : [];
}

function reasonsAgainstTable({ relation, cmds = [] }: Of<'AlterTableStmt'>, known: Known): string[] {
  const definitions = cmds.flatMap((command) => ('AlterTableCmd' in command ? [command.AlterTableCmd] : []));
  if (known.newTables.has(nameOf(relation))) {
    return definitions.flatMap(({ def }) => (def === undefined ? [] : referencesAgainst([def], known)));
  }
  return definitions.flatMap(({ subtype = '', name, def }) => {
    switch (subtype) {
      case 'AT_SetRelOptions':
      case 'AT_DropNotNull':
      case 'AT_SetStorage':
      case 'AT_SetStatistics':
        return [];
      case 'AT_ColumnDefault':
        if (known.newColumns.has(`${nameOf(relation)}.${name}`)) return [];
        return def === undefined ? ['a default is dropped'] : ['a default changes what the previous release writes'];
      case 'AT_AddColumn':
        return def !== undefined && 'ColumnDef' in def ? reasonsAgainstColumn(def.ColumnDef, known) : [subtype];
      default:
        return [`${subtype} is unknown to add only`];
    }
  });
}

function reasonsAgainstColumn({ constraints = [], typeName }: Of<'ColumnDef'>, known: Known): string[] {
  const kinds = new Set(
    constraints.flatMap((each): ColumnConstraint[] =>
      'Constraint' in each ? [each.Constraint.contype ?? 'CONSTR_NULL'] : [],
    ),
  );
  const isSerial = /serial/.test(lastString(typeName?.names));
  const isFilled =
    isSerial || kinds.has('CONSTR_DEFAULT') || kinds.has('CONSTR_GENERATED') || kinds.has('CONSTR_IDENTITY');
  if (kinds.has('CONSTR_NOTNULL') && !isFilled)
    return ['a column must be written that the previous release does not know'];
  const restricting = (['CONSTR_UNIQUE', 'CONSTR_PRIMARY', 'CONSTR_CHECK'] as const).find((kind) => kinds.has(kind));
  return [
    ...(restricting === undefined ? [] : [`${restricting} may reject rows of the previous release`]),
    ...referencesAgainst(constraints, known),
  ];
}

function nameOf(relation: { schemaname?: string; relname?: string } | undefined): string {
  return `${relation?.schemaname ?? ''}.${relation?.relname ?? ''}`;
}

/** The last part of a name. */
function lastString(parts: readonly Node[] = []): string {
  const last = parts.at(-1);
  return last !== undefined && 'String' in last ? (last.String.sval ?? '') : '';
}
