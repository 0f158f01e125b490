import { invalidArgument } from '../../../platform/domain-error.js';
import { assertStorableText, maxCharacters } from '../../../platform/input-limits.js';

/** Temporary query parameters, which a view must not contain: the open alert and the page. */
const temporaryParameters = ['alert', 'after', 'before', 'page'];

/**
 * Normalizes the URL query parameters of a view, so their percent-encoding is always the same.
 * @throws {DomainError} BAD_USER_INPUT for a string that is too long or cannot be stored, or that contains temporary
 * parameters
 */
export function viewParameters(text: string): string {
  assertStorableText('parameters', text, maxCharacters.viewParameters);
  const parameters = new URLSearchParams(text);
  const rejected = temporaryParameters.filter((name) => parameters.has(name));
  if (rejected.length > 0) {
    const message = `parameters contains ${rejected.join(', ')}, which a view cannot store: send filter, order and columns only`;
    throw invalidArgument('parameters', message);
  }
  const normalized = parameters.toString();
  // The encoding can be longer than the text.
  assertStorableText('parameters', normalized, maxCharacters.viewParameters);
  return normalized;
}

/**
 * Removes surrounding spaces from the name of a view.
 * @throws {DomainError} BAD_USER_INPUT for a name that is empty, too long or cannot be stored
 */
export function viewName(text: string): string {
  const name = text.trim();
  assertStorableText('name', name, maxCharacters.name);
  if (name !== '') return name;
  throw invalidArgument('name', 'name is empty: specify a name');
}
