import type { ReactNode } from 'react';
import { DescriptionItem, DescriptionList } from '../shared/description-list.js';
import {
  formatCount,
  formatEnum,
  formatNumber,
  formatRelativeTime,
  formatScore,
  formatShare,
  formatTimeInZone,
} from '../shared/format.js';
import { formatActor } from './analyst.js';
import type { AlertDetail } from './data.js';
import { type AlertFilter, emptyFilter } from './filter.js';
import { hrefOfList, type ListLocation, resetToFirstPage } from './list-location.js';

interface DetailFactsProps {
  readonly alert: AlertDetail;
  readonly state: ListLocation;
}

/** Every field of an alert. A value that other alerts share is a link to them. */
export function DetailFacts({ alert, state }: DetailFactsProps) {
  const lastVerdict = alert.verdicts.at(-1);
  // Transitions are sorted by time.
  const lastTransition = alert.transitions.at(-1);
  return (
    <section className="detail-section" aria-labelledby="facts-title">
      <h3 id="facts-title">Details</h3>
      {alert.ttpExplanation !== null && <p className="detail-explanation">{alert.ttpExplanation}</p>}
      <DescriptionList>
        <Assessment alert={alert} state={state} />
        <DescriptionItem name="First seen">{timeOf(alert.firstSeen)}</DescriptionItem>
        <DescriptionItem name="Last seen">{timeOf(alert.lastSeen)}</DescriptionItem>
        <Origin alert={alert} state={state} />
        <DescriptionItem name="Assignee">{alert.assignee?.name ?? 'Unassigned'}</DescriptionItem>
        {lastVerdict && (
          <DescriptionItem name="Verdict">
            {lastVerdict.isTruePositive ? 'True' : 'False'} positive, by {formatActor(lastVerdict)}
          </DescriptionItem>
        )}
        <DescriptionItem name="Notes">
          {alert.notes === '' ? 'None' : <span className="preserve">{alert.notes}</span>}
        </DescriptionItem>
        {lastTransition && <DescriptionItem name="Changed by">{formatActor(lastTransition)}</DescriptionItem>}
        <StoredAlert alert={alert} state={state} />
      </DescriptionList>
      <details>
        <summary>Merged from {formatCount(alert.inferenceIds.length, 'inference')}</summary>
        <ul className="plain-list">
          {alert.inferenceIds.map((id) => (
            <li key={id}>
              <code>{id}</code>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

/** Times, model, graph size and id of the stored alert. */
function StoredAlert({ alert, state }: DetailFactsProps) {
  return (
    <>
      <DescriptionItem name="Created">{timeOf(alert.createdAt)}</DescriptionItem>
      <DescriptionItem name="Updated">{timeOf(alert.updatedAt)}</DescriptionItem>
      <DescriptionItem name="Model">
        <a href={hrefOfSharing({ alert, state }, { model: [alert.modelName] })}>{alert.modelName}</a>
      </DescriptionItem>
      <DescriptionItem name="Graph size">
        {formatCount(alert.numNodes, 'node')}, {formatCount(alert.numEdges, 'edge')}
      </DescriptionItem>
      <DescriptionItem name="Alert ID">
        <code>{alert.id}</code>
      </DescriptionItem>
    </>
  );
}

/** Score, techniques, confidence and prediction of the model. */
function Assessment({ alert, state }: DetailFactsProps) {
  return (
    <>
      <DescriptionItem name="Score">
        <span className="score">
          {formatScore(alert.attackProb)}
          <svg className={`severity-${alert.severity.toLowerCase()}`} viewBox="0 0 100 8" aria-hidden="true">
            <rect className="score-rest" width="100" height="8" rx="4" />
            <rect className="score-reached" width={alert.attackProb * 100} height="8" rx="4" />
          </svg>
        </span>
      </DescriptionItem>
      <DescriptionItem name="Techniques">
        {alert.techniques.length === 0
          ? 'None'
          : alert.techniques.map((technique) => (
              <a
                key={technique.id}
                className="tag"
                href={hrefOfSharing({ alert, state }, { technique: [technique.id] })}
                title={technique.tactics.map(({ name }) => name).join(', ') || undefined}
              >
                {nameOfTechnique(technique)}
              </a>
            ))}
      </DescriptionItem>
      <DescriptionItem name="Confidence">{formatShare(alert.confidence)}</DescriptionItem>
      <DescriptionItem name="Prediction">{formatEnum(alert.prediction)}</DescriptionItem>
    </>
  );
}

/** The identifier and name; for a sub-technique, those of its parent technique come first. */
function nameOfTechnique({ id, name, parent }: AlertDetail['techniques'][number]): string {
  return [id, [parent?.name, name].filter((part) => part != null).join(': ')].join(' ').trim();
}

/** Endpoint, tenant and platform. */
function Origin({ alert, state }: DetailFactsProps) {
  const { totalAlerts, activeAlerts } = alert.endpoint;
  return (
    <>
      <DescriptionItem name="Endpoint">
        <a href={hrefOfSharing({ alert, state }, { endpoint: alert.endpointId })}>{alert.endpointId}</a>{' '}
        <span className="hint">
          {formatCount(totalAlerts, 'alert')}, {formatNumber(activeAlerts)} not closed
        </span>
      </DescriptionItem>
      <DescriptionItem name="Tenant">
        <a href={hrefOfSharing({ alert, state }, {})}>{alert.tenantId}</a>
      </DescriptionItem>
      <DescriptionItem name="Platform">{formatEnum(alert.platform)}</DescriptionItem>
    </>
  );
}

/** URL of the list of alerts that have a value in common with this alert, in its tenant. */
function hrefOfSharing({ alert, state }: DetailFactsProps, shared: Partial<AlertFilter>): string {
  return hrefOfList(resetToFirstPage(state, { filter: { ...emptyFilter, tenant: alert.tenantId, ...shared } }));
}

function timeOf(time: string): ReactNode {
  return (
    <>
      {formatTimeInZone(time)} <span className="hint">{formatRelativeTime(time)}</span>
    </>
  );
}
