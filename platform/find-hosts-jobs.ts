/** The jobs of domains that know hosts; the payload of each is {@link FindHostsPayload}. */
export const findHostsJobs = { alerts: 'alerts.find-hosts', licenses: 'licenses.find-hosts' } as const;

/** Domain names for which another domain requests the hosts. */
export interface FindHostsPayload {
  /** At most 1,000. */
  readonly names: readonly HostsQuery[];
  /**
   * Prefix of the ids of inferences for which the caller has created endpoints from such names. Endpoints that are
   * known only by these inferences are not hosts.
   */
  readonly ownInferences: string;
  /** The job that gets {@link FoundHosts}, if there are any. */
  readonly reportTo: string;
}

export interface HostsQuery {
  /** Chosen by the caller; the hosts found have the same id. */
  readonly id: string;
  /** In lower case. */
  readonly name: string;
  /** The tenant whose hosts are reported. Controllers belong to no tenant. */
  readonly tenantId: string;
}

/** Hosts that have one of the names or are below it. */
export interface FoundHosts {
  readonly hosts: readonly { readonly id: string; readonly hostname: string }[];
}

/** Maximum number of hosts of a name that each domain reports. */
export const maxHostsOfName = 10;
