export enum MassChangeKind {
  ENCRYPTION = 'encryption',
  DELETION = 'deletion',
}

/** Open and confirmed mass changes prevent the removal of their site's local copy. */
export enum MassChangeState {
  OPEN = 'open',
  /** An operator confirmed that the mass change is an attack or a loss of data. */
  CONFIRMED = 'confirmed',
  /** An operator decided that the changes were legitimate. */
  DISMISSED = 'dismissed',
  /** The mass change was confirmed, and its files were restored. */
  RESOLVED = 'resolved',
}

export enum MassChangeEffect {
  /** The content of a known file became unreadable: random bytes without a known format. */
  ENCRYPTED = 'encrypted',
  /** A new file with unreadable content appeared in a folder from which files were deleted. */
  REPLACED = 'replaced',
  /** A known file got an extension that no other file of the site has. */
  RENAMED = 'renamed',
  DELETED = 'deleted',
  /** A new file appeared with the same name in many folders, as ransom notes do. */
  NOTE = 'note',
}
