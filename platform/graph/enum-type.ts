import { registerEnumType } from 'type-graphql';

interface EnumTypeOptions<Name> {
  readonly name: string;
  readonly description: string;
  /** The description of each value. */
  readonly values: Readonly<Record<Name & string, string>>;
}

/** Declares an enum of the graph. */
export function enumType<Enum extends Readonly<Record<string, string | number>>>(
  of: Enum,
  { name, description, values }: EnumTypeOptions<keyof Enum>,
): void {
  const entries = Object.entries<string>(values).map(([value, text]) => [value, { description: text }]);
  registerEnumType(of, { name, description, valuesConfig: Object.fromEntries(entries) });
}
