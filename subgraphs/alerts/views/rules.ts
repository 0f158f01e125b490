import { invalidArgument } from '../../../platform/domain-error.js';
import { assertStorableText, maxCharacters } from '../../../platform/input-limits.js';

/** Temporary parameters, which a view does not have: the open alert and the page. */
const transientParameters = ['alert', 'after', 'before', 'page'];

/**
 * The parameters of an address as a view stores them, percent-encoded the same way each time.
 * @throws {DomainError} BAD_USER_INPUT for a string that is too long or cannot be stored, or has temporary parameters
 */
export function viewParameters(text: string): string {
  assertStorableText('parameters', text, maxCharacters.viewParameters);
  const parameters = new URLSearchParams(text);
  const found = transientParameters.filter((name) => parameters.has(name));
  if (found.length > 0) {
    const message = `parameters contains ${found.join(', ')}, which a view cannot store: send filter, order and columns only`;
    throw invalidArgument('parameters', message);
  }
  const normal = parameters.toString();
  // The encoding can be longer than the text.
  assertStorableText('parameters', normal, maxCharacters.viewParameters);
  return normal;
}

/**
 * The name of a view without surrounding spaces.
 * @throws {DomainError} BAD_USER_INPUT for a name that is empty, too long or cannot be stored
 */
export function viewName(text: string): string {
  const name = text.trim();
  assertStorableText('name', name, maxCharacters.name);
  if (name !== '') return name;
  throw invalidArgument('name', 'name is empty: specify a name');
}
