import { nameBasedUuid } from '../../../../platform/name-based-uuid.js';

/** Namespace of the ids of alerts; must never change. */
const namespace = Buffer.from('5a1f0cf0a1664dc2a7a23b7bb0d2a9a5', 'hex');

/**
 * The id of the alert that an inference opens: a name-based UUID of tenant and inference. The same import into an empty
 * store yields the same ids.
 */
export function alertIdOf(tenantId: string, inferenceId: string): string {
  // NUL is the separator, because neither part can contain it.
  return nameBasedUuid(namespace, `${tenantId}\0${inferenceId}`);
}
