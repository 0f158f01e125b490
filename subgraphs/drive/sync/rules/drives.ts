import { isRemoteId } from './delta-page.js';

/** A page of the document libraries of a site. */
export interface DrivesPage {
  readonly drives: readonly { readonly id: string; readonly name: string }[];
  readonly nextLink: string | null;
}

/** Parses a list of document libraries ("List available drives" of Microsoft Graph); entries without id are ignored. */
export function readDrives(body: unknown): DrivesPage {
  const { value, '@odata.nextLink': next } = fieldsOf(body);
  const entries = Array.isArray(value) ? value.map(fieldsOf) : [];
  return {
    drives: entries.flatMap(({ id, name }) => (isRemoteId(id) && typeof name === 'string' ? [{ id, name }] : [])),
    nextLink: typeof next === 'string' && next !== '' ? next : null,
  };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  // The members of a JSON object are unknown; each is validated when it is read.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
