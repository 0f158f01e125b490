import type { OperatorCaller } from '../../platform/caller.js';

export interface NewSession {
  /** The caller who signs in. */
  readonly caller: OperatorCaller;
  /**
   * Id of the operator token that was used to sign in; absent for a token in the settings, and for a sign-in at a
   * provider.
   */
  readonly tokenId?: string;
  readonly sourceAddress: string;
  /** The sign-in at an identity provider; absent for a sign-in with a token. */
  readonly providerSignIn?: {
    readonly provider: string;
    readonly issuer: string;
    readonly subject: string;
    /** Verified email address; absent if the provider sends no address, or an unverified one. */
    readonly email?: string | undefined;
    /** Id of the session at the provider (`sid`); null if the provider reports none. */
    readonly providerSession: string | null;
    readonly idToken: string;
    /** Refresh token, and time until the next access check; absent: access is not checked again. */
    readonly refresh?:
      | {
          readonly token: string;
          /** Milliseconds until the next access check. */
          readonly checkInMs: number;
        }
      | undefined;
  };
}

/** Data of an ended session that is required to sign out at its identity provider. */
export interface EndedSession {
  readonly provider: string | null;
  readonly issuer: string | null;
  readonly idToken: string | undefined;
}

/** A request of an identity provider to end sessions. */
export interface ProviderLogout {
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly providerSession: string | undefined;
  /** Id of the logout token, which is accepted only once. */
  readonly tokenId: string;
  /** Time in Unix epoch milliseconds at which the logout token expires. */
  readonly expiresAt: number;
}
