import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../../platform/graph/index.js';
import { RdapChange } from '../rdap/types-watches.js';
import { DomainEventKind } from './vocabulary.js';

registerEnumType(DomainEventKind, {
  name: 'DomainEventKind',
  description: 'Kind of an event in the life of a domain.',
  valuesConfig: {
    FIRST_SEEN: { description: 'The earliest import that is known to contain the domain.' },
    RETURNED: { description: 'An import contained the domain again.' },
    REMOVED: { description: 'An import no longer contained the domain.' },
    MOVED: { description: 'An import had other nameservers for the domain.' },
    REGISTERED: { description: 'Registration, as the registry reports it.' },
    CHANGED: { description: 'Last change of the registration, as the registry reports it.' },
    TRANSFERRED: { description: 'Last transfer between registrars, as the registry reports it.' },
    EXPIRES: { description: 'Expiration of the registration, as the registry reports it.' },
    DOSSIER_KEPT: { description: 'The oldest stored dossier of one of your watches of the domain.' },
    DOSSIER_CHANGED: { description: 'A lookup of a domain that you watch found other registration data than before.' },
    HIT_FOUND: { description: 'The domain was found to imitate a brand.' },
    HIT_REOPENED: { description: 'The hit was reopened, because the domain has changed hands or matches again.' },
    HIT_DISMISSED: { description: 'An analyst dismissed the hit, or a changed brand no longer matches.' },
    HIT_CONFIRMED: { description: 'An analyst confirmed the hit.' },
    HIT_OPENED: { description: 'An analyst opened the hit again.' },
  },
});

@ObjectType('DomainEvent', { simpleResolvers: true, description: 'An event in the life of a domain.' })
export class DomainEvent {
  @Field(() => DomainEventKind, { description: 'Kind of the event.' })
  kind!: DomainEventKind;

  @Field(() => GraphQLDateTime, { description: 'Time of the event; of EXPIRES, possibly in the future.' })
  occurredAt!: Date;

  @Field(() => String, { nullable: true, description: 'Name of the zone; null for events of the registry.' })
  zone!: string | null;

  @Field(() => [String], {
    description: 'Nameservers before the event, sorted; empty for other events than MOVED and REMOVED.',
  })
  before!: readonly string[];

  @Field(() => [String], {
    description: 'Nameservers after the event, sorted; empty for other events than FIRST_SEEN, RETURNED and MOVED.',
  })
  after!: readonly string[];

  @Field(() => String, { nullable: true, description: 'Name of the brand; null for events that are not about a hit.' })
  brand!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the person who triaged the hit; null for other events.',
  })
  by!: string | null;

  @Field(() => String, { nullable: true, description: 'Note of the triage; null if there is none.' })
  note!: string | null;

  @Field(() => [RdapChange], {
    description: 'What has changed about the registration; empty for other events than DOSSIER_CHANGED.',
  })
  changes!: readonly RdapChange[];
}

export const DomainEventConnection = connectionType(DomainEvent, {
  name: 'DomainEvent',
  node: 'event',
  description: 'A page of the events in the life of a domain.',
});
