import { Directive, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { connectionType, enumType, GraphQLBigInt } from '../../../platform/graph/index.js';
import { maxCharacters } from '../../../platform/input-limits.js';
import { MassChangeEffect, MassChangeKind, MassChangeState } from './vocabulary.js';

enumType(MassChangeKind, {
  name: 'DriveMassChangeKind',
  description: 'Pattern of a mass change.',
  values: {
    ENCRYPTION: 'Contents became unreadable, or files were renamed in a pattern that is typical of ransomware.',
    DELETION: 'A large part of the site was deleted.',
  },
});

enumType(MassChangeState, {
  name: 'DriveMassChangeState',
  description:
    'State of a mass change. While a mass change is open or confirmed, the local copy of the site cannot be removed.',
  values: {
    OPEN: 'Not investigated yet.',
    CONFIRMED: 'The changes are an attack or an accidental loss.',
    DISMISSED: 'The changes were legitimate.',
    RESOLVED: 'The mass change was confirmed, and its files were restored.',
  },
});

enumType(MassChangeEffect, {
  name: 'DriveMassChangeEffect',
  description: 'Kind of change to a file in a mass change.',
  values: {
    ENCRYPTED: 'The content became unreadable: its bytes appear random, and its format is unknown.',
    REPLACED: 'The file is new, has unreadable content, and may have replaced a deleted one.',
    RENAMED: 'The file was given an extension that no other file of the site had.',
    DELETED: 'The file was deleted, and no other file has its content.',
    NOTE: 'The file is new, and its name is the most frequent name of new files in affected folders, in at least three of these folders, like the name of a ransom note.',
  },
});

@ObjectType('DriveMassChange', {
  description: 'A burst of changes to a document site that looks like encryption or deletion.',
})
export class DriveMassChange {
  @Field(() => MassChangeKind, { description: 'Pattern of the changes.' })
  kind!: MassChangeKind;

  @Field(() => MassChangeState, { description: 'State of the investigation.' })
  state!: MassChangeState;

  @Field(() => Int, { description: 'Sum of the points of all reasons; at least 100, the threshold for a detection.' })
  score!: number;

  @Field(() => [String], {
    description: 'Reasons for the detection, strongest first; each is a sentence with the relevant counts.',
  })
  @Directive('@listSize(assumedSize: 6)')
  reasons!: string[];

  @Field(() => Int, { description: 'Number of files of the site before the mass change.' })
  knownFiles!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the operator who last changed the state; null while the mass change is open.',
  })
  changedBy!: string | null;

  @Field(() => String, { description: 'Notes on the mass change; empty if there are none.' })
  notes!: string;
}

@ObjectType('DriveMassChangeEffectCount', { description: 'Number of files with one kind of change.' })
export class DriveMassChangeEffectCount {
  @Field(() => MassChangeEffect, { description: 'How the mass change affected the files.' })
  effect!: MassChangeEffect;

  @Field(() => Int, { description: 'Number of files.' })
  count!: number;
}

@ObjectType('DriveMassChangeFile', { description: 'A file that a mass change affected.' })
export class DriveMassChangeFile {
  @Field(() => MassChangeEffect, { description: 'How the mass change affected the file.' })
  effect!: MassChangeEffect;

  @Field(() => GraphQLBigInt, {
    description: 'Number of the first change of the file that contributed to the effect; see `DriveChange.number`.',
  })
  change!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Name before the mass change; null if the file did not exist then.',
  })
  previousName!: string | null;
}

export const DriveMassChangeConnection = connectionType(DriveMassChange, {
  name: 'DriveMassChange',
  node: 'mass change',
  description: 'A page of mass changes, newest first.',
});

export const DriveMassChangeFileConnection = connectionType(DriveMassChangeFile, {
  name: 'DriveMassChangeFile',
  node: 'file',
  description: 'A page of files that a mass change affected, in the order of their changes.',
});

@InputType('ChangeDriveMassChangeInput', { description: 'A mass change, its new state and, optionally, new notes.' })
export class ChangeDriveMassChangeInput {
  @Field(() => ID, { description: 'Id of the mass change; see `DriveMassChange.id`.' })
  id!: string;

  @Field(() => MassChangeState, {
    description:
      'New state: `OPEN` can become `CONFIRMED` or `DISMISSED`, `CONFIRMED` can become `RESOLVED` or `DISMISSED`, and `DISMISSED` can become `CONFIRMED`.',
  })
  state!: MassChangeState;

  @Field(() => String, {
    nullable: true,
    description: `New notes, at most ${maxCharacters.notes} characters. Null or omitted: unchanged. Empty: cleared.`,
  })
  notes?: string | null;
}

@ObjectType('ChangeDriveMassChangePayload', { description: 'Result of `changeDriveMassChange`.' })
export class ChangeDriveMassChangePayload {
  @Field(() => DriveMassChange, { description: 'Mass change after the mutation.' })
  massChange!: DriveMassChange;
}
