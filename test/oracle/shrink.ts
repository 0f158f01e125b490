import { type ASTNode, type DocumentNode, Kind, parse, print, validate, visit } from 'graphql';
import type { Subgraphs } from './draft.js';
import { buildOracle } from './oracle.js';
import type { Finding } from './run.js';

/** Maximum number of attempts; each composes a supergraph. */
const maxAttempts = 400;

/** Reduces a finding to the smallest subgraphs and operation that still yield a wrong result. */
export async function shrink(finding: Finding): Promise<Finding> {
  let smallest = finding;
  let attempts = 0;
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const candidate of candidates(smallest)) {
      if (++attempts > maxAttempts) return smallest;
      const reason = await failureReasonOf(candidate);
      if (reason === undefined) continue;
      smallest = { ...candidate, reason };
      isSmaller = true;
      break;
    }
  }
  return smallest;
}

async function failureReasonOf({ subgraphs, operation }: Finding): Promise<string | undefined> {
  const oracle = buildOracle(subgraphs);
  if (oracle === undefined || validate(oracle.schema, parse(operation.document)).length > 0) return undefined;
  const verdict = await oracle.judge(operation);
  return verdict.kind === 'wrong' ? verdict.reason : undefined;
}

/** The finding with one part removed. */
function* candidates(finding: Finding): Generator<Finding> {
  const { operation, subgraphs } = finding;
  for (const document of removeOne(operation.document, isOfOperation)) {
    yield { ...finding, operation: { ...operation, document } };
  }
  for (const name of Object.keys(subgraphs)) {
    const { [name]: _, ...others } = subgraphs;
    yield { ...finding, subgraphs: others };
  }
  for (const [name, sdl] of Object.entries(subgraphs)) {
    for (const smaller of removeOne(sdl, isOfSchema)) {
      const changed: Subgraphs = { ...subgraphs, [name]: smaller };
      yield { ...finding, subgraphs: changed };
    }
  }
}

function isOfOperation({ kind }: ASTNode): boolean {
  const kinds: readonly string[] = [
    Kind.FIELD,
    Kind.INLINE_FRAGMENT,
    Kind.FRAGMENT_SPREAD,
    Kind.FRAGMENT_DEFINITION,
    Kind.DIRECTIVE,
    Kind.VARIABLE_DEFINITION,
  ];
  return kinds.includes(kind);
}

function isOfSchema(node: ASTNode): boolean {
  const kinds: readonly string[] = [Kind.OBJECT_TYPE_DEFINITION, Kind.UNION_TYPE_DEFINITION, Kind.FIELD_DEFINITION];
  return kinds.includes(node.kind) || (node.kind === Kind.DIRECTIVE && node.name.value !== 'link');
}

/** The document with one removable node removed, outer nodes before those in them. */
function* removeOne(text: string, isRemovable: (node: ASTNode) => boolean): Generator<string> {
  const document: DocumentNode = parse(text, { noLocation: true });
  const nodes: ASTNode[] = [];
  visit(document, {
    enter(node) {
      if (isRemovable(node)) nodes.push(node);
    },
  });
  for (const removed of nodes) {
    const smaller: DocumentNode = visit(document, { enter: (node) => (node === removed ? null : undefined) });
    const printed = print(smaller);
    try {
      parse(printed);
    } catch {
      continue; // Removing the node leaves an empty selection set or type.
    }
    yield printed;
  }
}
