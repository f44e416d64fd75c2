import { runVitest } from './checking/tests.ts'
import { chooseFile } from './running/choose-file.ts'

/**
 * `npm run prove -- NAME [SIZE [SEED]]`: runs `tests/prove/NAME.test.ts` in full size; `npm test` runs the same
 * file small. The seed of a failed run repeats it. `npm run prove -- browser` runs all browser tests.
 */
const [name, size, seed] = process.argv.slice(2)
if (name === 'browser') process.exit(await runVitest(['--project', 'browser']))
const file = chooseFile('tests/prove', '.test.ts', name, 'prove')
process.exit(
  await runVitest([file, '--testTimeout=0'], {
    PROOF_SIZE: size ?? 'full',
    ...(seed && { FC_SEED: seed }),
  }),
)
