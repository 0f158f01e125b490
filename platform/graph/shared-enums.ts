import { enumType } from './enum-type.js';

// Enums that several subgraphs declare. In each of them, they must have the same values.

/** Roles of operators, with the values of `OperatorCaller`. */
export const OperatorRole = { ADMIN: 'admin', ANALYST: 'analyst', VIEWER: 'viewer', INGEST: 'ingest' } as const;
export type OperatorRole = (typeof OperatorRole)[keyof typeof OperatorRole];

enumType(OperatorRole, {
  name: 'OperatorRole',
  description: 'Role of an operator.',
  values: {
    ADMIN: 'All permissions of operators.',
    ANALYST:
      'Read data, import inferences, and work on alerts, incidents, brands and watched domains; without a tenant restriction, also register check-ins, link evidence, decide on mass changes, and restore and synchronize document sites.',
    VIEWER: 'Read data and save personal views of alerts.',
    INGEST: 'Import inferences only.',
  },
});

/** Interfaces through which changes are made, with the values of the audit log. */
export const AuditInterface = {
  REST: 'rest',
  GRAPHQL: 'graphql',
  COMMAND_LINE: 'command-line',
  JOB: 'job',
} as const;
export type AuditInterface = (typeof AuditInterface)[keyof typeof AuditInterface];

enumType(AuditInterface, {
  name: 'AuditInterface',
  description: 'Interface through which a change was made.',
  values: {
    REST: 'The REST API.',
    GRAPHQL: 'The GraphQL API.',
    COMMAND_LINE: 'The `rampart` command.',
    JOB: 'A background job.',
  },
});
