import type { AuditActorKind, AuditInterface } from './vocabulary.js';

/** An entry of the audit log as the graph has it. */
export interface AuditEntryRecord {
  readonly sequence: number;
  readonly hash: string;
  readonly at: Date;
  readonly actor: { readonly kind: AuditActorKind; readonly id: string | null; readonly name: string | null };
  readonly via: AuditInterface;
  readonly sourceAddress: string | null;
  readonly action: string;
  readonly objects: readonly string[];
  readonly tenantId: string | null;
  readonly before: unknown;
  readonly after: unknown;
}
