/** The closed vocabularies of zones, in the spelling of the wire (specification, sections 1 to 3). */
export const Tier = { TRIAL: 'trial', BASIC: 'basic', ENTERPRISE: 'enterprise' } as const;
export type Tier = (typeof Tier)[keyof typeof Tier];

export const AccountStatus = {
  PENDING: 'pending',
  APPROVED: 'approved',
  REJECTED: 'rejected',
  SUSPENDED: 'suspended',
} as const;
export type AccountStatus = (typeof AccountStatus)[keyof typeof AccountStatus];
