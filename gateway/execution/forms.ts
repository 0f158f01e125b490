/**
 * Compiled code has one form for each combination of an operation's `@skip` and `@include` variables, made when it first occurs. So many forms
 * are kept, the most recently used ones.
 */
export const maxForms = 16;
