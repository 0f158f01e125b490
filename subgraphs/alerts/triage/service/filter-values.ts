import {
  assertBetween,
  assertMaxCharacters,
  isStorableText,
  maxCharacters,
} from '../../../../platform/input-limits.js';
import { attackCatalog } from '../../attack/index.js';
import { scopeOf } from '../../authorization.js';
import type { AlertRequest } from '../../dependencies.js';
import { AlertFilterField } from '../../vocabulary.js';
import { selectHostnames, selectModels, selectTenants } from '../repository/names.js';

interface FilterValue {
  readonly value: string;
  readonly name: string | null;
}

/**
 * Values of a filter field that contain the search text, sorted.
 * @throws {DomainError} BAD_USER_INPUT for a `first` outside of 1–100 or a search that is too long
 */
export async function filterValues(
  request: AlertRequest,
  input: { field: AlertFilterField; search: string | null | undefined; first: number },
): Promise<FilterValue[]> {
  const { field, first } = input;
  const { tenants } = scopeOf(request);
  assertBetween({ name: 'first', value: first, min: 1, max: 100 });
  assertMaxCharacters('search', input.search, maxCharacters.search);
  const part = input.search?.trim().toLowerCase() ?? '';
  if (field === AlertFilterField.ATTACK) return attackValues(part).slice(0, first);
  if (!isStorableText(part)) return [];
  const values = await request.store.read(request, async (sql) => {
    if (field === AlertFilterField.ENDPOINT) return await selectHostnames(sql, { tenants, part, first });
    if (field === AlertFilterField.MODEL) return await selectModels(sql, { tenants, part, first });
    if (tenants === null) return await selectTenants(sql, { part, first });
    return tenants.filter((tenant) => tenant.toLowerCase().includes(part)).toSorted();
  });
  return values.slice(0, first).map((value) => ({ value, name: null }));
}

function attackValues(part: string): FilterValue[] {
  const { tactics, techniques } = attackCatalog();
  return [...tactics.toSorted((a, b) => (a.id < b.id ? -1 : 1)), ...techniques.filter(({ isRetired }) => !isRetired)]
    .filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(part))
    .map(({ id, name }) => ({ value: id, name }));
}
