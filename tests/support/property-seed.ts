import { configureGlobal } from 'fast-check'

/** fast-check prints the seed of a failure; `FC_SEED=… npm test` repeats it. */
const seed = process.env['FC_SEED']
if (seed) configureGlobal({ seed: Number(seed) })
