import { isLongerThan, maxCharacters } from '../../../platform/input-limits.js';
import { isStorable } from './storable.js';

/**
 * Whether an id that another server tells may be kept and asked for: it is a text that can be stored, and one segment of a path, which
 * dots are not.
 */
export function isRemoteId(value: unknown): value is string {
  if (typeof value !== 'string' || value === '' || isLongerThan(value, maxCharacters.remoteId)) return false;
  return value !== '.' && value !== '..' && isStorable(value);
}
