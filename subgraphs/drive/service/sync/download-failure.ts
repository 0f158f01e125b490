/** A file that could not be had for a reason of its own; others are not hindered by it. */
export class DownloadFailure extends Error {
  override readonly name = 'DownloadFailure';
  /** True: the site now has another content than the change query told, so another query will tell. */
  readonly isOutdated: boolean;

  constructor(message: string, options: { isOutdated?: boolean } = {}) {
    super(message);
    this.isOutdated = options.isOutdated ?? false;
  }
}
