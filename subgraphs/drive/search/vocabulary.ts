/** State of the text extraction of stored content. */
export enum ExtractionState {
  /** A process is reading the content, or reading it will be retried. */
  READING = 'reading',
  EXTRACTED = 'extracted',
  UNREADABLE = 'unreadable',
}

export enum DocumentFormat {
  PDF = 'pdf',
  DOCX = 'docx',
  XLSX = 'xlsx',
  PPTX = 'pptx',
  HTML = 'html',
  TEXT = 'text',
}

export enum UnreadableReason {
  ENCRYPTED = 'encrypted',
  DAMAGED = 'damaged',
  UNSUPPORTED = 'unsupported',
  TOO_LARGE = 'too_large',
  TIMEOUT = 'timeout',
  OUT_OF_MEMORY = 'out_of_memory',
  CRASHED = 'crashed',
  MISSING = 'missing',
}

/** Version of the text extraction. Contents that were processed by an earlier version are processed again. */
export const extractionVersion = 1;

/** Name of the job that extracts the text of stored contents. */
export const extractJobName = 'drive.extract-text';

export enum SearchScope {
  ALL = 'all',
  NAMES = 'names',
  TEXTS = 'texts',
}

export enum TextState {
  WAITING = 'waiting',
  EXTRACTED = 'extracted',
  UNREADABLE = 'unreadable',
  OFF = 'off',
}
