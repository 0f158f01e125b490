import { DomainError } from '../../../../platform/domain-error.js';

/** Maximum number of nameservers of one request; zones delegate to at most 13. */
const maxNameservers = 13;

/**
 * Normalizes names of nameservers to lower case and Punycode with a trailing dot, sorted, without duplicates.
 * @param parse normalizes a domain name without a trailing dot; null if it is not one
 * @throws {DomainError} BAD_USER_INPUT for no names, more than 13, or an invalid one
 */
export function nameserverNames(input: readonly string[], parse: (name: string) => string | null): string[] {
  if (input.length === 0 || input.length > maxNameservers) {
    throw invalidNameservers(`nameservers must contain 1 to ${maxNameservers} names, not ${input.length}`);
  }
  const names = input.map((each) => {
    const name = parse(each);
    if (name === null)
      throw invalidNameservers(`${JSON.stringify(each.slice(0, 100))} is not the name of a nameserver`);
    return `${name}.`;
  });
  return [...new Set(names)].sort();
}

function invalidNameservers(message: string): DomainError {
  return new DomainError('BAD_USER_INPUT', message, { argument: 'nameservers' });
}
