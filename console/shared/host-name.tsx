import { Fragment } from 'react';

/** A host name that a narrow column breaks between its labels rather than inside them. */
export function HostName({ name }: { readonly name: string }) {
  const labels = name.split(/(?<=\.)/);
  return labels.map((label, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {label}
    </Fragment>
  ));
}
