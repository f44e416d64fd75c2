import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { compose } from './compose.ts'
import { readConfig } from './kernel/config/config.ts'
import { createKernel } from './kernel/create-kernel.ts'
import { createLog } from './kernel/log.ts'

/**
 * `npm run admin:create`: makes a member of staff, the first of a production too. Phone number, names and password are
 * asked for, or come as ADMIN_PHONE, ADMIN_NAME and ADMIN_PASSWORD. With `--reset-second-factor` it takes the second
 * factor of somebody who has lost it out of force instead.
 */
const { values } = parseArgs({ options: { 'reset-second-factor': { type: 'boolean', default: false } } })
const running = createKernel(readConfig(process.env), createLog('error'))
const { staffing } = compose(running.kernel)
const told = await work().catch((error: unknown) => ({ isDone: false, text: String(error) }))
process.stdout.write(`${told.text}\n`)
await running.stop()
process.exit(told.isDone ? 0 : 1)

async function work(): Promise<{ readonly isDone: boolean; readonly text: string }> {
  const phoneNumber = process.env['ADMIN_PHONE'] ?? (await ask('Phone number: '))
  if (values['reset-second-factor']) return staffing.resetSecondFactor(phoneNumber)
  const name = process.env['ADMIN_NAME'] ?? (await ask('First and last name: '))
  const password = process.env['ADMIN_PASSWORD'] ?? (await ask('Password: ', 'hidden'))
  return staffing.create({ phoneNumber, name, password })
}

/** What is typed is not shown where it is a secret. */
async function ask(question: string, how?: 'hidden'): Promise<string> {
  process.stdout.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({
    input: process.stdin,
    output: how === 'hidden' ? nowhere : process.stdout,
    terminal: process.stdin.isTTY,
  })
  const typed = await lines.question('')
  lines.close()
  if (how === 'hidden') process.stdout.write('\n')
  return typed.trim()
}
