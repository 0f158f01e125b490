import {
  type DirectiveNode,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
  specifiedRules,
  validate,
  visit,
} from 'graphql';
import { deferRules } from '../../gateway/execution/deferral/defer-rules.js';
import type { Random } from './random.js';
import type { Operation } from './servers.js';

/** Maximum number of attempts until a document with `@defer` is valid. Then the operation is used unchanged. */
const maxAttempts = 10;

/** The operation with `@defer` on some of its fragments, and around some of its selections. Each has a unique label. */
export function addDefers(operation: Operation, schema: GraphQLSchema, random: Random): Operation {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const deferred = new DeferDraft(operation, random).write();
    if (validate(schema, parse(deferred.document), [...specifiedRules, ...deferRules]).length === 0) return deferred;
  }
  return operation;
}

class DeferDraft {
  #labels = 0;
  readonly #operation: Operation;
  readonly #random: Random;
  readonly #percent: number;
  #hasVariable = false;

  constructor(operation: Operation, random: Random) {
    this.#operation = operation;
    this.#random = random;
    this.#percent = random.pick([15, 30, 60]);
  }

  write(): Operation {
    const document = visit(parse(this.#operation.document, { noLocation: true }), {
      SelectionSet: { leave: (node: SelectionSetNode) => this.#defer(node) },
    });
    if (!this.#hasVariable) return { ...this.#operation, document: print(document) };
    const variables = { ...this.#operation.variables, ...this.#random.pick([{}, { later: true }, { later: false }]) };
    return { document: print(addVariable(document)), variables };
  }

  #defer(set: SelectionSetNode): SelectionSetNode {
    const selections = set.selections.map((selection): SelectionNode => {
      if (selection.kind === Kind.FIELD || !this.#random.chance(this.#percent)) return selection;
      return { ...selection, directives: [...(selection.directives ?? []), this.#directive()] };
    });
    if (!this.#random.chance(this.#percent)) return { ...set, selections };
    const start = this.#random.below(selections.length);
    const directives = [this.#directive()];
    const selectionSet: SelectionSetNode = { kind: Kind.SELECTION_SET, selections: selections.slice(start) };
    return {
      ...set,
      selections: [...selections.slice(0, start), { kind: Kind.INLINE_FRAGMENT, directives, selectionSet }],
    };
  }

  #directive(): DirectiveNode {
    const condition = this.#random.pick(['', '', '', '', ', if: true', ', if: false', ', if: $later']);
    if (condition.includes('$')) this.#hasVariable = true;
    const document = parse(`{ ... @defer(label: "d${this.#labels++}"${condition}) { x } }`, { noLocation: true });
    const [operation] = document.definitions;
    const selection = operation?.kind === Kind.OPERATION_DEFINITION ? operation.selectionSet.selections[0] : undefined;
    const [directive] = selection?.directives ?? [];
    if (directive === undefined) throw new Error('The directive was not parsed');
    return directive;
  }
}

function addVariable(document: DocumentNode): DocumentNode {
  const [operation] = parse('query ($later: Boolean = true) { x }', { noLocation: true }).definitions;
  const added = operation?.kind === Kind.OPERATION_DEFINITION ? (operation.variableDefinitions ?? []) : [];
  return visit(document, {
    OperationDefinition: (node) => ({ ...node, variableDefinitions: [...(node.variableDefinitions ?? []), ...added] }),
  });
}
