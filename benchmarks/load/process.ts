import { type LoadOptions, runLoad } from './load.js';

// The load has a process of its own, so that it takes no time from the one that it measures.
process.on('message', (options: LoadOptions) => {
  runLoad(options).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
