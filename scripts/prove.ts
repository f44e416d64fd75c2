import { runVitest } from './checking/tests.ts'
import { chooseFile } from './running/choose-file.ts'

/**
 * `npm run prove -- NAME [SIZE [SEED]]`: runs `tests/prove/NAME.test.ts` in full size; `npm test` runs the same file
 * small. The seed of a failed run reproduces it. NAME `browser` runs all browser tests, `pure` all pure tests with
 * their full samples, and `midnights` the requests that wait across 200 midnights.
 */
const [name, size, seed] = process.argv.slice(2)
if (name === 'browser') process.exit(await runVitest(['--project', 'browser']))
if (name === 'pure') process.exit(await runVitest(['--project', 'pure', '--testTimeout=0'], { PROOF_SIZE: 'full' }))
if (name === 'midnights') {
  const all = ['--project', 'db', 'request-moment', '--testTimeout=0']
  process.exit(await runVitest(all, { PROOF_SIZE: size ?? 'full' }))
}
const file = chooseFile('tests/prove', '.test.ts', name, 'prove')
process.exit(
  await runVitest([file, '--testTimeout=0'], {
    PROOF_SIZE: size ?? 'full',
    ...(seed && { FC_SEED: seed }),
  }),
)
