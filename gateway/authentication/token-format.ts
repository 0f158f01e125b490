import type { OperatorRole } from '../../platform/caller.js';
import { type SecretTokenKind, secretTokenKind } from '../../platform/secret-token.js';

/** Tokens of administrators and analysts begin with `rpt_`. */
export const operatorTokenKind = secretTokenKind('rpt_');
/**
 * Tokens of viewers and of the role `ingest` begin with `rpl_`. Releases before 0.2.0 reject tokens with this prefix;
 * without it, they would treat the callers as analysts.
 */
const limitedTokenKind = secretTokenKind('rpl_');

/** The token kind of a role. */
export function tokenKindOf(role: OperatorRole): SecretTokenKind {
  return role === 'admin' || role === 'analyst' ? operatorTokenKind : limitedTokenKind;
}

/** Whether a string has the format of an operator token. */
export function hasOperatorTokenFormat(text: string): boolean {
  return operatorTokenKind.isForm(text) || limitedTokenKind.isForm(text);
}
