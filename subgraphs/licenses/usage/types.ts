import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { connectionType, enumType, GraphQLBigInt } from '../../../platform/graph/index.js';
import { Controller } from '../registry/types.js';
import { UsageChange } from '../vocabulary.js';

enumType(UsageChange, {
  name: 'UsageChange',
  description: 'Kind of entry of the usage log.',
  values: {
    CHECKED_IN: 'Controllers checked in; one entry for all check-ins of a day.',
    REGISTERED: 'A controller was registered and occupies a seat.',
    REMOVED: 'A controller was released or lost its seat.',
    MACHINE_FILE_ISSUED:
      'A machine file was issued. It remains valid until it expires, even if the controller is released.',
  },
});

@ObjectType('UsageCheckIns', {
  description:
    'All accepted check-ins of a day (UTC), and those of earlier days that were stored after the entry of their day.',
})
export class UsageCheckIns {
  @Field(() => GraphQLDateTime, { description: 'Start of the day, 00:00 UTC.' })
  day!: Date;

  @Field(() => Int, { description: 'Number of controllers that checked in.' })
  controllers!: number;

  @Field(() => GraphQLBigInt, { description: 'Number of check-ins.' })
  count!: number;

  @Field(() => String, {
    description:
      'Root of the Merkle tree (RFC 6962) of the lines that `rampart usage check-ins` writes, one for each controller: SHA-256 in hexadecimal.',
  })
  root!: string;
}

@ObjectType('UsageEntry', {
  description: 'An entry of the usage log: a seat change, an issued machine file, or the check-ins of a day.',
})
export class UsageEntry {
  @Field(() => Int, { description: 'Position in the log, starting at 0.' })
  position!: number;

  @Field(() => GraphQLDateTime, {
    description: 'Time of the change; for check-ins, the end of their day: 00:00 UTC of the next day.',
  })
  at!: Date;

  @Field(() => UsageChange, { description: 'Change that the entry records.' })
  change!: UsageChange;

  @Field(() => ID, { nullable: true, description: 'GUID of the controller; null for `CHECKED_IN`.' })
  guid!: string | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Expiration time of the machine file for `MACHINE_FILE_ISSUED`; null for other changes.',
  })
  expiresAt!: Date | null;

  @Field(() => UsageCheckIns, {
    nullable: true,
    description: 'Check-ins of a day for `CHECKED_IN`; null for other changes.',
  })
  checkIns!: UsageCheckIns | null;

  @Field(() => String, {
    description:
      'The entry as JSON, exactly as it is hashed. Its leaf hash is the SHA-256 of a zero byte followed by this text.',
  })
  text!: string;

  @Field(() => Controller, {
    nullable: true,
    description: 'The controller; null if it is not registered now, and for `CHECKED_IN`.',
  })
  controller!: Controller | null;
}

export const UsageEntryConnection = connectionType(UsageEntry, {
  name: 'UsageEntry',
  node: 'entry',
  nodes: 'entries',
  description: 'A page of the usage log, newest entry first.',
  totalCount: { description: 'Number of matching entries on all pages.' },
});

@ObjectType('UsageInclusionProof', {
  description: 'Proof that an entry is in the usage log (RFC 6962, section 2.1.1). Hashes are SHA-256 in hexadecimal.',
})
export class UsageInclusionProof {
  @Field(() => Int, { description: 'Position of the entry in the log, starting at 0.' })
  position!: number;

  @Field(() => Int, { description: 'Number of entries of the log for which the proof was computed.' })
  size!: number;

  @Field(() => String, { description: 'Root of the log with `size` entries: SHA-256 in hexadecimal.' })
  root!: string;

  @Field(() => String, { description: 'The entry as JSON, exactly as it is hashed.' })
  entry!: string;

  @Field(() => String, {
    description: 'Leaf hash of the entry: SHA-256 of a zero byte followed by `entry`, in hexadecimal.',
  })
  leafHash!: string;

  @Field(() => [String], {
    description:
      'Audit path of the entry (RFC 6962): hashes of the sibling subtrees from the leaf to the root; SHA-256 in hexadecimal.',
  })
  path!: readonly string[];
}

@ObjectType('UsageConsistencyProof', {
  description:
    'Proof that the usage log begins with the entries of an earlier log (RFC 6962, section 2.1.2). Hashes are SHA-256 in hexadecimal.',
})
export class UsageConsistencyProof {
  @Field(() => Int, { description: 'Number of entries of the earlier log.' })
  first!: number;

  @Field(() => String, { description: 'Root of the earlier log.' })
  firstRoot!: string;

  @Field(() => Int, { description: 'Number of entries of the later log.' })
  second!: number;

  @Field(() => String, { description: 'Root of the later log.' })
  secondRoot!: string;

  @Field(() => [String], { description: 'Hashes of the proof, in the order of RFC 6962.' })
  path!: readonly string[];
}

@ObjectType('SignedUsageHead', {
  description: 'Signed size and root of the usage log, as a string that a vendor stores to verify later logs.',
})
export class SignedUsageHead {
  @Field(() => String, {
    description:
      'JSON with `type`, `version`, `license` (id of the active license, or null), `size`, `root`, `at` (time of the last append; 1970-01-01T00:00:00.000Z for an empty log) and `signedAt`.',
  })
  text!: string;

  @Field(() => String, { description: 'Ed25519 signature of the bytes of `text`, in base64.' })
  signature!: string;
}

@ObjectType('UsageLog', {
  description:
    'Log of all registrations, removals, machine files and check-ins of controllers: a Merkle tree (RFC 6962). Seat changes and issued machine files are appended within a minute; the check-ins of a day (UTC) are appended one hour after its end.',
})
export class UsageLog {
  @Field(() => Int, { description: 'Number of entries in the log.' })
  size!: number;

  @Field(() => String, { description: 'Root of the tree: SHA-256 in hexadecimal.' })
  root!: string;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Time of the last append; null if the log is empty.' })
  at!: Date | null;
}
