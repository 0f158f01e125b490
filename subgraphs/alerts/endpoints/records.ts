import type { FieldSet } from '../../../platform/field-set.js';
import type { Platform } from '../vocabulary.js';

/** An endpoint as it is stored, in the names of the graph. */
export interface EndpointRow {
  tenantId: string;
  hostname: string;
  platform: Platform;
  totalAlerts: number;
  openAlerts: number;
  lastAlertTimeEpoch: number | null;
}

export type EndpointField = keyof EndpointRow;
export type EndpointRecord = Partial<EndpointRow> & Pick<EndpointRow, 'tenantId' | 'hostname'>;
export type EndpointFields = FieldSet<EndpointField>;
