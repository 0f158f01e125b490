import { readOpenMassChanges } from '../../../subgraphs/drive/service.js';
import { assessTables } from '../assess-tables.js';
import { type Check, type CheckResult, ok, skip, warning } from '../check.js';

const maxNamed = 5;

/** Checks for mass changes of document sites that await a decision. */
export const massChanges: Check = {
  name: 'mass changes',
  async run(context) {
    if (context.configuration.drive.graphUrl === '') return skip('no document site is followed ([drive] graph_url)');
    return await assessTables(context, (sql) => readOpenMassChanges(sql, maxNamed + 1), assessMassChanges);
  },
};

function assessMassChanges(open: Awaited<ReturnType<typeof readOpenMassChanges>>): CheckResult {
  if (open.length === 0) return ok('no mass change is open');
  const examples = open.slice(0, maxNamed).map(({ id, kind, site }) => `${id}: ${site} (${kind})`);
  const further = open.length > maxNamed ? ' and others' : '';
  return warning(
    `changes to document sites look like encryption or deletion: ${examples.join('; ')}${further}`,
    'see rampart drive guard show ID, then confirm or dismiss the mass change',
  );
}
