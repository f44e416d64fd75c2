import { configureGlobal } from 'fast-check'
import { proofSeed } from './proof.ts'

// fast-check prints the seed of a failure.
configureGlobal({ seed: proofSeed })
