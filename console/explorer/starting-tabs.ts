/** What the explorer opens with for somebody who was never here: one tab for each way of asking. */
export const startingTabs = [
  {
    query: `# The newest open alerts.
# Ctrl-Enter runs it, Ctrl-Space completes names.
# A token for this page goes into Headers, below:
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
    query: `# How the alerts spread: counts that obey the same filter as the list.
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
    query: `# One alert with its history. Put an id from the first tab into the variables.
query AlertWithHistory($id: ID!) {
  alert(id: $id) {
    id
    severity
    status
    analystNotes
    resolvedBy
    endpoint {
      hostname
      totalAlerts
      openAlerts
    }
    transitions {
      at
      fromStatus
      toStatus
      resolvedBy
    }
    verdicts {
      at
      isTruePositive
      analyst
      notes
    }
  }
}
`,
    variables: '{\n  "id": ""\n}',
  },
  {
    query: `# One question to all four domains: the worst open alerts, the controllers on their endpoints, the domain these
# lie under, and the evidence. The document site needs an operator's token.
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
        note
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
    query: `# Take over an alert. This changes data.
mutation AcknowledgeAlert($input: UpdateAlertInput!) {
  updateAlert(input: $input) {
    alert {
      id
      status
      resolvedBy
      updatedAt
    }
  }
}
`,
    variables: '{\n  "input": {\n    "id": "",\n    "status": "ACKNOWLEDGED",\n    "notes": "Looking into it."\n  }\n}',
  },
];
