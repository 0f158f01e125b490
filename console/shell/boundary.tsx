import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly failed: boolean;
}

/** A fault in one page leaves the navigation usable. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: false };

  static getDerivedStateFromError(): BoundaryState {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) {
      return this.props.children;
    }
    return (
      <section className="state-panel state-failure" role="alert">
        <h2>This page failed</h2>
        <p>Reload it. If that does not help, start again without a filter.</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          Reload
        </button>
      </section>
    );
  }
}
