/**
 * Names of the jobs that find hosts, by the subgraph that stores the hosts; the payload is {@link FindHostsPayload}.
 */
export const findHostsJobNames = { alerts: 'alerts.find-hosts', licenses: 'licenses.find-hosts' } as const;

/** A request of another subgraph for the hosts of domain names. */
export interface FindHostsPayload {
  /** Domain names to find hosts for, at most 1,000. */
  readonly names: readonly HostsQuery[];
  /**
   * Id prefix of the inferences that the requesting subgraph has submitted about such names. Endpoints that are known
   * only from these inferences are not hosts.
   */
  readonly ownInferences: string;
  /** The job that gets {@link FoundHosts}, if any hosts are found. */
  readonly reportTo: string;
}

export interface HostsQuery {
  /** Id of the request, chosen by the requesting subgraph; the hosts found have the same id. */
  readonly id: string;
  /** Domain name in lower case. */
  readonly name: string;
  /** The tenant whose hosts are reported. The licenses subgraph ignores it, because controllers belong to no tenant. */
  readonly tenantId: string;
}

/** Hosts that have one of the requested names, or a name below it. */
export interface FoundHosts {
  readonly hosts: readonly { readonly id: string; readonly hostname: string }[];
}

/** Maximum number of hosts that each subgraph reports for a name. */
export const maxHostsOfName = 10;
