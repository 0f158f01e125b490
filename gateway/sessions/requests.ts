import type { OperatorCaller } from '../../platform/caller.js';

export interface NewSession {
  /** Who signs in. */
  readonly caller: OperatorCaller;
  /** The id of the operator token that was signed in with; absent: it is in the settings. */
  readonly tokenId?: string;
  readonly sourceAddress: string;
  /** Present for people who signed in at an identity provider. */
  readonly signedInAt?: {
    readonly provider: string;
    readonly issuer: string;
    readonly subject: string;
    /** Absent: the provider does not send it, or not verified. */
    readonly email?: string | undefined;
    /** The session of the provider (`sid`), where it says so. */
    readonly providerSession: string | null;
    readonly idToken: string;
    /** Absent: the provider is not asked again. */
    readonly refresh?:
      | {
          readonly token: string;
          /** In milliseconds from now. */
          readonly checkIn: number;
        }
      | undefined;
  };
}

/** What signing out at the provider takes. */
export interface EndedSession {
  readonly provider: string | null;
  readonly idToken: string | undefined;
}

/** Which sessions a provider ends. */
export interface ProviderLogout {
  readonly provider: string;
  readonly subject: string | undefined;
  readonly providerSession: string | undefined;
  /** The id of the logout token, which is good once. */
  readonly tokenId: string;
  /** Unix epoch milliseconds. */
  readonly expiresAt: number;
}
