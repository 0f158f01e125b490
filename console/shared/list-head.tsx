import type { ExportedList } from './export.js';
import { ExportMenu } from './export-menu.js';

interface ListHeadProps {
  /** Number of rows, such as `12 accounts`; absent if the list is not counted. */
  readonly count?: string | undefined;
  /** The list to export; absent if it has no export. */
  readonly exported?: ExportedList | undefined;
}

/** The count of a list and its export, above the table. */
export function ListHead({ count, exported }: ListHeadProps) {
  return (
    <div className="list-head">
      {count !== undefined && (
        <p role="status">
          <strong>{count}</strong>
        </p>
      )}
      {exported !== undefined && <ExportMenu {...exported} />}
    </div>
  );
}
