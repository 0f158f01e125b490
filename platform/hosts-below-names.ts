/** The jobs of domains that know hosts; the payload of each is {@link NamesOfHosts}. */
export const findHostsJobs = { alerts: 'alerts.find-hosts', licenses: 'licenses.find-hosts' } as const;

/** Domain names of which another domain asks for hosts. */
export interface NamesOfHosts {
  /** At most 1,000. */
  readonly names: readonly NameOfHosts[];
  /**
   * How the ids of inferences begin whose endpoints the caller has made up of such names. Endpoints that are known by
   * these inferences only are no hosts.
   */
  readonly ownInferences: string;
  /** The job that gets {@link FoundHosts}, if there are any. */
  readonly reportTo: string;
}

export interface NameOfHosts {
  /** Chosen by the caller; the hosts found have the same id. */
  readonly id: string;
  /** In lower case. */
  readonly name: string;
  /** Hosts of other tenants are not reported. Controllers belong to no tenant. */
  readonly tenantId: string;
}

/** Hosts that have one of the names or are below it. */
export interface FoundHosts {
  readonly hosts: readonly { readonly id: string; readonly hostname: string }[];
}

/** Maximum number of hosts of a name that each domain reports. */
export const maxHostsOfName = 10;
