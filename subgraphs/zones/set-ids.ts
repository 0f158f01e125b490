import type { ValueType } from '../../platform/database/statements/index.js';

/** Ids of nameserver sets, which exceed JavaScript's safe integers, so they are strings of digits. */
export const setId: ValueType<string> = { name: 'bigint', cast: '::bigint' };
export const setIds: ValueType<string[]> = { name: 'bigint[]', cast: '::bigint[]' };
