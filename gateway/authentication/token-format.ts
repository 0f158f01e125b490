import type { OperatorRole } from '../../platform/caller.js';
import { type SecretTokenKind, secretTokenKind } from '../../platform/secret-token.js';

/** Tokens of administrators and analysts begin with `rpt_`. */
export const operatorTokenKind = secretTokenKind('rpt_');
/**
 * Tokens of viewers and ingest begin with `rpl_`: releases before 0.2.0 would treat them as analysts, but reject this
 * form.
 */
const limitedTokenKind = secretTokenKind('rpl_');

/** The kind of token for a role. */
export function tokenKindOf(role: OperatorRole): SecretTokenKind {
  return role === 'admin' || role === 'analyst' ? operatorTokenKind : limitedTokenKind;
}

/** Whether a string has the form of an operator token. */
export function hasOperatorTokenFormat(text: string): boolean {
  return operatorTokenKind.isForm(text) || limitedTokenKind.isForm(text);
}
