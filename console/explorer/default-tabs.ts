/** The tabs of the explorer on the first visit: one for each kind of operation. */
export const defaultTabs = [
  {
    query: `# The newest open alerts.
# Press Ctrl-Enter to run, Ctrl-Space to complete a name.
# To send a token, add it under Headers below:
#   { "Authorization": "Bearer ..." }
query NewestOpenAlerts($status: [AlertStatus!] = [OPEN], $first: Int = 10) {
  alerts(filter: { status: $status }, first: $first) {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      id
      tenantId
      endpointId
      severity
      status
      attackProb
      ttpTechniques
      lastSeen
      relatedEndpoints
    }
  }
}
`,
  },
  {
    query: `# Facets: counts of alerts by field, under the same filter as the list.
query AlertFacets {
  alerts(filter: { minAttackProb: 0.85 }, first: 1) {
    totalCount
    facets {
      severity {
        value
        count
      }
      status {
        value
        count
      }
      technique {
        value
        count
      }
      model {
        value
        count
      }
    }
  }
}
`,
  },
  {
    query: `# One alert with its history. Set id in the variables to an id from the first tab.
query AlertWithHistory($id: ID!) {
  alert(id: $id) {
    id
    severity
    status
    notes
    actor
    endpoint {
      hostname
      totalAlerts
      openAlerts
    }
    transitions {
      at
      fromStatus
      toStatus
      caller
      statedActor
    }
    verdicts {
      at
      isTruePositive
      caller
      statedActor
      notes
    }
  }
}
`,
    variables: '{\n  "id": ""\n}',
  },
  {
    query: `# One query across all four services: the most severe open alerts, the controllers and the DNS domain of their endpoints,
# and the evidence. Without the permissions licenses.read, zones.read and drive.read, controllers, domains and evidence
# are null, with an error.
query WorstOpenAlerts($first: Int = 3) {
  alerts(filter: { status: [OPEN] }, orderBy: { field: SEVERITY }, first: $first) {
    nodes {
      severity
      attackProb
      endpoint {
        tenantId
        hostname
        openAlerts
        controllers {
          guid
          version
          lastContact
        }
        domain {
          name
          latestObservation {
            zone
            status
            data
          }
        }
      }
      evidence {
        notes
        item {
          path
          size
        }
      }
    }
  }
}
`,
  },
  {
    query: `# Open alerts, when they are opened or changed. An alert that is no longer open after a change is not sent.
# Runs until you stop it.
subscription AlertChanges {
  alertChanged(filter: { status: [OPEN] }) {
    id
    severity
    status
    lastSeen
    endpoint {
      hostname
      openAlerts
    }
  }
}
`,
  },
  {
    query: `# Acknowledge an alert. This mutation changes data. Set id in the variables to an id from the first tab.
mutation AcknowledgeAlert($input: UpdateAlertInput!) {
  updateAlert(input: $input) {
    alert {
      id
      status
      actor
      updatedAt
    }
  }
}
`,
    variables: '{\n  "input": {\n    "id": "",\n    "status": "ACKNOWLEDGED",\n    "notes": "Looking into it."\n  }\n}',
  },
];
