import { invalidArgument } from '../../../../platform/domain-error.js';
import { quoted } from '../../../../platform/quoted.js';

/** Maximum number of nameservers of one request; zones delegate to at most 13. */
const maxNameservers = 13;

/**
 * Normalizes names of nameservers to lower case and Punycode with a trailing dot, sorted, without duplicates.
 * @param parse normalizes a domain name without a trailing dot; null if it is not one
 * @throws {DomainError} BAD_USER_INPUT for no names, more than 13, or an invalid one
 */
export function nameserverNames(input: readonly string[], parse: (name: string) => string | null): string[] {
  const argument = 'nameservers';
  if (input.length === 0 || input.length > maxNameservers) {
    const message = `nameservers must contain 1 to ${maxNameservers} names, not ${input.length}`;
    throw invalidArgument(argument, message);
  }
  return [...new Set(input.map((each) => nameserverName(each, { parse, argument })))].sort();
}

/**
 * Normalizes the name of a nameserver to lower case and Punycode with a trailing dot.
 * @param options.parse see {@link nameserverNames}
 * @param options.argument name of the argument, for the error
 * @throws {DomainError} BAD_USER_INPUT for an invalid name
 */
export function nameserverName(
  input: string,
  { parse, argument }: { readonly parse: (name: string) => string | null; readonly argument: string },
): string {
  const name = parse(input);
  if (name !== null) return `${name}.`;
  const message = `${quoted(input)} is not the name of a nameserver, such as ns1.example.com`;
  throw invalidArgument(argument, message);
}
