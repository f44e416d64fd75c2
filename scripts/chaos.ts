import { runVitest } from './checking/tests.ts'
import { chooseFile } from './running/choose-file.ts'

/**
 * `npm run chaos -- NAME [PAYMENTS] [KILLS] [SEED]`: runs `tests/chaos/NAME.test.ts` in full size; `npm test` runs it
 * small.
 */
const [name, ...size] = process.argv.slice(2)
const file = chooseFile('tests/chaos', '.test.ts', name, 'chaos')
process.exit(await runVitest([file, '--testTimeout=0', '--hookTimeout=0'], { CHAOS_SIZE: ['full', ...size].join(' ') }))
