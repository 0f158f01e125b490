import type { RecordColumn } from '../../../../platform/record-formats/index.js';
import type { ObservationRecord } from '../../search/index.js';

/** Columns of an exported observation: the fields of an observation in a search page. */
export const observationColumns: readonly RecordColumn<ObservationRecord>[] = [
  { name: 'domain', type: 'string', of: ({ domain }) => domain },
  { name: 'status', type: 'string', of: ({ status }) => status },
  { name: 'data', type: 'string', of: ({ data }) => data },
  { name: 'timestamp', type: 'milliseconds', of: ({ timestamp }) => timestamp },
];
