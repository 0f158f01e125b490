/** State of the local copy of an item's content. `none`: the item has no content. */
export enum ContentState {
  NONE = 'none',
  PENDING = 'pending',
  STORED = 'stored',
  FAILED = 'failed',
}

export enum DriveChangeKind {
  CREATED = 'created',
  UPDATED = 'updated',
  RENAMED = 'renamed',
  MOVED = 'moved',
  DELETED = 'deleted',
  RESTORED = 'restored',
  CONTENT_STORED = 'content_stored',
}
