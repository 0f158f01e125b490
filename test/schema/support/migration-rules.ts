import { loadModule, type Node, parseSync } from 'libpg-query';

await loadModule();

/** A statement that a process of the release before may not survive. */
export interface Contraction {
  /** The statement on one line. */
  readonly statement: string;
  readonly because: string;
}

type Of<Name extends string> =
  Extract<Node, Record<Name, unknown>> extends Record<Name, infer Content> ? Content : never;
type ColumnConstraint = NonNullable<Of<'Constraint'>['contype']>;

/** What is known about the tables and indexes that a statement names. */
interface Known {
  /** Tables that the same migration makes: no older release knows them. */
  readonly newTables: ReadonlySet<string>;
  /** Unique indexes that this or an older migration makes; `on conflict` may name them. */
  readonly uniqueIndexes: ReadonlySet<string>;
}

const additions = new Set([
  'CreateSchemaStmt',
  'CreateStmt',
  'CreateEnumStmt',
  'CreateExtensionStmt',
  'CreateSeqStmt',
  'CommentStmt',
  'InsertStmt',
  'UpdateStmt',
  'SelectStmt',
  'LockStmt',
]);

/** The names of the unique indexes that a migration makes. */
export function uniqueIndexesOf(sql: string): string[] {
  return statementsOf(sql).flatMap(({ node }) =>
    'IndexStmt' in node && node.IndexStmt.unique ? [node.IndexStmt.idxname ?? ''] : [],
  );
}

/**
 * The statements of a migration that take something away from the release before, or restrict what it writes. What is not known to add
 * only counts as one of them.
 * @param uniqueIndexes those of the migrations before
 */
export function contractionsOf(sql: string, uniqueIndexes: Iterable<string> = []): Contraction[] {
  const statements = statementsOf(sql);
  const known: Known = {
    newTables: new Set(
      statements.flatMap(({ node }) => ('CreateStmt' in node ? [nameOf(node.CreateStmt.relation)] : [])),
    ),
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

function reasonsAgainst(node: Node, known: Known): string[] {
  if ('AlterTableStmt' in node) return reasonsAgainstTable(node.AlterTableStmt, known);
  if ('IndexStmt' in node) {
    const { unique, relation } = node.IndexStmt;
    return unique && !known.newTables.has(nameOf(relation)) ? ['a unique index refuses rows that were allowed'] : [];
  }
  if ('CreateTrigStmt' in node) {
    return known.newTables.has(nameOf(node.CreateTrigStmt.relation)) ? [] : ['a trigger changes what writes do'];
  }
  if ('CreateFunctionStmt' in node) return node.CreateFunctionStmt.replace ? ['a function is replaced'] : [];
  if ('DropStmt' in node) return reasonsAgainstDrop(node.DropStmt, known);
  if ('AlterEnumStmt' in node) return ['the release before may read a value that it does not know'];
  const [kind = ''] = Object.keys(node);
  return additions.has(kind) ? [] : [`${kind} is not known to add only`];
}

function reasonsAgainstDrop({ removeType, objects = [] }: Of<'DropStmt'>, { uniqueIndexes }: Known): string[] {
  if (removeType !== 'OBJECT_INDEX') return ['something is dropped'];
  const names = objects.map((object) => ('List' in object ? lastText(object.List.items) : ''));
  return names.some((name) => uniqueIndexes.has(name)) ? ['a unique index is dropped that ON CONFLICT may name'] : [];
}

function reasonsAgainstTable({ relation, cmds = [] }: Of<'AlterTableStmt'>, { newTables }: Known): string[] {
  if (newTables.has(nameOf(relation))) return [];
  return cmds.flatMap((command) => {
    if (!('AlterTableCmd' in command)) return [];
    const { subtype = '', def } = command.AlterTableCmd;
    switch (subtype) {
      case 'AT_SetRelOptions':
      case 'AT_DropNotNull':
      case 'AT_SetStorage':
      case 'AT_SetStatistics':
        return [];
      case 'AT_ColumnDefault':
        return def === undefined ? ['a default is dropped'] : [];
      case 'AT_AddColumn':
        return def !== undefined && 'ColumnDef' in def ? reasonsAgainstColumn(def.ColumnDef) : [subtype];
      default:
        return [`${subtype} is not known to add only`];
    }
  });
}

function reasonsAgainstColumn({ constraints = [], typeName }: Of<'ColumnDef'>): string[] {
  const kinds = new Set(
    constraints.flatMap((each): ColumnConstraint[] =>
      'Constraint' in each ? [each.Constraint.contype ?? 'CONSTR_NULL'] : [],
    ),
  );
  const isSerial = /serial/.test(lastText(typeName?.names));
  const isFilled =
    isSerial || kinds.has('CONSTR_DEFAULT') || kinds.has('CONSTR_GENERATED') || kinds.has('CONSTR_IDENTITY');
  if (kinds.has('CONSTR_NOTNULL') && !isFilled)
    return ['a column must be written that the release before does not know'];
  const restricting = (['CONSTR_UNIQUE', 'CONSTR_PRIMARY', 'CONSTR_CHECK'] as const).find((kind) => kinds.has(kind));
  return restricting === undefined ? [] : [`${restricting} may refuse rows of the release before`];
}

function nameOf(relation: { schemaname?: string; relname?: string } | undefined): string {
  return `${relation?.schemaname ?? ''}.${relation?.relname ?? ''}`;
}

/** The last part of a name. */
function lastText(parts: readonly Node[] = []): string {
  const last = parts.at(-1);
  return last !== undefined && 'String' in last ? (last.String.sval ?? '') : '';
}
