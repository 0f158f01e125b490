import { Directive, Field, ID, ObjectType } from 'type-graphql';

@ObjectType('AttackTactic', { description: 'A MITRE ATT&CK tactic: the goal of a technique.' })
export class AttackTactic {
  @Field(() => ID, { description: 'Identifier, such as TA0002.' })
  id!: string;

  @Field(() => String, { description: 'Name, such as Execution.' })
  name!: string;

  @Field(() => String, { description: 'URL of the description on the MITRE website.' })
  url!: string;
}

@ObjectType('AttackTechnique', {
  description:
    'A MITRE ATT&CK technique or sub-technique, or an identifier that a model reported but ATT&CK does not contain.',
})
export class AttackTechnique {
  @Field(() => ID, { description: 'Identifier, such as T1059.001.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Name; null if ATT&CK does not contain the identifier.' })
  name!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'URL of the description on the MITRE website; null if ATT&CK does not contain the identifier.',
  })
  url!: string | null;

  @Field(() => [AttackTactic], {
    description: 'Tactics of the technique; empty if ATT&CK does not contain the identifier.',
  })
  @Directive('@listSize(assumedSize: 2)')
  tactics!: AttackTactic[];

  @Field(() => AttackTechnique, {
    nullable: true,
    description: 'Parent technique of a sub-technique; null if this is not a sub-technique of ATT&CK.',
  })
  parent!: AttackTechnique | null;

  @Field(() => Boolean, { description: 'Whether MITRE has revoked or deprecated the technique.' })
  isRetired!: boolean;

  @Field(() => AttackTechnique, {
    nullable: true,
    description: 'Technique that replaces this one; null if this technique is not revoked or has no replacement.',
  })
  replacedBy!: AttackTechnique | null;
}

@ObjectType('AttackCatalog', { description: 'Tactics and techniques of MITRE ATT&CK for Enterprise.' })
export class AttackCatalog {
  @Field(() => String, { description: 'Version of ATT&CK, such as 18.1.' })
  version!: string;

  @Field(() => String, { description: 'Copyright notice of MITRE. Show it wherever you show names of techniques.' })
  notice!: string;

  @Field(() => [AttackTactic], { description: 'All tactics, in the order of the matrix.' })
  @Directive('@listSize(assumedSize: 14)')
  tactics!: AttackTactic[];
}
