/**
 * What a dashboard asks of all four domains at once: the worst open alerts, one unless more are asked for, and what is known about
 * them. The demo shows it, a test counts its statements, a benchmark measures it.
 */
export const dashboardQuestion = `query WorstOpenAlerts($first: Int! = 1) {
  alerts(first: $first, filter: { status: [OPEN] }, orderBy: { field: SEVERITY }) {
    nodes {
      id severity attackProb
      endpoint {
        tenantId hostname openAlerts
        controllers { guid version lastContact }
        domain { name latestObservation { zone status data } }
      }
      evidence { notes actor item { name path size } }
    }
  }
}`;
