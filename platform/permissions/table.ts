import type { Caller, OperatorRole } from '../caller.js';

/** A subject of the permissions table: the role of an operator, or the kind of another caller. */
export type Role = OperatorRole | Exclude<Caller['kind'], 'operator'>;

export const roles = [
  ...(['admin', 'analyst', 'viewer', 'ingest'] as const),
  ...(['account', 'mirror-client', 'controller', 'anonymous'] as const),
] satisfies readonly Role[];

/**
 * The scope of a permission. `all`: everything; `all_tenants`: everything, but only for callers who are not restricted
 * to tenants, because the data belongs to no tenant; `own_tenants`: data of the caller's tenants; `own_account`: data
 * of the caller's account, client or controller.
 */
export type Scope = 'all' | 'all_tenants' | 'own_tenants' | 'own_account';

/** The conditions of conditional grants, as worded in `rampart config --permissions`. */
export const conditions = {
  openAlerts: 'while [auth] alerts is open',
  documentedPaths: 'on documented REST paths',
  openControllers: 'on documented REST paths, while [licenses] controller_auth is open',
} as const;
export type Condition = keyof typeof conditions;
export const conditionNames = Object.keys(conditions) as readonly Condition[]; // The keys of the object itself.

export type Grants = Readonly<Partial<Record<Role, Scope>>>;

/** The error messages for callers without a permission. */
interface Rejections {
  /** Message for anonymous callers. */
  readonly unauthenticated: string;
  /** Message for callers who are not operators, and for operators who are restricted to tenants. */
  readonly forbidden: string;
}

export interface PermissionRule extends Rejections {
  /** The permitted action, as words that complete "The role … may not". */
  readonly purpose: string;
  readonly grants: Grants;
  /** Additional grants under a condition. */
  readonly conditional?: { readonly condition: Condition; readonly grants: Grants };
}

type Area = Readonly<
  Record<
    string,
    Omit<PermissionRule, keyof Rejections> & { readonly unauthenticated?: string; readonly forbidden?: string }
  >
>;

const administrators: Grants = { admin: 'all' };
/** Grants for data that belongs to tenants. */
const analysts: Grants = { admin: 'all', analyst: 'own_tenants' };
const readers: Grants = { ...analysts, viewer: 'own_tenants' };
/** Grants for data that belongs to no tenant. */
const allTenantAnalysts: Grants = { admin: 'all', analyst: 'all_tenants' };
const allTenantReaders: Grants = { ...allTenantAnalysts, viewer: 'all_tenants' };
/** Grants for data that operators of every tenant may read. */
const operators: Grants = { admin: 'all', analyst: 'all', viewer: 'all' };
const everyone: Grants = Object.fromEntries(roles.map((role) => [role, 'all'] as const));

const openAlerts = { condition: 'openAlerts', grants: { anonymous: 'all' } } as const;
const openControllers = { condition: 'openControllers', grants: everyone } as const;

const alerts = defineArea(
  { unauthenticated: 'Alerts require an operator token', forbidden: 'Alerts are available to operators only' },
  {
    'alerts.read': { purpose: 'read alerts and endpoints', grants: readers, conditional: openAlerts },
    'alerts.triage': { purpose: 'change alerts', grants: analysts, conditional: openAlerts },
    // Assignees and authors are people, so the caller must be one, even if alerts are open.
    'alerts.people': { purpose: 'list people who work on alerts', grants: readers },
    'alerts.discuss': { purpose: 'assign alerts and comment on them', grants: analysts },
    // Views belong to people, so the caller must be one here too.
    'alerts.views': { purpose: 'save views of alerts', grants: readers },
    'alerts.share-views': { purpose: 'share views of alerts', grants: analysts },
    'alerts.incidents': { purpose: 'open and change incidents', grants: analysts },
    // Anonymous callers must not hide an attack, even if alerts are open.
    'alerts.suppress': { purpose: 'suppress alerts', grants: analysts },
    // Otherwise, if alerts are open, anonymous callers could fill the store or hide an attack in a flood.
    'alerts.import': {
      purpose: 'import inferences',
      grants: { ...analysts, ingest: 'own_tenants' },
      unauthenticated: 'Importing inferences requires an operator token',
    },
  },
);

const drive = defineArea(
  {
    unauthenticated: 'Document sites require an operator token',
    forbidden: 'Document sites are available only to operators without a tenant restriction',
  },
  {
    'drive.read': { purpose: 'read document sites', grants: allTenantReaders },
    'drive.link': { purpose: 'link files to alerts as evidence', grants: allTenantAnalysts },
    'drive.restore': { purpose: 'restore files of document sites from the local copy', grants: allTenantAnalysts },
    'drive.guard': { purpose: 'confirm and dismiss mass changes', grants: allTenantAnalysts },
    'drive.sync': { purpose: 'synchronize the local copy with document sites', grants: allTenantAnalysts },
    'drive.connect': { purpose: 'connect and disconnect document sites', grants: administrators },
    // A notification is authenticated by its clientState.
    'drive.notify': {
      purpose: 'send change notifications of document sites',
      grants: allTenantAnalysts,
      conditional: { condition: 'documentedPaths', grants: everyone },
    },
  },
);

const mirror = defineArea(
  {
    unauthenticated: 'Access token is empty',
    forbidden: 'The mirror is available only to its clients and to operators without a tenant restriction',
  },
  {
    'mirror.read': { purpose: 'read the mirrored site', grants: { ...allTenantReaders, 'mirror-client': 'all' } },
    'mirror.subscribe': {
      purpose: 'subscribe to changes of the mirrored site',
      grants: { 'mirror-client': 'own_account' },
      forbidden: 'Subscriptions are available to mirror clients only',
    },
    // The arguments authenticate the client.
    'mirror.authenticate': { purpose: 'request an access token of the mirror', grants: everyone },
    'mirror.manage': {
      purpose: 'manage clients of the mirror',
      grants: administrators,
      forbidden: 'Clients of the mirror are available to administrators only',
    },
  },
);

const licenses = defineArea(
  {
    unauthenticated: 'Licenses require an operator token',
    forbidden: 'Licenses are available only to operators without a tenant restriction',
  },
  {
    'licenses.read': { purpose: 'read licenses and controllers', grants: allTenantReaders },
    'licenses.release': { purpose: 'release seats of controllers', grants: administrators },
    'licenses.edit': { purpose: 'edit the license, the blacklist and the departments', grants: administrators },
    'licenses.register': { purpose: 'register check-ins through GraphQL', grants: allTenantAnalysts },
    // Specification, section 5: these paths require no authentication, unless the settings do.
    'licenses.check-in': {
      purpose: 'check in and list controllers through the documented REST paths',
      grants: { controller: 'own_account' },
      conditional: openControllers,
      unauthenticated: 'Controllers must authenticate with a client certificate or an enrolment secret',
      forbidden: 'Controllers must authenticate with a client certificate or an enrolment secret',
    },
  },
);

const zones = defineArea(
  {
    unauthenticated: 'An API key is required: send Authorization: Bearer <API_KEY>',
    forbidden: 'Zones are available to accounts and operators only',
  },
  {
    'zones.read': { purpose: 'read zones', grants: { ...operators, account: 'all' } },
    // Reads that do not count toward the quota of an account.
    'zones.join': {
      purpose: 'read domains by id or by endpoint',
      grants: operators,
      forbidden:
        'Domains by id are available to operators only: use the field domain, which counts as one query toward the quota of the account',
    },
    'zones.import': {
      purpose: 'import zones',
      grants: administrators,
      unauthenticated: 'Importing zones requires an administrator token',
      forbidden: 'Zones can be imported by administrators only',
    },
    'zones.imports': {
      purpose: 'read the log of zone imports',
      grants: operators,
      unauthenticated: 'Imports require an operator token',
      forbidden: 'Imports are available to operators only',
    },
  },
);

const brands = defineArea(
  { unauthenticated: 'Brands require an operator token', forbidden: 'Brands are available to operators only' },
  {
    'brands.read': { purpose: 'read brands and their hits', grants: readers },
    'brands.manage': { purpose: 'add, change and remove brands', grants: analysts },
    'brands.triage': { purpose: 'triage hits of brands', grants: analysts },
  },
);

const registrations = defineArea(
  {
    unauthenticated: 'Watched domains and bulk lookups require an API key or an operator token',
    forbidden: 'Watched domains and bulk lookups are available to accounts and operators only',
  },
  {
    'rdap.read': {
      purpose: 'read watched domains, their history and bulk lookups',
      grants: { ...readers, account: 'own_account' },
    },
    'rdap.manage': {
      purpose: 'watch domains and start bulk lookups',
      grants: { ...analysts, account: 'own_account' },
    },
  },
);

const accounts = defineArea(
  {
    unauthenticated: 'Accounts require an administrator token',
    forbidden: 'Accounts are available to administrators only',
  },
  {
    'accounts.list': { purpose: 'list and find accounts', grants: administrators },
    'accounts.read': { purpose: 'read accounts by id', grants: { admin: 'all', account: 'own_account' } },
    'accounts.manage': { purpose: 'manage accounts', grants: administrators },
    // The arguments authenticate the caller: a password, or a token from an email.
    'accounts.register': { purpose: 'register an account and confirm its email address', grants: everyone },
    'accounts.recover': { purpose: 'change and reset the password of an account', grants: everyone },
    'keys.generate': { purpose: 'generate an API key with a password', grants: everyone },
    'keys.delete': {
      purpose: 'delete their own API keys',
      grants: { account: 'own_account' },
      unauthenticated: 'An API key is required: send Authorization: Bearer <API_KEY>',
      forbidden: 'Only accounts have API keys of their own; administrators can revoke the keys of accounts',
    },
    'mails.read': { purpose: 'read the emails in the outbox', grants: administrators },
    'mails.retry': { purpose: 'retry emails', grants: administrators },
  },
);

const notifications = defineArea(
  {
    unauthenticated: 'Notifications require an operator token',
    forbidden: 'Notifications are available to operators only',
  },
  {
    'notifications.read': { purpose: 'read notification rules and their deliveries', grants: analysts },
    // A rule sends data of tenants to an external address for as long as it exists.
    'notifications.manage': { purpose: 'manage notification rules', grants: administrators },
  },
);

const server = defineArea(
  {
    unauthenticated: 'An operator token is required: send Authorization: Bearer TOKEN',
    forbidden: 'This operation is available to operators only',
  },
  {
    'audit.read': {
      purpose: 'read the audit log',
      grants: administrators,
      unauthenticated: 'The audit log requires an administrator token',
      forbidden: 'The audit log is available to administrators only',
    },
    'tokens.manage': {
      purpose: 'create, list and revoke operator tokens',
      grants: administrators,
      forbidden: 'Operator tokens are available to administrators only',
    },
    'sessions.manage': {
      purpose: 'list and end sessions',
      grants: administrators,
      forbidden: 'Sessions are available to administrators only',
    },
    'people.read': {
      purpose: 'list people who have signed in',
      grants: administrators,
      forbidden: 'People are available to administrators only',
    },
    'viewer.read': { purpose: 'read their own identity and permissions', grants: everyone },
    'nodes.read': {
      purpose: 'read objects by global id, if the permissions of their types allow it',
      grants: everyone,
    },
    'schema.read': { purpose: 'read the GraphQL schema if it is not public', grants: operators },
    // Metrics contain names of policy zones and document sites, and the number of seats in use, of all tenants.
    'metrics.read': {
      purpose: 'read metrics',
      grants: allTenantReaders,
      forbidden: 'Metrics are available only to operators without a tenant restriction',
    },
    'documents.any': {
      purpose: 'execute untrusted documents while [graphql] documents is trusted',
      grants: administrators,
    },
  },
);

/**
 * The permissions of all callers, by role and scope. Services, the gateway, the schema (`@requiresPermission`), the
 * viewer and `rampart config --permissions` read this table; nothing else grants access.
 */
export const permissions = {
  ...alerts,
  ...drive,
  ...mirror,
  ...licenses,
  ...zones,
  ...brands,
  ...registrations,
  ...accounts,
  ...notifications,
  ...server,
};

/** A permission of the permissions table, such as `alerts.read`. */
export type Permission = keyof typeof permissions;

export const permissionNames = Object.keys(permissions) as readonly Permission[]; // The keys of the table itself.

function defineArea<const Rules extends Area>(
  rejections: Rejections,
  rules: Rules,
): Readonly<Record<keyof Rules, PermissionRule>> {
  const entries = Object.entries(rules).map(([name, rule]) => [name, { ...rejections, ...rule }]);
  return Object.fromEntries(entries) as Record<keyof Rules, PermissionRule>; // The same keys.
}
