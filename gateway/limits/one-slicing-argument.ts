import {
  type ASTVisitor,
  type FieldNode,
  type GraphQLError,
  type GraphQLField,
  Kind,
  type ValidationContext,
  type ValidationRule,
  type ValueNode,
} from 'graphql';
import { requestError } from '../errors/index.js';
import type { CostModel, ListSize } from './cost-model.js';

/**
 * Rejects fields with none or several of their slicing arguments if `@listSize` requires exactly one
 * (`requireOneSlicingArgument`, IBM GraphQL cost specification). An argument with a default value may be omitted.
 * Arguments that depend on variables are checked with the cost of each request.
 */
export function oneSlicingArgumentRule({ fields }: CostModel): ValidationRule {
  return function OneSlicingArgument(context: ValidationContext): ASTVisitor {
    return {
      Field(node) {
        const field = context.getFieldDef();
        const coordinate = `${context.getParentType()?.name}.${node.name.value}`;
        const listSize = fields.get(coordinate)?.listSize;
        if (!field || listSize === undefined || !requiresOne(listSize)) return;
        const values = listSize.slicingArguments.map((path) => presenceOf(node, path));
        const input = values.filter((value) => value === 'present').length;
        const isOpen = values.includes('variable') || hasDefault(field, listSize);
        if (input > 1 || (input === 0 && !isOpen)) context.reportError(slicingError(coordinate, listSize, input));
      },
    };
  };
}

/** Whether exactly one of the slicing arguments is required. */
export function requiresOne({ requiresOneSlicingArgument, slicingArguments }: ListSize): boolean {
  return requiresOneSlicingArgument && slicingArguments.length > 0;
}

/** Creates the error for a field with the wrong number of slicing arguments. */
export function slicingError(coordinate: string, { slicingArguments }: ListSize, passedCount: number): GraphQLError {
  const count = passedCount === 0 ? 'none is passed' : `${passedCount} are passed`;
  const violation =
    slicingArguments.length === 1
      ? `the argument ${slicingArguments.join()}, but it is missing. Pass it with a number.`
      : `exactly one of the arguments ${slicingArguments.join(', ')}, but ${count}. Pass one of them with a number.`;
  return requestError('GRAPHQL_VALIDATION_FAILED', `The field "${coordinate}" requires ${violation}`, {
    slicingArguments,
  });
}

/** Whether an argument, or a nested input field such as `input.first`, is present in the document. */
function presenceOf({ arguments: input = [] }: FieldNode, path: string): 'present' | 'absent' | 'variable' {
  const [name, ...inner] = path.split('.');
  let value: ValueNode | undefined = input.find((argument) => argument.name.value === name)?.value;
  for (const step of inner) {
    if (value?.kind === Kind.VARIABLE) return 'variable';
    value = value?.kind === Kind.OBJECT ? value.fields.find((field) => field.name.value === step)?.value : undefined;
  }
  if (value?.kind === Kind.VARIABLE) return 'variable';
  return value === undefined || value.kind === Kind.NULL ? 'absent' : 'present';
}

function hasDefault({ args }: GraphQLField<unknown, unknown>, { slicingArguments }: ListSize): boolean {
  const names = slicingArguments.map((path) => path.split('.')[0]);
  return args.some(({ name, defaultValue }) => names.includes(name) && defaultValue !== undefined);
}
