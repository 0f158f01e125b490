/** Where the content of an item stands. `none`: the item is no file. */
export enum ContentState {
  NONE = 'none',
  PENDING = 'pending',
  STORED = 'stored',
  FAILED = 'failed',
}

/** What happened to an item, as the list of changes tells it. */
export enum DriveChangeKind {
  CREATED = 'created',
  UPDATED = 'updated',
  RENAMED = 'renamed',
  MOVED = 'moved',
  DELETED = 'deleted',
  RESTORED = 'restored',
  CONTENT_STORED = 'content_stored',
}
