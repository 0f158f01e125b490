import { type LoadOptions, runLoad } from './load.js';

// The load generator runs in its own process, so it does not slow down the server that it measures.
process.on('message', (options: LoadOptions) => {
  runLoad(options).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
