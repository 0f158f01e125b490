// Exports no resolvers and types, because commands must not load GraphQL.
export { type SuppressionRule, Suppressor } from './rules.js';
export { suppressionsJobOf } from './service/restore-suppressed.js';
export { loadSuppressor, recordSuppression } from './service/suppress-openings.js';
export { parseSuppressionFilter } from './service/suppression-input.js';
