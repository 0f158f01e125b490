import type { OperatorCaller } from '../../platform/caller.js';

export interface NewSession {
  /** The caller who signs in. */
  readonly caller: OperatorCaller;
  /**
   * The id of the operator token that was signed in with; absent for a token in the settings, and for a sign-in at a
   * provider.
   */
  readonly tokenId?: string;
  readonly sourceAddress: string;
  /** Present for people who signed in with an identity provider. */
  readonly providerSignIn?: {
    readonly provider: string;
    readonly issuer: string;
    readonly subject: string;
    /** Absent if the provider does not send it, or sends it unverified. */
    readonly email?: string | undefined;
    /** The session of the provider (`sid`); null if it reports none. */
    readonly providerSession: string | null;
    readonly idToken: string;
    /** Absent: access is not checked again. */
    readonly refresh?:
      | {
          readonly token: string;
          /** Time until the next check, in milliseconds. */
          readonly checkInMs: number;
        }
      | undefined;
  };
}

/** The data that signing out at the provider requires. */
export interface EndedSession {
  readonly provider: string | null;
  readonly idToken: string | undefined;
}

/** A request of a provider to end sessions. */
export interface ProviderLogout {
  readonly provider: string;
  readonly subject: string | undefined;
  readonly providerSession: string | undefined;
  /** The id of the logout token, which is valid once. */
  readonly tokenId: string;
  /** Unix epoch milliseconds. */
  readonly expiresAt: number;
}
