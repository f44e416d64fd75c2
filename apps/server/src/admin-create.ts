import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { STAFF_ROLE_NAMES, type StaffRole } from '@mupiira/domain/access/staff-roles.ts'
import { compose } from './compose.ts'
import { readConfig } from './kernel/config/config.ts'
import { createKernel } from './kernel/create-kernel.ts'
import { createLog } from './kernel/telemetry/log.ts'

/**
 * `npm run admin:create`: creates a staff account. It prompts for phone number, names and password unless
 * ADMIN_PHONE, ADMIN_NAME and ADMIN_PASSWORD are set. `--role` chooses the role. With `--reset-second-factor` it
 * removes a lost second factor instead.
 */
const { values } = parseArgs({
  options: {
    role: { type: 'string', default: 'manager' satisfies StaffRole },
    'reset-second-factor': { type: 'boolean', default: false },
  },
})
const running = createKernel(readConfig(process.env), createLog('error'))
const { staffAccounts } = compose(running.kernel)
const result = await createOrReset().catch((error: unknown) => ({ isDone: false, text: String(error) }))
process.stdout.write(`${result.text}\n`)
await running.stop()
process.exit(result.isDone ? 0 : 1)

async function createOrReset(): Promise<{ readonly isDone: boolean; readonly text: string }> {
  const phoneNumber = process.env['ADMIN_PHONE'] ?? (await prompt('Phone number: '))
  if (values['reset-second-factor']) return staffAccounts.resetSecondFactor(phoneNumber)
  const role = STAFF_ROLE_NAMES.find((each) => each === values.role)
  if (role === undefined) return { isDone: false, text: `The role must be one of: ${STAFF_ROLE_NAMES.join(', ')}.` }
  const name = process.env['ADMIN_NAME'] ?? (await prompt('Full name: '))
  const password = process.env['ADMIN_PASSWORD'] ?? (await prompt('Password: ', 'hidden'))
  return staffAccounts.create({ phoneNumber, name, password, role })
}

/** `hidden`: the input is not echoed. */
async function prompt(question: string, mode?: 'hidden'): Promise<string> {
  process.stdout.write(question)
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({
    input: process.stdin,
    output: mode === 'hidden' ? discard : process.stdout,
    terminal: process.stdin.isTTY,
  })
  const typed = await lines.question('')
  lines.close()
  if (mode === 'hidden') process.stdout.write('\n')
  return typed.trim()
}
