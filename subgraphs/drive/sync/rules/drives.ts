import { membersOf } from '../../../../platform/is-object.js';
import { isRemoteId } from './delta-page.js';

/** A page of the document libraries of a site. */
export interface DrivesPage {
  readonly drives: readonly { readonly id: string; readonly name: string }[];
  readonly nextLink: string | null;
}

/**
 * Parses a page of document libraries ("List available drives" of Microsoft Graph); entries without a valid id and a
 * name are ignored.
 */
export function readDrives(body: unknown): DrivesPage {
  const { value, '@odata.nextLink': next } = membersOf(body);
  const entries = Array.isArray(value) ? value.map(membersOf) : [];
  return {
    drives: entries.flatMap(({ id, name }) => (isRemoteId(id) && typeof name === 'string' ? [{ id, name }] : [])),
    nextLink: typeof next === 'string' && next !== '' ? next : null,
  };
}
