import type { RecordColumn } from '../../../../platform/record-formats/index.js';
import type { ObservationRecord } from '../../search/index.js';

/** An observation as in a page of the search. */
export const observationColumns: readonly RecordColumn<ObservationRecord>[] = [
  { name: 'domain', type: 'string', of: ({ domain }) => domain },
  { name: 'status', type: 'string', of: ({ status }) => status },
  { name: 'data', type: 'string', of: ({ data }) => data },
  { name: 'timestamp', type: 'milliseconds', of: ({ timestamp }) => timestamp },
];
