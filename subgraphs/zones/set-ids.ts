import type { ValueType } from '../../platform/database/statements/index.js';

/** Ids of nameserver sets, which exceed JavaScript's safe integers, so they are strings of digits. */
export const nameserverSetId: ValueType<string> = { name: 'bigint', cast: '::bigint' };
export const nameserverSetIds: ValueType<string[]> = { name: 'bigint[]', cast: '::bigint[]' };
