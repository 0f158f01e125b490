/** Waits for seconds; rejects when the signal aborts. */
export type Pause = (seconds: number, signal: AbortSignal | undefined) => Promise<void>;

export interface DriveSettings {
  readonly authUrl: string;
  readonly graphUrl: string;
  readonly tenantId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly siteHostname: string;
  /** `/sites/<name>`, in the form of the configuration; empty: none. */
  readonly sitePath: string;
  readonly notificationUrl: string;
  readonly clientState: string;
  /** Empty: the site of the settings is copied, nothing is served from here but the copy. */
  readonly folder: string;
}
