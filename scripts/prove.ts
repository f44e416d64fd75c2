import { runVitest } from './checking/tests.ts'
import { chooseFile } from './running/choose-file.ts'

/** `npm run prove -- NAME [SIZE]`: runs `tests/prove/NAME.test.ts` in its full size; `npm test` runs the same file small. */
const [name, size] = process.argv.slice(2)
const file = chooseFile('tests/prove', '.test.ts', name, 'prove')
process.exit(await runVitest([file, '--testTimeout=0'], { PROOF_SIZE: size ?? 'full' }))
