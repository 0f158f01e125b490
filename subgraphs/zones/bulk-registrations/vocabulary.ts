export const BulkRegistrationKind = {
  SHARED: 'shared',
  NUMBERED: 'numbered',
  VARIANTS: 'variants',
  RANDOM: 'random',
} as const;
export type BulkRegistrationKind = (typeof BulkRegistrationKind)[keyof typeof BulkRegistrationKind];
