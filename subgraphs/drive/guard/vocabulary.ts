export enum MassChangeKind {
  ENCRYPTION = 'encryption',
  DELETION = 'deletion',
}

/** Open and confirmed mass changes prevent the removal of their site's local copy. */
export enum MassChangeState {
  OPEN = 'open',
  /** An operator has confirmed that it is an attack or a loss. */
  CONFIRMED = 'confirmed',
  /** The changes were legitimate. */
  DISMISSED = 'dismissed',
  /** The mass change was confirmed, and its files were restored. */
  RESOLVED = 'resolved',
}

export enum MassChangeEffect {
  /** The content of a known file became unreadable: random bytes without a known format. */
  ENCRYPTED = 'encrypted',
  /** A new file with unreadable content, in place of files that were deleted. */
  REPLACED = 'replaced',
  /** A known file got an extension that the site did not have. */
  RENAMED = 'renamed',
  DELETED = 'deleted',
  /** A new file that has the same name in many folders, as ransom notes do. */
  NOTE = 'note',
}
