import type { JsonSchema } from './json-schema.js';

const text: JsonSchema = { type: 'string' };
const count: JsonSchema = { type: 'integer', minimum: 0 };
const countOf = (noun: string): JsonSchema => ({ ...count, description: `Number of ${noun} so far.` });
const at: JsonSchema = { type: 'string', format: 'date-time', description: 'Time of the event.' };

const alert = object('An alert in an `alerts` event: only the fields that a list of alerts displays.', {
  id: { ...text, description: 'Id of the alert: `alert_id` in the alert triage service.' },
  endpointId: { ...text, description: 'Hostname in lower case.' },
  status: { type: 'string', enum: ['OPEN', 'ACKNOWLEDGED', 'INVESTIGATING', 'RESOLVED', 'FALSE_POSITIVE'] },
  severity: { type: 'string', enum: ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] },
  attackProb: { type: 'number', description: 'Probability of an attack, 0 to 1.' },
  updatedAtEpoch: { type: 'number', description: 'Time of the last change, in Unix epoch seconds.' },
});

/** Types of events that clients of `/events` can request. */
export const eventTypeNames: readonly string[] = [
  'alerts',
  'incidents',
  'syncs',
  'check-ins',
  'license-warnings',
  'license-changes',
  'brand-hits',
];

/**
 * Schemas of the event data in `/events`: events of domains, as their statements and triggers write them, and events of
 * the gateway itself.
 */
export const eventSchemas: Readonly<Record<string, JsonSchema>> = {
  AlertsEvent: {
    ...object('Data of an `alerts` event: alerts of one tenant that were opened or changed.', {
      at,
      change: { type: 'string', enum: ['opened', 'changed'] },
      tenantId: text,
      ids: { type: 'array', items: text, maxItems: 500, description: 'Ids of the alerts.' },
      alerts: {
        type: 'array',
        items: alert,
        maxItems: 20,
        description:
          'The alerts of `ids`, with their fields; absent if the change affected more than 20 alerts across all tenants.',
      },
      suppressed: {
        type: 'boolean',
        const: true,
        description: 'True if a rule suppresses the alerts; otherwise absent.',
      },
    }),
    required: ['at', 'change', 'tenantId', 'ids'],
  },
  IncidentsEvent: object('Data of an `incidents` event: incidents of one tenant that were opened or changed.', {
    at,
    change: { type: 'string', enum: ['opened', 'changed'] },
    tenantId: text,
    ids: { type: 'array', items: text, description: 'UUIDs of the incidents.' },
  }),
  BrandHitsEvent: object('Data of a `brand-hits` event: hits of one brand that were found, reopened or changed.', {
    at,
    change: { type: 'string', enum: ['found', 'reopened', 'changed'] },
    source: {
      type: 'string',
      enum: ['import', 'scan'],
      description:
        'Origin of the hits. `import`: the names were new in an import. `scan`: the names were already in a zone when the brand was compared with all names, or when the zone was imported for the first time.',
    },
    tenantId: { type: ['string', 'null'], description: 'Tenant of the brand; null if the brand belongs to none.' },
    brandId: { ...text, description: 'UUID of the brand.' },
    ids: { type: 'array', items: text, maxItems: 500, description: 'UUIDs of the hits.' },
  }),
  CheckInsEvent: object('Data of a `check-ins` event: a controller that checked in.', {
    at,
    guid: text,
    hostname: text,
    version: text,
    department: {
      type: ['string', 'null'],
      description: 'Name of the department that the addresses of the controller match; null if none matches.',
    },
    isNew: { type: 'boolean', description: 'Whether the check-in registered the controller.' },
  }),
  SyncsEvent: object('Data of a `syncs` event: a sync of a document site that started or ended.', {
    at,
    siteId: { ...text, description: 'Id of the document site; see `DriveSite.siteId`.' },
    runId: { ...text, description: 'Sequence number of the sync; see `DriveSyncRun.number`.' },
    trigger: { type: 'string', description: 'Trigger of the sync, such as `NOTIFICATION` or `POLL`.' },
    outcome: {
      type: 'string',
      description:
        'Outcome of the sync: `RUNNING` when the sync starts; `DONE`, `FAILED` or `INTERRUPTED` when it ends.',
    },
    created: countOf('created items'),
    changed: countOf('changed items'),
    deleted: countOf('deleted items'),
    downloads: countOf('downloaded files'),
    failedDownloads: countOf('files whose download failed'),
    errorCode: {
      type: ['string', 'null'],
      description: 'Code of the error that ended the sync; null if the sync is running, or no error ended it.',
    },
  }),
  LicenseWarningsEvent: {
    ...object('Data of a `license-warnings` event: a warning that was raised, or that reached the next threshold.', {
      at,
      kind: {
        type: 'string',
        enum: ['license_expiring', 'grace_ending', 'seats_low', 'controller_silent', 'version_outdated'],
      },
      subject: {
        ...text,
        description:
          'Subject, depending on `kind`: id of the license, GUID of the controller, or outdated version; empty for `seats_low`.',
      },
      days: {
        ...count,
        description:
          'Threshold that was reached, in days before the end of the license or grace period; 0: it has ended; for `license_expiring` and `grace_ending` only.',
      },
      expiresAt: { ...text, format: 'date-time', description: 'End of the license; for `license_expiring` only.' },
      graceEndsAt: { ...text, format: 'date-time', description: 'End of the grace period; for `grace_ending` only.' },
      percent: {
        ...count,
        description: 'Threshold that was reached, as the percentage of occupied seats: 80 or 95; for `seats_low` only.',
      },
      used: { ...count, description: 'Number of occupied seats; for `seats_low` only.' },
      cap: { ...count, description: 'Number of seats of the license; for `seats_low` only.' },
      hostname: { ...text, description: 'Hostname of the controller; for `controller_silent` only.' },
      lastContact: {
        type: 'number',
        description: 'Time of the last check-in, in Unix epoch seconds; for `controller_silent` only.',
      },
      current: {
        ...text,
        description:
          'Minimum version of controllers, as set in `[licenses] current_version`; for `version_outdated` only.',
      },
      count: {
        ...count,
        description: 'Number of controllers that run the outdated version in `subject`; for `version_outdated` only.',
      },
    }),
    required: ['at', 'kind', 'subject'],
  },
  LicenseChangesEvent: {
    ...object('Data of a `license-changes` event: a seat was occupied or released, or a document was replaced.', {
      at,
      change: { type: 'string', enum: ['registered', 'removed', 'replaced'] },
      guid: { ...text, description: 'GUID of the controller; absent for `replaced`.' },
      hostname: { ...text, description: 'Hostname of the controller; absent for `replaced`.' },
      department: {
        type: ['string', 'null'],
        description:
          'Name of the department that matched at the last check-in, null if none matched; absent for `replaced`.',
      },
      document: {
        type: 'string',
        enum: ['license', 'blacklist', 'departments'],
        description: 'Kind of the replaced document; for `replaced` only.',
      },
    }),
    required: ['at', 'change'],
  },
  ReadyEvent: object('Data of the `ready` event: the stream is open.', {
    types: { type: 'array', items: text, description: 'Types of the events that the stream sends.' },
    tenantId: {
      type: ['string', 'null'],
      description: 'Tenant whose events are sent; null if the events of all tenants or of several tenants are sent.',
    },
    tenants: {
      type: ['array', 'null'],
      items: text,
      description: 'Tenants whose events are sent; null: all tenants.',
    },
    heartbeatSeconds: { type: 'integer', description: 'Seconds between heartbeats.' },
  }),
  ResetEvent: object('Data of a `reset` event: events are missing, so reload the displayed data.', {
    reason: {
      type: 'string',
      enum: ['too-old', 'other-database'],
      description:
        '`too-old`: events after the position were removed. `other-database`: the position belongs to another database.',
    },
  }),
  EndEvent: object('Data of the `end` event: the server closes the stream.', {
    reason: {
      type: 'string',
      enum: ['stopped', 'credentials'],
      description:
        '`stopped`: the server stops. `credentials`: the credentials were revoked, have expired, or no longer permit the events.',
    },
  }),
};

/** An object schema in which all fields are required. */
function object(description: string, properties: JsonSchema): JsonSchema {
  return { type: 'object', description, properties, required: Object.keys(properties) };
}
