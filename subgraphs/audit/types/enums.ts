import { registerEnumType } from 'type-graphql';
import { AuditActorKind, AuditInterface } from '../vocabulary.js';

registerEnumType(AuditActorKind, {
  name: 'AuditActorKind',
  description: 'Who made a change.',
  valuesConfig: {
    OPERATOR: {
      description: 'The bearer of an operator token, an administrator of the settings, or the command line.',
    },
    ACCOUNT: { description: 'An account of the zone feed.' },
    MIRROR_CLIENT: { description: 'A client of the mirrored document site.' },
    ANONYMOUS: { description: 'Somebody without credentials.' },
    SYSTEM: { description: 'The product itself, such as a job.' },
  },
});

registerEnumType(AuditInterface, {
  name: 'AuditInterface',
  description: 'The interface through which a change was made.',
  valuesConfig: {
    REST: { description: 'A documented path.' },
    GRAPHQL: { description: 'This graph.' },
    COMMAND_LINE: { description: 'The `rampart` command.' },
    JOB: { description: 'A job of the product itself.' },
  },
});
