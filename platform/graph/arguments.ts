import { Arg, Int } from 'type-graphql';
import { defaultPageSize, maxPageSize } from '../connection.js';

type ArgumentDecorator = ReturnType<typeof Arg>;

/**
 * Declares the argument `first` of a list. With a default value, it is not null; without, it is nullable, and
 * `pageSize` replaces null. Services verify the maximum.
 * @param items plural noun for the items, for the description
 */
export function First(
  items: string,
  { defaultValue, max = maxPageSize }: { readonly defaultValue?: number; readonly max?: number } = {},
): ArgumentDecorator {
  const description = `Maximum number of ${items}, 1–${max}; default ${defaultValue ?? defaultPageSize}.`;
  return Arg('first', () => Int, {
    ...(defaultValue === undefined ? { nullable: true } : { defaultValue }),
    description,
  });
}

/**
 * Declares the argument `after` of a connection.
 * @param items plural noun for the items, for the description
 */
export function After(items: string): ArgumentDecorator {
  return Arg('after', () => String, { nullable: true, description: `Return ${items} after this cursor.` });
}

/** Declares the argument `input` of a mutation. */
export function Input(type: Parameters<typeof Arg>[1], description: string): ArgumentDecorator {
  return Arg('input', type, { description });
}
