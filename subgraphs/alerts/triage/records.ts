import type { FieldSet } from '../../../platform/field-set.js';
import type { EndpointRecord } from '../endpoints/index.js';
import type { AlertStatus, ChangeInterface, Platform, Prediction, Severity } from '../vocabulary.js';

/** An alert as it is stored, in the names of the graph. Times are Unix epoch seconds. */
export interface AlertRow {
  id: string;
  tenantId: string;
  endpointId: string;
  severity: Severity;
  status: AlertStatus;
  platform: Platform;
  attackProb: number;
  confidence: number;
  prediction: Prediction;
  ttpTechniques: string[];
  ttpExplanation: string | null;
  inferenceIds: string[];
  relatedEndpoints: string[];
  firstSeenEpoch: number;
  lastSeenEpoch: number;
  createdAtEpoch: number;
  updatedAtEpoch: number;
  analystNotes: string;
  resolvedBy: string | null;
  modelName: string;
  numNodes: number;
  numEdges: number;
}

/** A field of the alert, or all of the endpoint that it is about. */
export type AlertField = keyof AlertRow | 'endpoint';
export type AlertFields = FieldSet<AlertField>;
/** Of the alert alone. */
export type OwnAlertFields = FieldSet<keyof AlertRow>;

/** An alert with the fields that were asked for, and always its id. Its endpoint is there when it was asked for. */
export type AlertRecord = Partial<AlertRow> & Pick<AlertRow, 'id'> & { endpoint?: EndpointRecord | null };

export interface TransitionRecord {
  at: Date;
  fromStatus: AlertStatus;
  toStatus: AlertStatus;
  caller: string;
  resolvedBy: string | null;
  notes: string | null;
  via: ChangeInterface;
}

export interface VerdictRecord {
  at: Date;
  isTruePositive: boolean;
  modelName: string;
  caller: string;
  analyst: string | null;
  notes: string | null;
  via: ChangeInterface;
}
