/**
 * The job of the alerts domain that imports inferences of another domain; its payload is {@link SubmittedInferences}.
 * Imports are idempotent by the ids of inferences, so the job can be added and run repeatedly.
 */
export const importSubmittedJobName = 'alerts.import-handed';

export interface SubmittedInferences {
  /** Inferences to import, at most 1,000. */
  readonly inferences: readonly SubmittedInference[];
  /** Name of the job that is added after the import; its payload is {@link ImportedInferences}. */
  readonly reportTo: string;
}

/** An inference of another domain about an endpoint. */
export interface SubmittedInference {
  readonly inferenceId: string;
  readonly tenantId: string;
  /** Hostname of the endpoint. */
  readonly endpointId: string;
  /**
   * Platform of the endpoint; null: the platform that is known for it, otherwise `linux`, because alerts require a
   * value.
   */
  readonly platform: 'windows' | 'linux' | null;
  /** Probability of an attack, from 0 to 1; `confidence` has the same range. */
  readonly attackProb: number;
  readonly confidence: number;
  /** Ids of MITRE ATT&CK techniques. */
  readonly ttpTechniques: readonly string[];
  readonly ttpExplanation: string;
  /** Time of the inference in Unix epoch seconds. */
  readonly timestamp: number;
  readonly modelName: string;
}

/** For each inference, the alert that it belongs to; null for an inference without an alert. */
export interface ImportedInferences {
  readonly alerts: readonly { readonly inferenceId: string; readonly alertId: string | null }[];
}

/**
 * Prefixes of the ids of submitted inferences. Imports of callers must not use them: an inference with the id of a
 * later submission, which can be guessed, would prevent its alert.
 */
export const reservedIdPrefixes = ['brand-hit:', 'brand-match:', 'drive-malware:', 'drive-mass-change:'] as const;
