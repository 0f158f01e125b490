import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { connectionType, enumType } from '../../../platform/graph/index.js';
import { Alert } from '../brands/types-hits.js';
import { BrandCertificate } from '../certificates/types.js';
import { RdapChange } from '../rdap/types-watches.js';
import { DomainEventKind } from './vocabulary.js';

enumType(DomainEventKind, {
  name: 'DomainEventKind',
  description: 'Kind of event in the lifecycle of a domain.',
  values: {
    FIRST_SEEN: 'The domain appeared in the earliest import that is known to contain it.',
    RETURNED: 'An import contained the domain again after its removal.',
    REMOVED: 'An import no longer contained the domain.',
    MOVED: 'An import contained different nameservers for the domain.',
    REGISTERED: 'Registration, as the registry reports it.',
    CHANGED: 'Last change to the registration, as the registry reports it.',
    TRANSFERRED: 'Last transfer between registrars, as the registry reports it.',
    EXPIRES: 'Expiration of the registration, as the registry reports it.',
    DOSSIER_KEPT: 'One of your watches of the domain stored the oldest version in its history.',
    DOSSIER_CHANGED:
      'A lookup found registration data that differs from the previous version in the history of one of your watches of the domain.',
    CERTIFICATE_LOGGED:
      'A Certificate Transparency log accepted a certificate for the domain, and a domain name in the certificate imitates a brand.',
    HIT_FOUND: 'The domain was found to imitate a brand.',
    HIT_REOPENED:
      'The hit was reopened, because the domain was registered again or transferred, its nameservers changed, or it matches the brand again.',
    HIT_DISMISSED: 'An analyst dismissed the hit.',
    HIT_CONFIRMED: 'An analyst confirmed the hit.',
    HIT_OPENED: 'An analyst set the status of the hit to OPEN.',
    HIT_UNMATCHED: 'The hit was dismissed, because the domain no longer matches the brand.',
    BLOCKED: 'The hit began to block the domain in block lists and policy zones.',
    UNBLOCKED: 'The hit no longer blocks the domain; a hit of another brand can still block it.',
    ALERT_OPENED:
      'A hit opened an alert or added an inference to an open one. The endpoint of the alert is the domain, or a host that is the domain or a subdomain of it.',
  },
});

@ObjectType('DomainEvent', { description: 'An event in the lifecycle of a domain.' })
export class DomainEvent {
  @Field(() => DomainEventKind, { description: 'What happened; determines which of the other fields have a value.' })
  kind!: DomainEventKind;

  @Field(() => GraphQLDateTime, {
    description:
      'Time of the event. For FIRST_SEEN, RETURNED, REMOVED and MOVED, the snapshot time of the import; for EXPIRES, possibly in the future.',
  })
  occurredAt!: Date;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the zone; null for events of registration data and dossiers.',
  })
  zone!: string | null;

  @Field(() => [String], {
    description: 'Nameservers before a MOVED or REMOVED event, sorted, with a trailing dot; empty for other events.',
  })
  before!: readonly string[];

  @Field(() => [String], {
    description:
      'Nameservers after a FIRST_SEEN, RETURNED or MOVED event, sorted, with a trailing dot; empty for other events.',
  })
  after!: readonly string[];

  @Field(() => String, {
    nullable: true,
    description: 'Name of the brand; null for events that are not about a brand.',
  })
  brand!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Name of the person or token that triaged the hit, also for a BLOCKED or UNBLOCKED event that the triage caused; null for other events.',
  })
  actor!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Note of the triage, also for a BLOCKED or UNBLOCKED event that the triage caused; null if the triage has no note, and for other events.',
  })
  note!: string | null;

  @Field(() => [RdapChange], {
    description:
      'Differences of a DOSSIER_CHANGED event from the previous version of the dossier; empty for other events.',
  })
  changes!: readonly RdapChange[];

  @Field(() => BrandCertificate, {
    nullable: true,
    description: 'Certificate of a CERTIFICATE_LOGGED event; null for other events.',
  })
  certificate!: BrandCertificate | null;

  @Field(() => Alert, {
    nullable: true,
    description:
      'Alert of an ALERT_OPENED event; null for other events, and if the alert was removed or the caller may not read it.',
  })
  alert!: Alert | null;
}

export const DomainEventConnection = connectionType(DomainEvent, {
  name: 'DomainEvent',
  node: 'event',
  description: 'A page of the events in the lifecycle of a domain, newest first.',
});
