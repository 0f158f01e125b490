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
        <h2>This page could not be displayed</h2>
        <p>Reload the page. If the error persists, clear the filters and try again.</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          Reload
        </button>
      </section>
    );
  }
}
