/**
 * The job of the alerts domain that imports inferences of another domain; its payload is {@link SubmittedInferences}.
 * Imports are idempotent by the ids of inferences, so the job can be added and run repeatedly.
 */
export const importSubmittedJob = 'alerts.import-handed';

export interface SubmittedInferences {
  /** At most 1,000. */
  readonly inferences: readonly SubmittedInference[];
  /** Name of the job that is then added; its payload is {@link ImportedInferences}. */
  readonly reportTo: string;
}

/** An inference of another domain about an endpoint. */
export interface SubmittedInference {
  readonly inferenceId: string;
  readonly tenantId: string;
  /** Hostname. */
  readonly endpointId: string;
  /** Null: the platform of the endpoint if it is known; otherwise `linux`, because alerts require a value. */
  readonly platform: 'windows' | 'linux' | null;
  /** Probability of an attack, 0 to 1; likewise `confidence`. */
  readonly attackProb: number;
  readonly confidence: number;
  /** ATT&CK ids. */
  readonly ttpTechniques: readonly string[];
  readonly ttpExplanation: string;
  /** Unix epoch seconds. */
  readonly timestamp: number;
  readonly modelName: string;
}

/** The alert that each inference belongs to; null for one that belongs to none. */
export interface ImportedInferences {
  readonly alerts: readonly { readonly inferenceId: string; readonly alertId: string | null }[];
}
